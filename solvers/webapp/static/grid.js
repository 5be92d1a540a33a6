// A grid of cells that is worked on by mouse, touch or keys: packing boards, figures, sudokus.
import { h, iconButton, image, s, svgSize } from './dom.js';
import { HeardGrid, inRows, say } from './heard.js';
import { t } from './language.js';

// Rows and columns of a step by the key's name.
export const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// As large as there is room: by its ratio, and no cell larger than LARGEST pixels.
const LARGEST = 104;
function fitted(root, [width, height], side) {
  root.style.setProperty('--aspect', width / height);
  root.style.setProperty('--widest', `${(width / side) * LARGEST}px`);
}

export const cellKey = ({ r, c }) => `${r},${c}`;

// One finger draws: no gesture of the browser may follow, such as a fling that swallows the next tap. Two zoom.
export function oneFinger(root) {
  root.addEventListener('touchmove', (event) => event.touches.length === 1 && event.preventDefault(), { passive: false });
}

// places: [{r, c, x, y}] of the cells, in units of the picture, or {r, c, x, y, points} of polygons around x, y;
// side: of a cell; size: [width, height].
// told: on.down(cell, event), on.over(cell, event), on.up(cell), on.key(event, cell) -> handled?, on.leave(), on.twice(cell), on.all(),
// on.cancel() in place of on.up when two fingers zoom, on.within(cell) -> its layer, and its row and column there
export class Grid {
  constructor(label, on) {
    this.on = on;
    this.cursor = null;
    this.pressed = false;
    this.layer = s('svg', { class: 'layer', 'aria-hidden': 'true' });
    this.root = h('div', { class: 'grid fit', tabindex: '0', role: 'grid', label }, this.layer);
    this.heard = new HeardGrid(this.root, (key) => this.named(this.at.get(key)));
    this.root.addEventListener('pointerdown', (event) => this.#down(event));
    this.root.addEventListener('pointermove', (event) => this.#move(event));
    this.root.addEventListener('pointerup', (event) => this.#up(event));
    this.root.addEventListener('pointercancel', () => this.#cancel());
    oneFinger(this.root);
    this.root.addEventListener('pointerleave', () => this.on.leave?.());
    this.root.addEventListener('dblclick', (event) => this.on.twice?.(this.cellOf(event)));
    this.root.addEventListener('contextmenu', (event) => event.preventDefault());
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.root.addEventListener('focus', () => this.mark(this.cursor ?? this.places?.[0] ?? null));
    this.root.addEventListener('blur', () => this.#frame(null));
  }

  set(places, side, size) {
    this.places = places;
    this.side = side;
    this.size = size;
    this.layer.setAttribute('viewBox', `0 0 ${size[0]} ${size[1]}`);
    this.layer.setAttribute('width', size[0]);
    this.layer.setAttribute('height', size[1]);
    fitted(this.root, size, side);
    this.at = new Map(places.map((cell) => [cellKey(cell), cell]));
    if (this.cursor && !this.at.has(cellKey(this.cursor))) this.cursor = null;
    this.heard.set(inRows(places.map(({ r, c }) => [r, c]), String));
  }

  // The elements of the picture; the cursor's frame comes on top.
  draw(...elements) {
    this.frame = this.shape({ x: 0, y: 0, points: this.places?.[0]?.points }, { class: 'cursor', visibility: 'hidden' });
    const all = document.createDocumentFragment(); // one by one: a call has no room for very many arguments
    for (const element of elements.flat()) all.append(element);
    this.layer.replaceChildren(all, this.frame);
    if (document.activeElement === this.root) this.#frame(this.cursor);
    this.heard.rename();
  }

  #frame(cell) {
    if (!this.frame) return;
    this.frame.setAttribute('visibility', cell ? 'visible' : 'hidden');
    if (cell?.points) this.frame.setAttribute('points', cell.points.join(' '));
    else if (cell) {
      this.frame.setAttribute('x', cell.x);
      this.frame.setAttribute('y', cell.y);
    }
  }

  // The cell as an element.
  shape({ x, y, points }, more) {
    return points ? s('polygon', { points: points.join(' '), ...more }) : s('rect', { x, y, width: this.side, height: this.side, ...more });
  }

  mark(cell) {
    this.cursor = cell;
    this.#frame(cell);
    this.heard.mark(cell && cellKey(cell));
  }

  // What is read of a cell: its place, and what is there.
  named(cell) {
    const { layer, r, c } = this.on.within?.(cell) ?? cell;
    const place = { r: r + 1, c: c + 1, what: this.on.says?.(cell) || t('empty') };
    return layer === undefined ? t('cell', place) : t('cellOfLayer', { layer: layer + 1, ...place });
  }

  // Read aloud what has been entered.
  tell(cells) {
    say(cells.slice(0, 9).map((cell) => this.named(cell)).join(', '));
  }

  cellOf(event) {
    const box = this.layer.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.size[0];
    const y = ((event.clientY - box.top) / box.height) * this.size[1];
    return this.places?.find((cell) => (cell.points ? within(cell.points, [x, y]) : x >= cell.x && x < cell.x + this.side && y >= cell.y && y < cell.y + this.side));
  }

  // The cell that an arrow leads to.
  #beside(step) {
    if (this.cursor.points) return nearest(this.places, this.cursor, step);
    const far = (times) => this.at.get(`${this.cursor.r + times * step[0]},${this.cursor.c + times * step[1]}`);
    return far(1) ?? (step[0] && far(2)); // between two layers is an empty row
  }

  #down(event) {
    const cell = this.cellOf(event);
    if (!cell) return;
    event.preventDefault();
    this.root.focus({ preventScroll: true });
    this.root.setPointerCapture?.(event.pointerId);
    this.pressed = true;
    this.last = cell;
    this.mark(cell);
    this.on.down(cell, event);
  }

  #move(event) {
    const cell = this.cellOf(event);
    if (!cell || cell === this.last) return;
    // A quick hand skips cells: those between are passed too.
    const from = this.pressed && this.last ? this.last : cell;
    const steps = Math.max(Math.abs(cell.r - from.r), Math.abs(cell.c - from.c), 1);
    for (let i = 1; i <= steps; i += 1) {
      const r = Math.round(from.r + ((cell.r - from.r) * i) / steps);
      const c = Math.round(from.c + ((cell.c - from.c) * i) / steps);
      const passed = this.at.get(cellKey({ r, c }));
      if (passed) this.on.over?.(passed, event, this.pressed);
    }
    this.last = cell;
    if (this.pressed) this.mark(cell);
  }

  #up(event) {
    if (!this.pressed) {
      if (event) this.on.drop?.(this.cellOf(event));
      return;
    }
    this.pressed = false;
    this.on.up?.(this.last);
    this.last = null;
  }

  #cancel() {
    this.pressed = false;
    this.last = null;
    this.on.cancel?.();
  }

  #key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === 'a' && this.on.all) {
      event.preventDefault();
      this.on.all();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step && this.cursor) {
      event.preventDefault();
      const next = this.#beside(step);
      if (next) {
        this.mark(next);
        this.on.moved?.(next, event);
      }
    } else if (this.cursor && this.on.key?.(event, this.cursor)) event.preventDefault();
  }
}

// Is the point inside of the polygon?
function within(points, [x, y]) {
  return points.reduce((inside, [ax, ay], i) => {
    const [bx, by] = points.at(i - 1);
    return (ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  }, false);
}

// The next one of the cells around a point that way: as near as possible, and as little as possible to the side.
function nearest(places, from, [down, right]) {
  const far = ({ x, y }) => {
    const [along, beside] = [(x - from.x) * right + (y - from.y) * down, Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right)];
    return along > 0.1 && beside < 2 * along ? along + 1.01 * beside : Infinity;
  };
  const next = places.reduce((best, own) => (far(own) < far(best) ? own : best), from);
  return next === from ? null : next;
}

const RATIO = Math.log(1.4); // of the sides of a picture of several layers

// So many layers of equal size in rows: how many beside one another.
function beside(number, high, wide) {
  const far = (across) => Math.abs(Math.log((across * (wide + 1)) / (Math.ceil(number / across) * (high + 1))) - RATIO);
  return Array.from({ length: number }, (_, i) => i + 1).reduce((best, across) => (far(across) < far(best) ? across : best), 1);
}

// The cells of a board, or of its layers, in a picture with a margin; and the size of the picture.
function placed(rows, margin, side) {
  const layers = unpiled(rows);
  const [high, wide] = [layers[0].length, rows[0].length];
  const across = beside(layers.length, high, wide);
  const places = layers.flatMap((layer, i) => layer.flatMap((row, r) => [...row].map((_, c) => ({ r: i * (high + 1) + r, c,
    x: margin + ((i % across) * (wide + 1) + c) * side, y: margin + (Math.floor(i / across) * (high + 1) + r) * side }))));
  const length = (number, own) => (number * (own + 1) - 1) * side + 2 * margin;
  return [places, [length(across, wide), length(Math.ceil(layers.length / across), high)]];
}

// A grid over the server's picture of a puzzle: lay(svg, grid, shown) lays it where `grid` says that the cells of `svg` are;
// `shown` is another picture of that size.
export function overPicture(grid) {
  const picture = h('div', { class: 'picture' });
  const board = h('div', { class: 'stack fit' }, picture, grid.root);
  function lay(svg, found, shown = svg) {
    picture.replaceChildren(...(shown ? [image(shown, t('board'))] : []));
    grid.root.hidden = !found;
    if (!found) return;
    const size = svgSize(svg);
    grid.set(lattice(found), found.cell, size);
    fitted(board, size, found.cell);
  }
  return { board, lay };
}

function lattice({ rows, columns, left, top, cell, outside = [] }) {
  const none = new Set(outside.map(String));
  const places = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) if (!none.has(`${r},${c}`)) places.push({ r, c, x: left + c * cell, y: top + r * cell });
  }
  return places;
}

const MOST_CELLS = 20_000;
const MOST = 64; // cells of a side of a board that is painted
const longest = (lines) => lines.reduce((most, { length }) => Math.max(most, length), 0);

// Rows of characters from `6x10` or a drawing; null for what is neither, such as a list, or too large to be painted.
export function rowsOf(value) {
  const size = /^\s*([1-9]\d*)\s*x\s*([1-9]\d*)\s*$/.exec(value ?? '');
  if (size && Number(size[1]) <= MOST && Number(size[2]) <= MOST) return Array.from({ length: Number(size[1]) }, () => '#'.repeat(Number(size[2])));
  if (typeof value !== 'string' || size) return null;
  const lines = value.replace(/\n+$/, '').split('\n');
  const width = longest(lines);
  return lines.length > MOST || width > MOST ? null : lines.map((line) => line.padEnd(width).replace(/[^#]/g, '.'));
}

// The same as text: a size where every cell is there.
export function asDrawing(rows) {
  return rows.every((row) => !row.includes('.')) ? `${rows.length}x${rows[0].length}` : `${rows.join('\n')}\n`;
}

// Layers of cubes below one another, an empty row between two; null for what is not stated so.
export function layersOf(value) {
  const size = /^\s*([1-9]\d*)\s*x\s*([1-9]\d*)\s*x\s*([1-9]\d*)\s*$/.exec(value ?? '');
  if (size) return Number(size[1]) <= MOST ? pile(Array.from({ length: Number(size[1]) }, () => rowsOf(`${size[2]}x${size[3]}`))) : null;
  if (typeof value !== 'string' || value.includes('/') || !value.includes('#')) return null;
  const layers = value.replace(/^\n+|\n+$/g, '').split(/\n\s*\n/).map((layer) => rowsOf(layer));
  if (layers.length > MOST || layers.includes(null)) return null;
  const width = longest(layers.map(([row]) => row));
  const height = longest(layers);
  const full = (layer) => Array.from({ length: height }, (_, r) => (layer[r] ?? '').padEnd(width, '.'));
  return pile(layers.map(full));
}

// null for what has more cells than can be painted.
const pile = (layers) => (layers.includes(null) || layers.length * layers[0]?.length * layers[0]?.[0]?.length > MOST_CELLS ? null
  : layers.flatMap((layer, i) => (i ? ['', ...layer] : layer)));

export function unpiled(rows) {
  const layers = [[]];
  for (const row of rows) {
    if (row) layers.at(-1).push(row);
    else layers.push([]);
  }
  return layers;
}

// A board of polygons: what is beyond the last cell of a row is left out.
export function asLines(rows) {
  const lines = rows.map((row) => row.replace(/\.+$/, '') || '.');
  return `${lines.slice(0, lines.findLastIndex((line) => line !== '.') + 1).join('\n')}\n`;
}

export function asLayers(rows) {
  const layers = unpiled(rows);
  if (rows.join('').includes('.')) return `${rows.join('\n')}\n`;
  return `${layers.length}x${layers[0].length}x${rows[0].length}`;
}

// A drawing a quarter turn clockwise, and with left and right exchanged.
export const turnedRows = (rows) => Array.from({ length: longest(rows) }, (_, c) => rows.map((row) => row[c] ?? '.').reverse().join(''));
export const flippedRows = (rows) => rows.map((row) => [...row].reverse().join(''));

// Two buttons that do so: change(how) with how(rows of a layer).
export const turning = (change) => [iconButton('turnBoard', 'turn', () => change(turnedRows)), iconButton('flipBoard', 'flip', () => change(flippedRows))];

// A board of # and . that is painted; changed(rows) when a stroke has ended.
export class Painter {
  constructor(label, changed) {
    this.changed = changed;
    this.tool = 'paint';
    this.grid = new Grid(label, {
      down: (cell, event) => this.#begin(cell, event),
      over: (cell, event, pressed) => (pressed ? this.#pass(cell) : this.hover?.(cell)),
      up: () => this.#end(),
      cancel: () => this.#cancel(),
      leave: () => this.hover?.(null),
      drop: (cell) => this.dropped?.(cell),
      moved: (cell) => this.hover?.(cell),
      key: (event, cell) => this.#key(event, cell),
      within: ({ r, c }) => (this.layered ? { layer: Math.floor(r / this.high), r: r % this.high, c } : null),
      says: (cell) => this.says?.(cell) ?? t(this.rows[cell.r][cell.c] === '#' ? 'on' : 'off'),
    });
  }

  get root() {
    return this.grid.root;
  }

  show(rows, side = 32, margin = 6) {
    this.rows = [...rows];
    this.layered = rows.includes('');
    this.high = unpiled(rows)[0].length + 1; // rows from a layer to the next
    const [places, size] = placed(rows, margin, side);
    this.grid.set(places, side, size);
    this.draw();
  }

  // A board of polygons: {rows, cells, size, side} as the server says it.
  lay({ rows, cells, size, side }) {
    this.rows = [...rows];
    this.layered = false;
    const middle = (points, i) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
    this.grid.set(cells.map(([r, c, points]) => ({ r, c, points, x: middle(points, 0), y: middle(points, 1) })), side, size);
    this.draw();
  }

  draw() {
    const cells = this.grid.places.map((cell) => this.grid.shape(cell, { class: this.rows[cell.r][cell.c] === '#' ? 'on' : 'off' }));
    this.grid.draw(cells, this.above?.() ?? []);
    this.beside?.();
  }

  #put(r, c, on) {
    if (!this.grid.at.has(`${r},${c}`)) return;
    const row = this.rows[r];
    this.rows[r] = row.slice(0, c) + (on ? '#' : '.') + row.slice(c + 1);
  }

  #begin(cell, event) {
    if (this.taken?.(cell)) return;
    this.value = event.button === 2 ? false : this.rows[cell.r][cell.c] !== '#';
    this.start = cell;
    this.before = [...this.rows];
    this.#pass(cell);
  }

  #pass(cell) {
    if (!this.start) return;
    if (this.tool === 'rectangle') {
      this.rows = [...this.before];
      const [top, bottom] = [this.start.r, cell.r].sort((a, b) => a - b);
      const [left, right] = [this.start.c, cell.c].sort((a, b) => a - b);
      for (let r = top; r <= bottom; r += 1) for (let c = left; this.rows[r] && c <= right; c += 1) this.#put(r, c, this.value);
    } else this.#put(cell.r, cell.c, this.value);
    this.draw();
  }

  #end() {
    if (!this.start) return;
    this.start = null;
    this.changed(this.rows);
  }

  #cancel() {
    if (!this.start) return;
    this.start = null;
    this.rows = this.before;
    this.draw();
  }

  #key(event, cell) {
    if (this.keyed?.(event, cell)) return true;
    if (event.key !== ' ' && event.key !== 'Enter') return false;
    if (!this.taken?.(cell)) this.set(cell, this.rows[cell.r][cell.c] !== '#');
    return true;
  }

  // One cell by itself.
  set(cell, on) {
    this.#put(cell.r, cell.c, on);
    this.draw();
    this.grid.tell([cell]);
    this.changed(this.rows);
  }

  // Each layer in another way.
  moved(how) {
    this.changed(pile(unpiled(this.rows).map(how)));
  }

  // Another size: cells that are new are there.
  resized(rows, columns, layers = 1) {
    const before = unpiled(this.rows);
    const layer = (own = []) => Array.from({ length: rows }, (_, r) => (own[r] ?? '').slice(0, columns).padEnd(columns, '#'));
    this.changed(pile(Array.from({ length: layers }, (_, i) => layer(before[i]))));
  }
}
