// The editor of sudokus: the server's drawing, with a layer for selection, candidates and clashes.
import { button, field, h, image, s, select } from './dom.js';
import { fitted, Grid, lattice } from './grid.js';
import { named, number, t } from './language.js';

const SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIZES = ['4x4', '6x6', '8x8', '9x9', '12x12', '16x16'];

// The rows of symbols of a drawing, without spaces and lines of boxes.
function givens(data, { rows, columns }) {
  const lines = String(data.grid ?? '').split('\n').map((line) => line.replace(/[^0-9A-Za-z.]/g, '')).filter(Boolean);
  const cells = lines.join('').replaceAll('0', (data.digits ?? '').startsWith?.('0') ? '0' : '.');
  return cells.length === rows * columns ? cells : '.'.repeat(rows * columns);
}

export function sudoku(app) {
  const name = (cell) => `R${cell.r + 1}C${cell.c + 1}`;
  const picture = h('div', { class: 'picture' });
  const selected = new Map(); // in the order of selection
  let values = '';
  let shown = null;

  const grid = new Grid('board', {
    down: (cell, event) => {
      if (!event.shiftKey && !event.ctrlKey && !event.metaKey) selected.clear();
      if (selected.has(name(cell)) && event.ctrlKey) selected.delete(name(cell));
      else selected.set(name(cell), cell);
      draw();
    },
    over: (cell, _, pressed) => {
      if (pressed) {
        selected.set(name(cell), cell);
        draw();
      } else app.pointed(cell);
    },
    leave: () => app.pointed(null),
    moved: (cell, event) => {
      if (!event.shiftKey) selected.clear();
      selected.set(name(cell), cell);
      app.pointed(cell);
      draw();
    },
    key: (event) => {
      if (event.key === 'Backspace' || event.key === 'Delete') type('.');
      else if (event.key === 'Escape') {
        selected.clear();
        draw();
      } else if (shown?.symbols?.includes(event.key.toUpperCase()) && event.key.length === 1) type(event.key.toUpperCase());
      else return false;
      return true;
    },
    says: (cell) => {
      const value = shown && values[cell.r * shown.columns + cell.c];
      return value && value !== '.' ? value : t('empty');
    },
  });
  const board = h('div', { class: 'stack fit' }, picture, grid.root);

  function type(symbol) {
    if (!selected.size) return;
    const cells = [...values];
    for (const cell of selected.values()) cells[cell.r * shown.columns + cell.c] = symbol;
    values = cells.join('');
    draw();
    const { columns } = shown;
    const rows = Array.from({ length: shown.rows }, (_, r) => values.slice(r * columns, (r + 1) * columns));
    app.edit((data) => {
      data.grid = `${rows.join('\n')}\n`;
      delete data.size;
    });
  }

  // ---- the layer

  function draw() {
    if (!shown) return;
    const side = grid.side;
    const box = (cell, kind) => s('rect', { class: kind, x: cell.x, y: cell.y, width: side, height: side });
    const clash = [...(app.state.error ?? '').matchAll(/R(\d+)C(\d+)/g)].map(([, r, c]) => grid.at.get(`${r - 1},${c - 1}`)).filter(Boolean);
    grid.draw(candidates(), clash.map((cell) => box(cell, 'clash')), [...selected.values()].filter((cell) => grid.at.has(`${cell.r},${cell.c}`)).map((cell) => box(cell, 'selected')));
  }

  // True candidates: size and colour by the share of solutions; a ring where a digit leaves one solution.
  function candidates() {
    const table = app.table;
    if (!table?.total || table.total < 2) return [];
    const side = grid.side;
    const wide = Math.ceil(Math.sqrt(shown.symbols.length));
    return table.cells.flatMap(([r, c, own]) => {
      const cell = grid.at.get(`${r},${c}`);
      if (!cell || values[r * shown.columns + c] !== '.') return [];
      return Object.entries(own).flatMap(([symbol, times]) => {
        const place = shown.symbols.indexOf(symbol);
        const share = Math.min(1, times / table.total);
        const alone = share === 1;
        const x = alone ? cell.x + side / 2 : cell.x + ((place % wide) + 0.5) * (side / wide);
        const y = alone ? cell.y + side / 2 : cell.y + (Math.floor(place / wide) + 0.5) * (side / wide);
        const size = alone ? side * 0.5 : (side / wide) * (0.62 + 0.4 * share);
        const text = s('text', { class: `candidate share${Math.min(4, Math.floor(share * 5))}`, x, y, 'font-size': size.toFixed(1) }, symbol);
        return times === 1 && table.whole && table.total > 1 ? [text, s('circle', { class: 'decides', cx: x, cy: y, r: (side / wide / 2.2).toFixed(1) })] : [text];
      });
    });
  }

  // ---- rules

  const clue = h('input', { size: 8 });
  const kind = select([], '', () => offer());
  const rule = select([], '', () => {});
  const list = h('ul', { class: 'rules' });

  const classes = () => [...new Set(app.rules.map(([, own]) => own))];
  function offer() {
    const own = app.rules.filter(([, family]) => family === kind.value);
    const before = rule.value;
    rule.replaceChildren(...own.map(([value]) => h('option', { value, selected: value === before }, named(value))));
  }

  function added() {
    const [key, , form] = app.rules.find(([value]) => value === rule.value) ?? [];
    if (!key) return null;
    const cells = [...selected.values()];
    if (form !== null && !cells.length) return app.said(t('selectFirst'), true);
    app.said('');
    const names = cells.map(name);
    const [base, part] = key.split(':');
    const filled = { cells: names.join(' '), first: names[0] ?? '', rest: names.slice(1).join(' '), clue: clue.value.trim(), greater: names.join(' > '),
      one: names.slice(0, names.length / 2).join(' '), two: names.slice(names.length / 2).join(' ') };
    const text = form && form !== 'side' ? form.replace(/\{(\w+)\}/g, (_, word) => filled[word]) : null;
    return app.edit((data) => {
      const rules = (data.rules ??= []);
      if (form === null) {
        if (!rules.includes(base)) rules.push(base);
        return;
      }
      let entry = rules.find((one) => typeof one === 'object' && base in one && typeof one[base] === 'object');
      const named = form === 'side' || base === 'kropki' || base === 'xv';
      if (!entry) rules.push((entry = { [base]: named ? {} : [] }));
      if (form === 'side') side(entry[base], part, cells[0]);
      else if (named) entry[base][part] = [...(entry[base][part] ?? []), text];
      else entry[base] = [...[entry[base]].flat(), base === 'whisper' || base === 'lockout' || base === 'sum-line' || base === 'modular-line' ? text.replace(/^ = /, '') : text];
    });
  }

  // The clue for the line of the cell: one word per line of the grid.
  function side(entry, part, cell) {
    if (!cell) return;
    const across = ['top', 'bottom', 'columns'].includes(part);
    const words = String(entry[part] ?? '').split(/\s+/).filter(Boolean);
    const line = Array.from({ length: across ? shown.columns : shown.rows }, (_, i) => words[i] ?? '.');
    line[across ? cell.c : cell.r] = clue.value.trim() || '.';
    entry[part] = line.join(' ');
  }

  function listed(rules) {
    return [rules].flat().filter(Boolean).flatMap((entry, i) => {
      const text = typeof entry === 'string' ? entry : Object.entries(entry).map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', ' ').trim()}`).join(', ');
      const drop = () => app.edit((data) => {
        data.rules = [data.rules].flat().filter((_, j) => j !== i);
        if (!data.rules.length) delete data.rules;
      });
      return [h('li', {}, h('span', { translate: 'no' }, text.length > 90 ? `${text.slice(0, 90)}…` : text), h('button', { type: 'button', class: 'small', 'aria-label': `${t('remove')}: ${text.slice(0, 60)}`, onclick: drop }, '×'))];
    });
  }

  const sizes = select([['', '', 'choose'], ...SIZES.map((one) => [one, one])], '', (size) => {
    sizes.value = '';
    if (size) app.edit((data) => { for (const key of ['grid', 'regions', 'box', 'digits', 'rules']) delete data[key]; data.size = size; });
  });
  const keys = h('div', { class: 'keypad' });
  const form = h('div', { class: 'form' }, h('div', { class: 'pad' }, keys), h('div', { class: 'row' }, field('size', sizes)), h('p', { class: 'help', t: 'sudokuHelp' }),
    h('h3', { t: 'rules' }), h('div', { class: 'row' }, field('ruleClass', kind), field('rule', rule), field('clue', clue)), button('addRule', added), list);

  return {
    form,
    board,
    fits: (data, state) => Boolean(state.grid),
    tabled: draw,
    update(state) {
      shown = state.grid;
      values = givens(state.data, shown);
      picture.replaceChildren(image(state.svg, t('board')));
      const size = /width="([0-9.]+)" height="([0-9.]+)"/.exec(state.svg);
      grid.set(lattice(shown.rows, shown.columns, shown.left, shown.top, shown.cell), shown.cell, [Number(size[1]), Number(size[2])]);
      fitted(board, [Number(size[1]), Number(size[2])], shown.cell);
      draw();
      keys.replaceChildren(...[...shown.symbols].map((symbol) => h('button', { type: 'button', onclick: () => type(symbol) }, symbol)), button('clear', () => type('.')));
      if (!kind.options.length) {
        kind.replaceChildren(...classes().map((value) => h('option', { value, t: value })));
        kind.value = 'lines';
      }
      offer();
      list.replaceChildren(...listed(state.data.rules));
    },
  };
}
