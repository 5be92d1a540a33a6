// A sheet of a genre that is worked on by mouse, touch or keys: the server's picture, and a layer over it.
// Places are [y, x] in half cells: cells have both odd, corners both even, edges one of each; see sheets.py.
import { h, image, s, svgSize } from './dom.js';
import { oneFinger, STEPS } from './grid.js';
import { HeardGrid, inRows, say } from './heard.js';
import { toggled } from './marks.js';
import { t } from './language.js';

const ARROWS = '^v<>'; // as clues are written
const SHAPES = '↑↓←→'; // as they are shown, and the keys of the keypad
const FAR = 1.6; // half cells from a place at which it is still meant

export const keyOf = (y, x) => `${y},${x}`;
export const placeOf = (key) => key.split(',').map(Number);
const odd = (n) => n % 2 !== 0;

// All places of a sort, row by row.
export function placesOf(sort, rows, columns) {
  const [bottom, right] = [2 * rows, 2 * columns];
  const found = [];
  if (sort === 'line' || sort === 'side') {
    const lines = sort === 'side' ? [-1, 1] : [-1];
    for (const end of lines) for (let x = 1; x < right; x += 2) found.push([end < 0 ? -1 : bottom + 1, x]);
    for (const end of lines) for (let y = 1; y < bottom; y += 2) found.push([y, end < 0 ? -1 : right + 1]);
    return found;
  }
  const inside = (y, x) => y > 0 && x > 0 && y < bottom && x < right;
  const fits = {
    cell: (y, x) => odd(y) && odd(x),
    room: (y, x) => odd(y) && odd(x),
    corner: (y, x) => !odd(y) && !odd(x),
    edge: (y, x) => odd(y + x),
    inner: (y, x) => odd(y + x) && inside(y, x),
  }[sort];
  for (let y = 0; fits && y <= bottom; y += 1) for (let x = 0; x <= right; x += 1) if (fits(y, x)) found.push([y, x]);
  return found;
}

// The cells of the room of a cell, in order: what walls do not part; a cell among the walls is in no room.
export function roomOf(walls, rows, columns, [y, x]) {
  const seen = new Set([keyOf(y, x)]);
  const found = [[y, x]];
  for (const [r, c] of found) {
    for (const [dy, dx] of Object.values(STEPS)) {
      const next = [r + 2 * dy, c + 2 * dx];
      const out = next[0] < 0 || next[1] < 0 || next[0] > 2 * rows || next[1] > 2 * columns;
      if (out || walls.has(keyOf(r + dy, c + dx)) || walls.has(keyOf(...next)) || seen.has(keyOf(...next))) continue;
      seen.add(keyOf(...next));
      found.push(next);
    }
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

// What comes after a value when a place is clicked; undefined where nothing is entered.
function following(tool, value, back = false) {
  const { entry, lo, hi } = tool;
  const layer = tool.part === 'layer';
  const step = back ? -1 : 1;
  const last = layer ? (tool.empty ? [0] : []) : tool.hidden ? [tool.hidden] : [];
  if (entry === 'number') {
    const own = Number(value);
    const number = (n) => (layer ? n : String(n));
    const known = value !== undefined && value !== tool.hidden && !(layer && own === 0 && tool.empty);
    if (known && own + step >= lo && own + step <= hi) return number(own + step);
    if (known) return back ? undefined : last[0];
    if (value === undefined) return back ? last[0] ?? number(hi) : number(lo);
    return back ? number(hi) : undefined;
  }
  if (entry === 'notes') return value;
  if (entry === 'colour') return value === tool.ink ? undefined : tool.ink;
  const cycle = [undefined, ...cycled(tool)];
  const first = entry === 'arrow' || entry === 'signed'; // the first sign goes on, and what follows it stays
  const at = first ? cycle.findIndex((one) => one?.[0] === value?.[0]) : cycle.indexOf(value);
  const next = cycle[(Math.max(at, 0) + step + cycle.length) % cycle.length];
  const turned = first && at > 0 && [value, next].every((one) => one && one !== tool.plain);
  return turned ? next[0] + value.slice(1) : next;
}

function cycled({ entry, part, choices, bare, plain }) {
  if (entry === 'line') return [1, 0];
  if (entry === 'walls') return [1];
  if (entry === 'arrow') return [...[...ARROWS].map((arrow) => arrow + (bare ? '' : '?')), ...(plain ? [plain] : [])];
  if (entry === 'sums') return ['#'];
  if (entry === 'signed') return choices;
  if (entry !== 'choice') return [];
  if (part === 'clue') return choices;
  const values = choices.map(([value]) => value);
  return [...values.filter((value) => value), ...values.filter((value) => !value)];
}

const arrowOf = (char) => (SHAPES.includes(char) ? ARROWS[SHAPES.indexOf(char)] : char);

const numbered = (before, digit) => {
  const longer = before.replace('?', '') + digit;
  return String(Number(longer.length > 4 ? digit : longer));
};

// What is there after a character was typed: { value } or { held }, the beginning of a value; null: nothing.
export function typed(tool, value, before, char) {
  const { entry, part, lo, hi } = tool;
  const layer = part === 'layer';
  const digit = /^[0-9]$/.test(char);
  if (entry === 'number') {
    if (tool.hidden && (char === '?' || char === tool.hidden)) return { value: tool.hidden };
    if (char === '.') return { value: undefined };
    if (!digit) return null;
    const known = before ?? (/^\d+$/.test(String(value ?? '')) && Number(value) ? String(value) : '');
    const fitting = [known + char, char].find((own) => Number(own) <= hi && own.length <= 4);
    if (fitting === undefined) return null;
    const number = Number(fitting);
    if (number >= lo || (layer && number === 0 && tool.empty)) return { value: layer ? number : String(number) };
    return number ? { held: fitting } : null;
  }
  if (entry === 'choice') {
    const texts = tool.choices.map((own) => (layer ? own : [own, own]));
    const spelled = [char, char.toUpperCase(), char.toLowerCase()];
    const own = texts.find(([, text]) => spelled.includes(text)) ?? (digit ? texts.find(([number], i) => (layer ? number : i + 1) === Number(char)) : undefined);
    return own ? { value: own[0] } : char === '.' ? { value: undefined } : null;
  }
  if (entry === 'arrow') {
    const arrow = arrowOf(char);
    if (char === '.') return { value: undefined };
    if (tool.plain && char === tool.plain) return { value: char };
    const own = value === undefined || value === tool.plain ? '' : value;
    const led = ARROWS.includes(own[0] ?? ' ');
    const [before0, rest] = led ? [own[0], own.slice(1)] : ['', own];
    const head = before0 || (tool.loose ? '' : '^');
    if (ARROWS.includes(arrow)) return { value: arrow + (rest || (tool.bare ? '' : '?')) };
    if (char === '?') return { value: head + (tool.bare ? '' : '?') || '?' };
    return digit ? { value: head + numbered(rest, char) } : null;
  }
  if (entry === 'signed') {
    if (char === '.') return { value: undefined };
    const [sign, rest] = value ? [value[0], value.slice(1)] : [tool.choices[0], ''];
    if (tool.choices.includes(char)) return { value: char + rest };
    const arrow = arrowOf(char);
    const led = tool.arrows && ARROWS.includes(rest[0] ?? ' ');
    const [way, number] = led ? [rest[0], rest.slice(1)] : ['', rest];
    if (tool.arrows && ARROWS.includes(arrow)) return { value: sign + arrow + number };
    if (char === '?') return { value: sign + way };
    return digit ? { value: sign + way + numbered(number, char) } : null;
  }
  if (entry === 'sums') {
    if (char === '.') return { value: undefined };
    if (char === '#') return { value: '#' };
    const [down, right] = (value ?? '#').includes('\\') ? value.split('\\') : ['', ''];
    const second = before === 'right';
    if ('\\/, '.includes(char)) return { value: value ?? '#', held: 'right' };
    if (!digit) return null;
    const longer = (own) => String(Number((own + char).length > 4 ? char : own + char) || '');
    const parts = second ? [down, longer(right)] : [longer(down), right];
    return { value: parts.join('') ? parts.join('\\') : '#', held: before };
  }
  if (entry === 'notes' || entry === 'colour') {
    const known = entry === 'colour' ? /^[1-9]$/ : /^[0-9A-Za-z]$/;
    return known.test(char) ? { value: toggled(value ?? '', char) || undefined } : char === '.' ? { value: undefined } : null;
  }
  if (entry === 'line') {
    const own = { 1: 1, 0: 0, x: 0, X: 0, '-': 1, '|': 1 }[char];
    return own !== undefined ? { value: own } : char === '.' ? { value: undefined } : null;
  }
  return null;
}

// The keys of the tool's keypad: what is typed, and what is shown for it.
export function keypad(tool) {
  const { entry, lo, hi } = tool;
  const plain = (chars) => chars.map((char) => [char, char]);
  const digits = [...'1234567890'];
  if (entry === 'number') {
    const own = hi > 9 ? digits : digits.filter((char) => (Number(char) >= lo && Number(char) <= hi) || (char === '0' && tool.empty));
    return plain([...own, ...(tool.hidden ? [tool.hidden] : [])]);
  }
  if (entry === 'choice') {
    const shapes = tool.part === 'clue' ? { '*': '●', o: '○' } : { '*': '★', '#': '■', '.': '·' };
    return tool.choices.map((own) => (tool.part === 'layer' ? own[1] : own)).map((text) => [text, shapes[text] ?? text]);
  }
  if (entry === 'arrow') return plain([...SHAPES, ...digits, ...(tool.bare ? [] : ['?']), ...(tool.plain ? [tool.plain] : [])]);
  if (entry === 'signed') return plain([...tool.choices, ...(tool.arrows ? [...SHAPES] : []), ...digits]);
  if (entry === 'sums') return plain([...digits, '\\', '#']);
  if (entry === 'line') return [['1', '―'], ['0', '×']];
  if (entry === 'notes' || entry === 'colour') return plain(entry === 'colour' ? digits.slice(0, -1) : digits);
  return [];
}

// What is entered by hand: get(place), put(place, value), done(); the editor says which tool is at work.
export class SheetBoard {
  constructor(on) {
    this.on = on; // get, put, done, over(place), says(place), tab(back), spell(), marks() -> elements of the layer
    this.cursor = null;
    this.held = null; // the beginning of a value that is typed at the cursor
    this.stroke = null;
    this.layer = s('svg', { class: 'layer', 'aria-hidden': 'true' });
    this.picture = h('div', { class: 'picture' });
    this.grid = h('div', { class: 'grid', tabindex: '0', role: 'grid', label: 'board' }, this.layer);
    this.heard = new HeardGrid(this.grid, (key) => this.#named(placeOf(key)));
    this.root = h('div', { class: 'stack sheet fit' }, this.picture, this.grid);
    const listen = (name, act) => this.grid.addEventListener(name, (event) => act(event));
    listen('pointerdown', (event) => this.#down(event));
    listen('pointermove', (event) => this.#move(event));
    listen('pointerup', () => this.#up());
    listen('pointercancel', () => this.#cancel());
    oneFinger(this.grid);
    listen('contextmenu', (event) => event.preventDefault());
    listen('keydown', (event) => this.#key(event));
    listen('focus', () => this.mark(this.cursor ?? this.stops[0] ?? null));
    listen('blur', () => this.draw());
  }

  set(sheet, picture) {
    const size = svgSize(picture);
    if (this.shown !== picture) this.picture.replaceChildren(image(picture, t('board')));
    this.shown = picture;
    this.frame = sheet.frame;
    [this.rows, this.columns] = [sheet.rows, sheet.columns];
    this.layer.setAttribute('viewBox', `0 0 ${size[0]} ${size[1]}`);
    this.root.style.setProperty('--aspect', size[0] / size[1]);
    this.root.style.setProperty('--widest', `${size[0] * 4}px`);
  }

  use(tool) {
    if (this.tool?.name !== tool.name || this.tool?.part !== tool.part) this.held = null;
    this.tool = tool;
    const lines = tool.entry === 'line' || tool.entry === 'walls';
    this.nodes = lines ? placesOf(tool.joins === 'centre' ? 'cell' : 'corner', this.rows, this.columns) : [];
    const closed = new Set((tool.closed ?? []).map(([y, x]) => keyOf(y, x)));
    this.places = placesOf(tool.at, this.rows, this.columns).filter(([y, x]) => !closed.has(keyOf(y, x)));
    this.stops = [...this.places, ...this.nodes];
    this.near = { places: new Set(this.places.map(([y, x]) => keyOf(y, x))), nodes: new Set(this.nodes.map(([y, x]) => keyOf(y, x))) };
    if (this.cursor && !this.#stops(this.cursor)) {
      const [y, x] = this.cursor;
      const far = (own) => Math.abs(own[0] - y) + Math.abs(own[1] - x);
      this.cursor = this.stops.reduce((best, own) => (best && far(best) <= far(own) ? best : own), null);
    }
    this.heard.set(inRows(this.stops, (place) => keyOf(...place)));
    this.mark(this.cursor);
  }

  // What is read of a place: where it is, and what is there; of a corner nothing is.
  #named(place) {
    const what = this.near.places.has(keyOf(...place)) ? this.on.says(place) || t('empty') : t('cornerHere');
    return t('cell', { r: (place[0] + 1) / 2, c: (place[1] + 1) / 2, what });
  }

  #stops([y, x]) {
    return this.near.places.has(keyOf(y, x)) || this.near.nodes.has(keyOf(y, x));
  }

  spot([y, x]) {
    const { left, top, half, margin } = this.frame;
    return [margin + half * (x - left), margin + half * (y - top)];
  }

  mark(place) {
    if (place && this.cursor && keyOf(...place) !== keyOf(...this.cursor)) this.held = null;
    this.cursor = place;
    this.draw();
    if (!place) return;
    this.grid.dataset.at = keyOf(...place);
    this.heard.mark(keyOf(...place));
    this.on.over(place);
  }

  draw() {
    if (!this.frame) return;
    const own = document.createDocumentFragment();
    for (const element of this.on.marks()) own.append(element);
    if (this.cursor && (document.activeElement === this.grid || this.cursorStays)) own.append(...this.#cursor());
    this.layer.replaceChildren(own);
    this.heard.rename();
  }

  #cursor() {
    const [x, y] = this.spot(this.cursor);
    const { half } = this.frame;
    const cell = odd(this.cursor[0]) && odd(this.cursor[1]);
    const frame = cell ? s('rect', { class: 'cursor', x: x - half + 2, y: y - half + 2, width: 2 * half - 4, height: 2 * half - 4, rx: 3 }) : s('circle', { class: 'cursor', cx: x, cy: y, r: half * 0.55 });
    const held = this.tool.entry === 'number' && this.held && String(this.on.get(this.cursor) ?? '') !== this.held ? [s('text', { class: 'pending', x, y }, this.held)] : [];
    return [frame, ...held];
  }

  // ---- the pointer

  #at(event) {
    const box = this.layer.getBoundingClientRect();
    const [, , width, height] = this.layer.getAttribute('viewBox').split(' ').map(Number);
    const { left, top, half, margin } = this.frame;
    return [((((event.clientY - box.top) / box.height) * height - margin) / half) + top, ((((event.clientX - box.left) / box.width) * width - margin) / half) + left];
  }

  // The nearest place of those, to where the pointer is.
  #nearest([y, x], among) {
    let best = null;
    let least = FAR;
    for (let r = Math.round(y) - 1; r <= Math.round(y) + 1; r += 1) {
      for (let c = Math.round(x) - 1; c <= Math.round(x) + 1; c += 1) {
        const far = Math.hypot(r - y, c - x);
        if (far < least && among.has(keyOf(r, c))) [best, least] = [[r, c], far];
      }
    }
    return best;
  }

  #down(event) {
    if (!this.frame || this.stroke) return;
    const point = this.#at(event);
    const place = this.#nearest(point, this.near.places);
    const node = this.nodes.length ? this.#nearest(point, this.near.nodes) : null;
    if (!place && !node) return;
    event.preventDefault();
    const again = this.cursor && place && keyOf(...this.cursor) === keyOf(...place) && document.activeElement === this.grid;
    this.cursor = place ?? node;
    this.grid.focus({ preventScroll: true });
    try { // no pointer is there to be caught when a script sends the event
      this.grid.setPointerCapture(event.pointerId);
    } catch { /* then it is not caught */ }
    const back = event.button === 2;
    this.stroke = { pointer: event.pointerId, node, place, back, last: place, begun: false, before: [] };
    if (this.nodes.length) return;
    this.mark(place);
    const brush = ['choice', 'sums', 'signed', 'colour'].includes(this.tool.entry);
    if (!brush && !again) return;
    this.stroke.value = following(this.tool, this.on.get(place), back);
    this.stroke.paints = ['choice', 'colour'].includes(this.tool.entry);
    this.#put(place, this.stroke.value);
  }

  #put(place, value) {
    this.stroke.before.push([place, this.on.get(place)]);
    this.stroke.begun = true;
    this.on.put(place, value);
    this.draw();
  }

  #move(event) {
    const { stroke } = this;
    if (!stroke && this.frame) this.on.over(this.#nearest(this.#at(event), this.near.places));
    if (!stroke || stroke.pointer !== event.pointerId) return;
    const point = this.#at(event);
    if (stroke.node) this.#line(this.#nearest(point, this.near.nodes));
    else if (stroke.paints) {
      const place = this.#nearest(point, this.near.places);
      if (!place || keyOf(...place) === keyOf(...stroke.last)) return;
      for (const own of this.#between(stroke.last, place)) if (this.near.places.has(keyOf(...own))) this.#put(own, stroke.value);
      stroke.last = place;
      this.mark(place);
    }
  }

  // A quick hand skips places: those between are passed too.
  #between(from, to) {
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]), 2) / 2;
    return Array.from({ length: steps }, (_, i) => [0, 1].map((k) => from[k] + 2 * Math.round(((to[k] - from[k]) * (i + 1)) / steps / 2)));
  }

  // Lines from node to node, one edge after another; the first one says whether they are drawn or taken away.
  #line(node) {
    const { stroke } = this;
    while (node && keyOf(...node) !== keyOf(...stroke.node)) {
      const [dy, dx] = [node[0] - stroke.node[0], node[1] - stroke.node[1]];
      const step = Math.abs(dy) >= Math.abs(dx) ? [Math.sign(dy), 0] : [0, Math.sign(dx)];
      this.#along(step);
    }
  }

  #along([dy, dx]) {
    const { stroke } = this;
    const edge = [stroke.node[0] + dy, stroke.node[1] + dx];
    stroke.node = [edge[0] + dy, edge[1] + dx];
    if (this.near.places.has(keyOf(...edge))) {
      if (!stroke.begun) stroke.value = this.on.get(edge) === (stroke.back ? 0 : 1) ? undefined : stroke.back ? 0 : 1;
      this.#put(edge, stroke.value);
    }
    this.mark(stroke.node);
  }

  #up() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    if (stroke.node && !stroke.begun && stroke.place) {
      this.mark(stroke.place);
      this.on.put(stroke.place, following(this.tool, this.on.get(stroke.place), stroke.back));
      stroke.begun = true;
    }
    if (stroke.begun) this.on.done();
  }

  // Two fingers zoom: what the first one has entered goes.
  #cancel() {
    for (const [place, value] of this.stroke?.before.reverse() ?? []) this.on.put(place, value);
    this.stroke = null;
    this.draw();
  }

  // ---- keys

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.frame) return;
    if (event.key === 'Tab' ? this.on.tab(event.shiftKey) : this.press(event.key, event.shiftKey)) event.preventDefault();
  }

  // A key of the keyboard or of the keypad; was it one of ours?
  press(name, shift = false) {
    const step = STEPS[name];
    if (!this.cursor) this.cursor = this.stops[0] ?? null;
    if (!this.cursor) return false;
    if (step && shift && (this.tool.entry === 'arrow' || this.tool.arrows)) return this.#type(SHAPES[Object.keys(STEPS).indexOf(name)]);
    if (step && shift && this.nodes.length) return this.#drawn(step);
    if (step) return this.#go(step);
    if (!this.near.places.has(keyOf(...this.cursor))) return false;
    if (name === 'Enter' || name === ' ') {
      this.#enter(following(this.tool, this.on.get(this.cursor), shift));
      return true;
    }
    if (name === 'Delete' || name === 'Backspace') {
      const text = String(this.on.get(this.cursor) ?? '');
      const shorter = name === 'Backspace' && this.tool.entry === 'number' && /^\d\d+$/.test(text) ? text.slice(0, -1) : undefined;
      const fits = shorter !== undefined && Number(shorter) >= this.tool.lo;
      this.held = null;
      this.#enter(fits ? (this.tool.part === 'layer' ? Number(shorter) : shorter) : undefined);
      return true;
    }
    if (this.tool.entry === 'text' && name.length === 1) this.on.spell(); // the field gets this key
    return name.length === 1 && this.#type(name);
  }

  #type(char) {
    const own = typed(this.tool, this.on.get(this.cursor), this.fresh === keyOf(...this.cursor) ? this.held : this.tool.entry === 'number' ? '' : null, char);
    if (!own) return false;
    this.fresh = keyOf(...this.cursor);
    this.held = own.held ?? (this.tool.entry === 'number' && 'value' in own ? String(own.value ?? '') : null);
    if ('value' in own) this.#enter(own.value);
    else this.draw();
    return true;
  }

  // The text of a clue at the cursor.
  write(text) {
    this.cursorStays = true;
    if (this.cursor && this.near.places.has(keyOf(...this.cursor))) this.#enter(text || undefined);
  }

  #enter(value) {
    this.on.put(this.cursor, value);
    this.mark(this.cursor);
    say(this.#named(this.cursor));
    this.on.done();
  }

  // The nearest stop ahead, rather straight ahead than aside.
  #go([dy, dx]) {
    const [y, x] = this.cursor;
    let best = null;
    let least = Infinity;
    for (const own of this.stops) {
      const ahead = (own[0] - y) * dy + (own[1] - x) * dx;
      const aside = Math.abs((own[0] - y) * dx) + Math.abs((own[1] - x) * dy);
      if (ahead > 0 && ahead + 3 * aside < least) [best, least] = [own, ahead + 3 * aside];
    }
    if (best) this.mark(best);
    return true;
  }

  // With Shift a line is drawn, or taken away, to the next node.
  #drawn(step) {
    const from = this.near.nodes.has(keyOf(...this.cursor)) ? this.cursor : this.#nearest(this.cursor, this.near.nodes);
    const ahead = [from[0] + step[0], from[1] + step[1]];
    if (!this.near.places.has(keyOf(...ahead))) return true;
    this.stroke = { node: from, begun: false, before: [] };
    this.#along(step);
    this.stroke = null;
    say(this.#named(ahead));
    this.on.done();
    return true;
  }
}
