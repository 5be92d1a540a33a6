// The editor of nonograms: clues, steps, and what a person paints on the board.
import { verdict } from './checked.js';
import { button, field, h, s, svgSize } from './dom.js';
import { cellKey, Grid, overPicture, turnedRows, turning } from './grid.js';
import { guessing } from './guess.js';
import { t } from './language.js';

const MOST = 200; // cells of a side of a picture's clues
const [WHITE, OPEN, BLACK] = '.?#'; // as cells are written

// A line of clues as it is typed: `3 1`, or `3r 1b` with several inks; an empty line or 0 is an empty clue.
const block = (word) => (/^\d+$/.test(word) ? Number(word) : word);
const typed = (text) => text.replace(/\n$/, '').split('\n').map((line) => line.trim().split(/[\s,]+/).filter((word) => word && word !== '0').map(block));
const written = (clues) => (clues ?? []).map((clue) => ([clue].flat().length ? [clue].flat().join(' ') : '0')).join('\n');

const CROSS = 'M7 7l10 10M7 17l10-10'; // of a cell that is not painted, in a square of 24

const runs = (line) => [...line.matchAll(/#+/g)].map((run) => run[0].length);

// Fields over the margins of the picture, one for each clue; changed(rows or columns, number, text). Enter and arrows go on.
function clueFields(changed) {
  const root = h('div', { class: 'clues' });
  let known = '';
  const at = (number) => root.children[number]?.focus();
  const made = (of, i) => {
    const input = h('input', { class: `clue ${of}`, spellcheck: 'false', autocomplete: 'off', tabindex: i ? '-1' : '0', 'data-of': of, 'data-n': i });
    input.addEventListener('change', () => changed(of, i, input.value));
    input.addEventListener('focus', () => input.select());
    input.addEventListener('mousedown', (event) => { // or else a click would end the selection
      if (document.activeElement === input) return;
      event.preventDefault();
      input.focus();
    });
    input.addEventListener('keydown', (event) => {
      const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      at([...root.children].indexOf(input) + step);
    });
    return input;
  };
  return {
    root,
    show(data, { rows, columns, left, top, cell }, [wide, high]) {
      const sides = { rows, columns };
      const now = `${rows},${columns}`;
      if (now !== known) root.replaceChildren(...['rows', 'columns'].flatMap((of) => Array.from({ length: sides[of] }, (_, i) => made(of, i))));
      known = now;
      for (const input of root.children) {
        const { of, n } = input.dataset;
        const i = Number(n);
        const box = of === 'rows' ? [0, top + i * cell, left, cell] : [left + i * cell, 0, cell, top];
        const style = [['left', box[0] / wide], ['top', box[1] / high], ['width', box[2] / wide], ['height', box[3] / high]];
        for (const [name, share] of style) input.style.setProperty(name, `${(100 * share).toFixed(3)}%`);
        if (document.activeElement !== input) input.value = written([data[of]?.[i] ?? []]);
        input.setAttribute('aria-label', t(of === 'rows' ? 'clueOfRow' : 'clueOfColumn', { n: i + 1 }));
      }
    },
  };
}

export function nonogram(app) {
  const changed = (mutate, ...own) => app.edit((data) => {
    mutate(data);
    delete data.goal;
  }, ...own);
  const afresh = (mutate) => changed(mutate, null); // another board, on which nothing is painted
  let painted = new Map(); // by cell
  let given = []; // rows of the puzzle's own cells
  const isGiven = ({ r, c }) => (given[r]?.[c] ?? OPEN) !== OPEN;
  let ink = BLACK; // what a stroke paints
  let stroke = null; // what it has changed so far: {ink, board}
  const grid = new Grid('board', {
    down: (cell, event) => {
      if (app.steps) app.forget(); // which lie on the board
      const board = new Map(painted);
      const own = event.button === 2 ? WHITE : ink;
      stroke = { board, ink: board.get(cellKey(cell)) === own ? OPEN : own };
      put(cell);
    },
    over: (cell, _, pressed) => (pressed && stroke ? put(cell) : app.pointed(cell)),
    up: () => stroke && enter(stroke.board),
    cancel: () => {
      stroke = null;
      draw();
    },
    leave: () => app.pointed(null),
    moved: (cell) => app.pointed(cell),
    key: (event, cell) => {
      const own = inks().includes(event.key) ? event.key : { ' ': ink, Enter: ink, x: WHITE, Delete: OPEN, Backspace: OPEN }[event.key];
      if (own) write(cell, own);
      return Boolean(own);
    },
    says: (cell) => {
      const own = painted.get(cellKey(cell)) ?? given[cell.r]?.[cell.c] ?? OPEN;
      return own === OPEN ? '' : called(own);
    },
  });
  const { board, lay } = overPicture(grid);
  const area = (key, of) => {
    const input = h('textarea', { rows: 8, spellcheck: 'false' });
    input.addEventListener('change', () => changed((data) => { data[of] = typed(input.value); }));
    return [input, field(key, input, 'field tall')];
  };
  const margins = clueFields((of, i, text) => changed((data) => { data[of] = data[of].map((clue, k) => (k === i ? typed(text)[0] : clue)); }));
  board.append(margins.root);
  const [rows, rowField] = area('rowClues', 'rows');
  const [columns, columnField] = area('columnClues', 'columns');
  const size = [1, 2].map(() => h('input', { type: 'number', min: 1, max: MOST }));
  const sided = (lines, number) => Array.from({ length: Math.max(1, Math.min(MOST, Number(number) || 1)) }, (_, i) => lines?.[i] ?? []);
  for (const [i, of] of ['rows', 'columns'].entries()) size[i].addEventListener('change', () => changed((data) => { data[of] = sided(data[of], size[i].value); }));
  // Clues are read from the left and from above, so that some are turned round.
  const moved = (how) => afresh((data) => {
    const back = (clues) => clues.map((clue) => [clue].flat().reverse());
    const { rows: down, columns: across } = data;
    [data.rows, data.columns] = how === turnedRows ? [back(across), [...down].reverse()] : [back(down), [...across].reverse()];
    if (typeof data.given === 'string') data.given = `${how(data.given.trim().split(/\s+/)).join('\n')}\n`;
  });
  const width = h('input', { type: 'number', min: 2, max: MOST, value: 25 });
  const upload = h('input', { type: 'file', accept: 'image/*', class: 'hidden', label: 'picture', tabindex: '-1' });
  upload.addEventListener('change', () => upload.files[0] && clues(upload.files[0], Number(width.value)).then(([r, c]) => afresh((data) => {
    for (const key of Object.keys(data)) delete data[key];
    Object.assign(data, { puzzle: 'nonogram', rows: r, columns: c });
  }), () => app.said(t('badPicture'), true)));
  const tools = h('div', { class: 'modes', role: 'group', label: 'tool' });
  const told = h('div', { id: 'checked', role: 'status' });
  const guess = guessing(() => app.state.own, (own) => app.enter(own));
  const form = h('div', { class: 'form' }, h('div', { class: 'pad' }, tools),
    h('div', { class: 'row actions' }, button('checkBoard', () => app.check(), { id: 'check' }), button('clearBoard', () => app.enter(null)), ...guess.buttons), told,
    h('div', { class: 'row' }, field('rows', size[0]), field('columns', size[1]), ...turning(moved)), rowField, columnField, h('p', { class: 'help', t: 'nonogramHelp' }), h('div', { class: 'row' }, button('picture', () => upload.click()), upload, field('width', width)));

  // ---- what a person paints

  const inks = () => Object.keys(app.state.grid?.colours ?? {}); // white among them
  const called = (one) => ({ [WHITE]: t('notShaded'), [BLACK]: t('shadedHere') })[one] ?? one;

  function put(cell) {
    if (isGiven(cell)) return;
    if (stroke.ink === OPEN) stroke.board.delete(cellKey(cell));
    else stroke.board.set(cellKey(cell), stroke.ink);
    draw();
  }

  function enter(board) {
    stroke = null;
    app.enter({ ...app.state.own, board: [...board].map(([key, own]) => [...key.split(',').map(Number), own]) });
  }

  // One cell by itself, by a key: the same again makes it open.
  function write(cell, own) {
    const board = new Map(painted);
    stroke = { board, ink: board.get(cellKey(cell)) === own ? OPEN : own };
    put(cell);
    enter(board);
    grid.tell([cell]);
  }

  function use(one) {
    ink = one;
    for (const each of tools.children) each.setAttribute('aria-pressed', String(each.dataset.ink === one));
  }

  function tooled() {
    const known = inks();
    if (!known.includes(ink)) ink = known.find((one) => one !== WHITE) ?? WHITE;
    const swatch = (one) => s('svg', { class: 'icon ink', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, one === WHITE ? s('path', { d: CROSS }) : s('rect', { x: 3, y: 3, width: 18, height: 18, fill: app.state.grid.colours[one] }));
    tools.replaceChildren(...[...known.filter((one) => one !== WHITE), WHITE].map((one) => h('button', { type: 'button', 'data-ink': one, 'aria-label': called(one), onclick: () => use(one) }, swatch(one))));
    use(ink);
  }

  function entries() {
    const side = grid.side;
    const guessed = guess.places();
    return [...(stroke?.board ?? painted)].map(([key, own]) => [grid.at.get(key), own, key]).filter(([cell]) => cell).flatMap(([{ x, y }, own, key]) => {
      const mark = own === WHITE ? s('path', { class: 'nought', transform: `translate(${x} ${y}) scale(${side / 24})`, d: CROSS })
        : s('rect', { class: 'ink', x: x + 1, y: y + 1, width: side - 2, height: side - 2, fill: app.state.grid.colours[own] ?? '#000000' });
      return guessed.has(key) ? [mark, s('circle', { class: 'guessed', cx: x + side / 2, cy: y + side / 2, r: side / 5 })] : [mark];
    });
  }

  // The person's cells, or the steps so far; the deciding line is framed, or those that are wrong.
  function draw() {
    const side = grid.side;
    const { steps, step } = app;
    if (!app.state.grid) {
      grid.draw();
      return;
    }
    if (!steps) {
      grid.draw(entries(), frame({ where: app.state.checked?.broken }));
      return;
    }
    const found = steps.slice(0, step).flatMap((one) => one.cells);
    const last = steps[step - 1];
    const cells = found.map(([r, c, label]) => {
      const cell = grid.at.get(`${r},${c}`);
      return s('rect', { class: 'ink', x: cell.x + 1, y: cell.y + 1, width: side - 2, height: side - 2, fill: app.state.grid.colours[label] ?? '#ffffff' });
    });
    const fresh = (last?.cells ?? []).map(([r, c]) => grid.at.get(`${r},${c}`)).map((cell) => s('rect', { class: 'fresh', x: cell.x + 1, y: cell.y + 1, width: side - 2, height: side - 2 }));
    grid.draw(cells, fresh, frame(last));
  }

  // The lines that a step is about.
  function frame(step) {
    const { rows: down, columns: across, left, top, cell } = app.state.grid;
    return (step?.where ?? []).map((where) => /^(row|column) (\d+) /.exec(where)).filter(Boolean).map(([, kind, n]) => {
      const at = (Number(n) - 1) * cell;
      const box = kind === 'row' ? { x: left, y: top + at, width: across * cell, height: cell } : { x: left + at, y: top, width: cell, height: down * cell };
      return s('rect', { class: 'line', ...box });
    });
  }

  return {
    form,
    board,
    solvable: true, // by hand
    fits: (data, state) => Boolean(state.grid) || Array.isArray(data.rows),
    stepped: draw,
    update(state) {
      painted = new Map((state.own?.board ?? []).map(([r, c, own]) => [`${r},${c}`, own]));
      given = typeof state.data.given === 'string' ? state.data.given.trim().split(/\s+/) : [];
      tooled();
      guess.show();
      told.replaceChildren(...verdict(state.checked));
      [rows.value, columns.value] = [written(state.data.rows), written(state.data.columns)];
      lay(state.svg, state.grid, app.steps ? app.opened : state.svg);
      margins.root.hidden = !(state.grid && Array.isArray(state.data.rows) && Array.isArray(state.data.columns));
      if (!margins.root.hidden) margins.show(state.data, state.grid, svgSize(state.svg));
      [size[0].value, size[1].value] = [state.data.rows?.length ?? '', state.data.columns?.length ?? ''];
      if (state.grid) draw();
    },
  };
}

// The clues of a picture: as wide as asked, dark where it is darker than its middle.
async function clues(file, wide) {
  const bitmap = await createImageBitmap(file);
  const width = Math.max(2, Math.min(MOST, wide));
  const height = Math.max(1, Math.min(MOST, Math.round((bitmap.height / bitmap.width) * width)));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = Array.from({ length: width * height }, (_, i) => 0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2]);
  const middle = (Math.min(...grey) + Math.max(...grey)) / 2;
  const lines = Array.from({ length: height }, (_, r) => grey.slice(r * width, (r + 1) * width).map((value) => (value < middle ? '#' : '.')).join(''));
  const columns = Array.from({ length: width }, (_, c) => lines.map((line) => line[c]).join(''));
  return [lines.map(runs), columns.map(runs)];
}
