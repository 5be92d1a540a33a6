// Elements with texts of the table: `t` is the key of what an element shows, `label` of its name.
import { el, filled, svg } from './elements.js';
import { t } from './language.js';

function texts({ t: key, label, ...others }) {
  const shown = key ? { 'data-t': key, text: t(key) } : {};
  const name = label ? { 'data-label': label, 'aria-label': t(label) } : {};
  return { ...others, ...shown, ...name };
}

export const h = (tag, attributes = {}, ...children) => el(tag, texts(attributes), ...children);
export const s = svg;

export const button = (key, onclick, more = {}) => h('button', { type: 'button', t: key, onclick, ...more });

// A field with its name before it.
export function field(key, input, kind = 'field') {
  if (input.type !== 'file') filled(input, texts({ label: key }), []);
  return h('label', { class: kind }, h('span', { t: key }), input);
}

// A field to search in, and what was typed in it, as a test of texts: each word occurs.
export const searchBox = (oninput) => h('input', { type: 'search', placeholder: t('search'), label: 'search', class: 'whole', oninput });

export function searched(input) {
  const words = input.value.trim().toLowerCase().split(/\s+/);
  return (text) => words.every((word) => text.toLowerCase().includes(word));
}

export function select(options, chosen, onchange, more = {}) {
  const list = options.map(([value, text, key]) => h('option', { value, selected: value === chosen, ...(key ? { t: key } : {}) }, ...(key ? [] : [text])));
  return h('select', { onchange: (event) => onchange(event.target.value), ...more }, ...list);
}

// Pictures are drawn for white paper. In the dark they are turned about; not those of pieces, whose colours are light and
// have dark letters: turned, people with dichromacy could not tell them apart.
const KINDS = { packing: 'pieces', dissection: 'pieces', formula: 'words' };
export const image = (picture, alt, family = '') => h('img', { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`, alt, draggable: 'false', class: Object.hasOwn(KINDS, family) ? KINDS[family] : null });

export const svgSize = (picture) => {
  const found = /<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"/.exec(picture);
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
};

// Small pictures of buttons, drawn in a square of 24.
const ICONS = {
  undo: 'M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3', redo: 'M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3', play: 'M7 4l13 8-13 8z', stop: 'M6 6h12v12H6z',
  turn: 'M19 13a7 7 0 1 1-2-5.5M18 3v5h-5', flip: 'M12 3v18M8.5 7L3 17h5.5zM15.5 7L21 17h-5.5z', clock: 'M12 4a8 8 0 1 0 .01 0M12 8v4l3 2', less: 'M5 12h14', plus: 'M5 12h14M12 5v14',
  folder: 'M3 6h6l2 2h10v11H3z', send: 'M12 15V3M7 8l5-5 5 5M5 13v7h14v-7', more: 'M5 12h.01M12 12h.01M19 12h.01', gear: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6',
};
export const icon = (name) => s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));

// A button with a picture; its name is for those who do not see it, and shows when it is pointed at.
export const iconButton = (key, name, onclick, more = {}) => h('button', { type: 'button', class: 'iconic', label: key, onclick, ...more }, icon(name));

// A button that opens a panel, which a click beside it, Escape, or a button of it with `closes` closes.
export function menu(key, name, inner, more = {}) {
  const made = h('details', { class: 'menu', ...more }, h('summary', { label: key }, icon(name), h('span', { t: key })), h('div', { class: 'panel' }, ...inner));
  const shut = (event) => {
    if (event.type === 'keydown' ? event.key === 'Escape' : !made.contains(event.target)) {
      if (made.open && event.type === 'keydown' && made.contains(document.activeElement)) made.firstChild.focus();
      made.open = false;
    }
  };
  addEventListener('pointerdown', shut);
  made.addEventListener('keydown', shut);
  made.addEventListener('click', (event) => { if (event.target.closest('.panel button:not([data-stays])')) made.open = false; });
  return made;
}

// A small dialog with a form: a promise of what `read` gives when it is sent by its button `go`, else of null.
export function dialog(title, inner, go, read) {
  const box = h('dialog', { class: 'small', label: title });
  return new Promise((done) => {
    const end = (value) => {
      box.remove();
      done(value);
    };
    const sent = (event) => {
      event.preventDefault();
      end(read());
    };
    box.append(h('form', { onsubmit: sent }, h('h3', { t: title }), ...inner, h('div', { class: 'row' }, h('button', { class: 'main', t: go }), button('close', () => end(null)))));
    box.addEventListener('close', () => end(null));
    document.body.append(box);
    box.showModal();
  });
}
