// The editor of sudokus: the server's drawing, with a layer for selection, candidates and clashes.
import { cellsIn, faults, verdict } from './checked.js';
import { button, field, h, s, select } from './dom.js';
import { cellKey, Grid, overPicture, turning } from './grid.js';
import { guessing } from './guess.js';
import { say } from './heard.js';
import { named, t } from './language.js';
import { drawn, KEYS, marked, MODES, spoken } from './marks.js';
import { ruled } from './rules.js';

const SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIZES = ['4x4', '6x6', '8x8', '9x9', '12x12', '16x16'];
const SEVERAL = ['samurai', 'butterfly', 'windmill', 'sohei', 'gattai-8', 'shogun', 'sumo']; // grids that share cells

// The rows of symbols of a drawing, without spaces and lines of boxes; # for what is no cell.
function givens(data, { rows, columns, outside = [] }) {
  const lines = String(data.grid ?? '').split('\n').map((line) => line.replace(/[^0-9A-Za-z.#]/g, '')).filter(Boolean);
  const cells = lines.join('').replaceAll('0', (data.digits ?? '').startsWith?.('0') ? '0' : '.');
  if (cells.length === rows * columns) return cells;
  const none = new Set(outside.map(([r, c]) => r * columns + c));
  return Array.from({ length: rows * columns }, (_, i) => (none.has(i) ? '#' : '.')).join('');
}

export function sudoku(app) {
  const name = (cell) => `R${cell.r + 1}C${cell.c + 1}`;
  const selected = new Map(); // in the order of selection
  let values = '';
  let shown = null;
  let mode = MODES[0]; // what a key enters
  const marks = () => app.state.own?.marks ?? {};
  const digits = () => new Map((app.state.own?.board ?? []).map(([r, c, symbol]) => [`${r},${c}`, symbol])); // the person's own
  const given = ({ r, c }) => values[r * shown.columns + c];
  const digit = (cell) => (given(cell) === '.' ? digits().get(cellKey(cell)) ?? '.' : given(cell));

  const grid = new Grid('board', {
    down: (cell, event) => {
      if (rules.down(cell, selected.size === 1 && selected.has(name(cell)))) return draw();
      if (!event.shiftKey && !event.ctrlKey && !event.metaKey) selected.clear();
      if (selected.has(name(cell)) && event.ctrlKey) selected.delete(name(cell));
      else selected.set(name(cell), cell);
      return draw();
    },
    up: () => rules.up(),
    cancel: () => rules.cancel(),
    over: (cell, _, pressed) => {
      if (pressed && rules.over(cell)) draw();
      else if (pressed) {
        selected.set(name(cell), cell);
        draw();
      } else app.pointed(cell);
    },
    leave: () => app.pointed(null),
    twice: (cell) => cell && digit(cell) !== '.' && picked((own) => digit(own) === digit(cell)),
    all: () => picked(() => true),
    moved: (cell, event) => {
      if (!event.shiftKey) selected.clear();
      selected.set(name(cell), cell);
      app.pointed(cell);
      draw();
    },
    key: (event) => {
      if (rules.key(event)) return true;
      if (event.key === 'Backspace' || event.key === 'Delete') type('.');
      else if (event.key === 'Escape') {
        selected.clear();
        draw();
      } else if (event.key === ' ') use(MODES[(MODES.indexOf(mode) + 1) % MODES.length]);
      else if (event.key.length === 1 && KEYS.includes(event.key) && !shown.symbols.includes(event.key.toUpperCase())) use(MODES[KEYS.indexOf(event.key)]);
      else if (event.shiftKey && /^Digit\d$/.test(event.code)) type(event.code.at(-1), 'corner');
      else if (shown?.symbols?.includes(event.key.toUpperCase()) && event.key.length === 1) type(event.key.toUpperCase());
      else return false;
      return true;
    },
    says: (cell) => {
      const noted = spoken(marks()[cellKey(cell)]);
      const value = shown ? digit(cell) : '.';
      if (value !== '.') return noted ? `${value}, ${noted}` : value;
      const may = app.live?.at.get(cellKey(cell));
      return [may && t('canBe', { values: may.join(' ') }), noted].filter(Boolean).join(', ') || t('empty');
    },
  });
  const { board, lay } = overPicture(grid);

  function use(next) {
    mode = next;
    keyed();
    say(t(mode));
  }

  // Select the cells for which that is so.
  function picked(fits) {
    selected.clear();
    for (const cell of grid.places) if (fits(cell)) selected.set(name(cell), cell);
    draw();
  }

  function type(symbol, how = mode) {
    const cells = [...selected.values()];
    if (!cells.length || (how === 'colour' && !/^[1-9.]$/.test(symbol))) return;
    if (how === 'digit' && part.checked) give(cells, symbol);
    else if (how === 'digit') app.enter({ ...app.state.own, board: entered(cells.filter((cell) => given(cell) === '.'), symbol) });
    else app.enter({ ...app.state.own, marks: marked(marks(), cells, how, symbol === '.' ? null : symbol) });
    grid.tell(cells);
  }

  // The person's own digits with that one in all of the cells, or in none where all have it.
  function entered(cells, symbol) {
    const own = digits();
    const gone = symbol === '.' || cells.every((cell) => own.get(cellKey(cell)) === symbol);
    for (const cell of cells) {
      if (gone) own.delete(cellKey(cell));
      else own.set(cellKey(cell), symbol);
    }
    return [...own].map(([key, value]) => [...key.split(',').map(Number), value]);
  }

  function give(cells, symbol) {
    const { rows, columns } = shown;
    const all = [...values];
    for (const { r, c } of cells) all[r * columns + c] = symbol;
    values = all.join('');
    draw();
    app.edit((data) => {
      data.grid = Array.from({ length: rows }, (_, r) => `${values.slice(r * columns, (r + 1) * columns)}\n`).join('');
      delete data.size;
    });
  }

  // ---- the layer

  function draw() {
    if (!shown) return;
    const side = grid.side;
    const box = (cell, kind) => s('rect', { class: kind, x: cell.x, y: cell.y, width: side, height: side });
    const clash = [...cellsIn(app.state.error ?? ''), ...faults(app.state.checked)].map((place) => grid.at.get(String(place))).filter(Boolean);
    const own = [...digits()].map(([key, symbol]) => [grid.at.get(key), symbol]).filter(([cell]) => cell && given(cell) === '.');
    const guessed = guess.places();
    const written = own.map(([cell, symbol]) => s('text', { class: guessed.has(cellKey(cell)) ? 'note guessed' : 'note', x: cell.x + side / 2, y: cell.y + side / 2, 'font-size': (0.62 * side).toFixed(1) }, symbol));
    const taken = new Set((app.table ?? app.live)?.total >= 2 ? (app.table ?? app.live).cells.map(([r, c]) => `${r},${c}`) : []);
    const [colours, signs] = drawn(marks(), grid, (cell) => digit(cell) === '.' && !taken.has(cellKey(cell)));
    grid.draw(colours, rules.marks(grid), signs, written, candidates(), clash.map((cell) => box(cell, 'clash')), [...selected.values()].filter((cell) => grid.at.has(`${cell.r},${cell.c}`)).map((cell) => box(cell, 'selected')));
  }

  // True candidates: size and colour by the share of solutions; a ring where a digit leaves one solution.
  function candidates() {
    const table = app.table ?? app.live;
    if (!table?.total || table.total < 2) return [];
    const side = grid.side;
    const wide = Math.ceil(Math.sqrt(shown.symbols.length));
    return table.cells.flatMap(([r, c, own]) => {
      const cell = grid.at.get(`${r},${c}`);
      if (!cell || digit(cell) !== '.') return [];
      return Object.entries(own).flatMap(([symbol, times]) => {
        const place = shown.symbols.indexOf(symbol);
        const share = Math.min(1, times / table.total);
        const alone = table.live ? Object.keys(own).length === 1 : share === 1;
        const x = alone ? cell.x + side / 2 : cell.x + ((place % wide) + 0.5) * (side / wide);
        const y = alone ? cell.y + side / 2 : cell.y + (Math.floor(place / wide) + 0.5) * (side / wide);
        const size = alone ? side * 0.5 : (side / wide) * (0.62 + 0.4 * (table.live ? 0.5 : share));
        const text = s('text', { class: `candidate share${table.live ? (!times ? 0 : alone ? 4 : 2) : Math.min(4, Math.floor(share * 5))}`, x, y, 'font-size': size.toFixed(1) }, symbol);
        return times === 1 && table.whole && table.total > 1 ? [text, s('circle', { class: 'decides', cx: x, cy: y, r: (side / wide / 2.2).toFixed(1) })] : [text];
      });
    });
  }

  // ---- rules, and what stands beside the board

  const rules = ruled(app, { selected, name, draw: () => draw(), shown: () => shown });
  const sizes = select([['', ''], ...SIZES.map((one) => [one, one]), ...SEVERAL.map((one) => [one, named(one)])], '', (size) => {
    sizes.value = '';
    if (size) app.edit((data) => { for (const key of ['grid', 'grids', 'size', 'regions', 'box', 'digits', 'latin', 'rules']) delete data[key]; data[SIZES.includes(size) ? 'size' : 'grids'] = size; }, null);
  }, { id: 'size' });
  const keys = h('div', { class: 'keypad', role: 'group', label: 'keypad' });
  const modes = MODES.map((one) => button(one, () => use(one), { 'data-mode': one }));
  const part = h('input', { type: 'checkbox', id: 'given', checked: true });
  const told = h('div', { id: 'checked', role: 'status' });
  const guess = guessing(() => app.state.own, (own) => {
    part.checked = false;
    app.enter(own);
  });

  function keyed() {
    for (const each of modes) each.setAttribute('aria-pressed', String(each.dataset.mode === mode));
    const colour = (symbol) => (mode === 'colour' && /^[1-9]$/.test(symbol) ? `swatch colour${symbol}` : null);
    keys.replaceChildren(...[...shown.symbols].map((symbol) => h('button', { type: 'button', class: colour(symbol), onclick: () => type(symbol) }, symbol)),
      h('button', { type: 'button', label: 'clear', onclick: () => type('.') }, '⌫'));
  }

  const form = h('div', { class: 'form' },
    h('div', { class: 'pad' }, h('div', { class: 'modes', role: 'group', label: 'tool' }, ...modes), keys), h('label', { class: 'tick' }, part, h('span', { t: 'digitsOfPuzzle' })),
    h('div', { class: 'row actions' }, button('checkBoard', () => app.check(), { id: 'check' }), button('clearBoard', () => app.enter(null)), ...guess.buttons), told,
    h('p', { class: 'help', t: 'sudokuHelp' }), rules.form, h('div', { class: 'row' }, field('size', sizes), ...turning(app.turn)));

  return {
    form,
    board,
    solvable: true, // by hand
    fits: (data, state) => Boolean(state.grid),
    tabled: draw,
    update(state) {
      shown = state.grid;
      values = givens(state.data, shown);
      for (const option of sizes.options) if (SEVERAL.includes(option.value)) option.textContent = named(option.value);
      sizes.firstChild.textContent = typeof state.data.grids === 'string' ? named(state.data.grids) : `${shown.rows}x${shown.columns}`;
      lay(state.svg, shown);
      guess.show();
      draw();
      keyed();
      rules.update(state.data.rules);
      told.replaceChildren(...verdict(state.checked));
    },
  };
}
