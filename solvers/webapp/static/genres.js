// The gallery of genres: a picture of each, and by a click its rules in words, their source, and an example.
import { button, h, image, searchBox, searched } from './dom.js';
import { t } from './language.js';
import { get } from './net.js';

const BLANK = 6; // rows and columns of a new sheet
let box = null;

export async function galleryOfGenres(app, fresh) {
  box?.remove();
  box = h('dialog', { class: 'genres', label: 'genres' });
  document.body.append(box);
  box.showModal();
  const list = await get('/api/genres');
  const leave = button('close', () => box.close(), { class: 'close' });
  const show = (...inner) => {
    box.replaceChildren(h('div', { class: 'head' }, h('h2', { t: 'genres' }), leave), ...inner);
    box.scrollTop = 0;
  };
  const search = searchBox(() => {
    const fits = searched(search);
    list.forEach((one, i) => { cards.children[i].hidden = !fits(`${one.title} ${one.name}`); });
  });

  const cards = h('div', { class: 'cards' }, ...list.map((one) => h('button', { type: 'button', class: 'card', 'data-genre': one.name, onclick: () => told(one) },
    h('span', { class: 'thumb' }), h('span', { lang: 'en', translate: 'no' }, one.title))));

  // Pictures are asked for when they come into sight, one after the other.
  const waiting = [];
  let working = false;
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      waiting.push(target);
    }
    work();
  }, { root: box, rootMargin: '200px' });
  async function work() {
    if (working) return;
    working = true;
    while (waiting.length && box.isConnected) {
      const card = waiting.shift();
      const found = await get(`/api/genres/${card.dataset.genre}`).catch(() => null);
      if (found) card.firstChild.replaceChildren(image(found.svg, ''));
    }
    working = false;
  }

  async function told(one) {
    const plain = await get(`/api/genres/${one.name}`);
    const solved = h('figure');
    const open = async (act) => {
      await act();
      box.close();
    };
    show(h('article', { 'data-genre': one.name },
      h('h3', { lang: 'en', translate: 'no' }, plain.title),
      h('div', { class: 'pair' }, h('figure', {}, image(plain.svg, t('example'))), solved),
      h('ul', { class: 'told', lang: 'en', translate: 'no' }, ...plain.rules.map((says) => h('li', {}, says))),
      h('p', { class: 'help', lang: 'en', translate: 'no' }, plain.source),
      h('div', { class: 'row' }, button('openExample', () => open(() => app.load(plain.text, plain.name)), { class: 'main' }),
        button('newBlank', () => open(() => fresh(one.name, BLANK, BLANK))), button('allGenres', () => show(search, cards)))));
    const answer = await get(`/api/genres/${one.name}?solved=1`).catch(() => null); // which may take too long
    if (answer?.solved) solved.append(image(answer.solved, t('solution', { n: 1 })));
  }

  show(search, cards);
  for (const card of cards.children) sight.observe(card);
}
