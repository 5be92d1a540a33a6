// The editor of dissections: two figures.
import { field, h } from './dom.js';
import { asDrawing, Painter, rowsOf, turning } from './grid.js';

export function dissection(app) {
  const figures = ['from', 'to'].map((key) => {
    const painter = new Painter(key, (rows) => app.edit((data) => { data[key] = asDrawing(rows); }));
    const size = [1, 2].map(() => h('input', { type: 'number', min: 1, max: 64 }));
    for (const input of size) input.addEventListener('change', () => painter.resized(Number(size[0].value) || 1, Number(size[1].value) || 1));
    return { key, painter, size, turns: turning((how) => painter.moved(how)) };
  });
  const pieces = h('input', { size: 6 });
  pieces.addEventListener('change', () => app.edit((data) => {
    const word = pieces.value.trim();
    if (!word) delete data.pieces;
    else data.pieces = /^\d+$/.test(word) ? Number(word) : word;
  }));
  const cover = h('p', { class: 'cover', role: 'status' });
  const form = h('div', { class: 'form' }, ...figures.flatMap(({ key, size, turns }) => [h('h3', { t: key }), h('div', { class: 'row' }, field('rows', size[0]), field('columns', size[1]), ...turns)]),
    field('numberOfPieces', pieces), cover, h('p', { class: 'help', t: 'dissectionHelp' }));
  const board = h('div', { class: 'figures' }, ...figures.map(({ key, painter }) => h('figure', {}, h('figcaption', { t: key }), painter.root)));

  return {
    form,
    board,
    fits: (data) => rowsOf(data.from) !== null && rowsOf(data.to) !== null,
    update({ data }) {
      pieces.value = data.pieces ?? 'min';
      for (const { key, painter, size } of figures) {
        painter.show(rowsOf(data[key]), 26, 4);
        [size[0].value, size[1].value] = [painter.rows.length, painter.rows[0].length];
      }
      const [one, two] = figures.map(({ painter }) => painter.rows.join('').replaceAll('.', '').length);
      cover.textContent = `${one} = ${two}`.replace('=', one === two ? '=' : '≠');
      cover.classList.toggle('wrong', one !== two);
    },
  };
}
