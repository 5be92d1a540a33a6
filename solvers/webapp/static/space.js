// Cubes in space, painted like the layers beside them, which are the same board for keys and for those who hear it.
// A click on a face sets a cube on it or takes its cube away; dragging, or arrow keys, turn the view.
import { button, h, s } from './dom.js';
import { STEPS, unpiled } from './grid.js';

const MOST = 8_000; // cells of a box that is shown
const STEP = Math.PI / 12; // by which a key turns
const PIXEL = 0.008; // by which a pointer turns
const DRAGGED = 5; // pixels from which on a click is a drag
const AXES = [0, 1, 2]; // layers go down, rows to the front, columns to the right
const REST = { yaw: -0.55, pitch: 0.5 }; // the view to begin with

const plus = (one, other) => one.map((n, i) => n + other[i]);
const unit = (axis, by) => AXES.map((own) => (own === axis ? by : 0));
// The corners of a cell's face that looks along an axis: at its far end or at its near one.
const corners = (cell, axis, far) => [[0, 0], [0, 1], [1, 1], [1, 0]].map((way) => {
  const [a, b] = AXES.filter((own) => own !== axis);
  return plus(plus(cell, unit(axis, far)), plus(unit(a, way[0]), unit(b, way[1])));
});

// `painter`: of a board of layers; kind(cell) -> {fill, label} of the piece that lies there, or nothing.
export class Space {
  constructor(painter, kind = () => null) {
    Object.assign(this, { painter, kind, ...REST, adds: true, pressed: null });
    this.picture = s('svg', { 'aria-hidden': 'true' });
    this.view = h('div', { class: 'space', tabindex: '0', role: 'group', label: 'inSpace' }, this.picture);
    this.ways = [['addCubes', true], ['takeCubes', false]].map(([key, adds]) => button(key, () => this.use(adds)));
    this.root = h('div', { class: 'spaced' }, this.view, h('div', { class: 'row' }, ...this.ways));
    this.view.addEventListener('pointerdown', (event) => this.#down(event));
    this.view.addEventListener('pointermove', (event) => this.#move(event));
    this.view.addEventListener('pointerup', (event) => this.#up(event));
    this.view.addEventListener('pointercancel', () => { this.pressed = null; });
    this.view.addEventListener('contextmenu', (event) => event.preventDefault());
    this.view.addEventListener('keydown', (event) => this.#key(event));
    this.use(true);
    painter.beside = () => this.draw();
  }

  // What a click does; with Shift or the right button the other.
  use(adds) {
    this.adds = adds;
    this.ways.forEach((way, i) => way.setAttribute('aria-pressed', String(adds === !i)));
  }

  draw() {
    this.layers = unpiled(this.painter.rows);
    this.size = [this.layers.length, this.layers[0].length, this.layers[0][0].length];
    const shown = this.size.reduce((product, n) => product * n, 1) <= MOST;
    this.view.hidden = !shown;
    if (!shown) return;
    const far = (Math.hypot(...this.size) + 0.4) / 2;
    this.picture.setAttribute('viewBox', [-far, -far, 2 * far, 2 * far].map((n) => n.toFixed(3)).join(' '));
    this.picture.replaceChildren(...this.#faces());
  }

  // How far a step along each axis leads towards the eye.
  get #nearer() {
    return [-Math.sin(this.pitch), Math.cos(this.yaw) * Math.cos(this.pitch), Math.sin(this.yaw) * Math.cos(this.pitch)];
  }

  #spot(point) {
    const [down, front, right] = point.map((n, i) => n - this.size[i] / 2);
    const towards = right * Math.sin(this.yaw) + front * Math.cos(this.yaw);
    return [right * Math.cos(this.yaw) - front * Math.sin(this.yaw), down * Math.cos(this.pitch) + towards * Math.sin(this.pitch)];
  }

  #there([l, r, c]) {
    return this.layers[l]?.[r]?.[c] === '#';
  }

  // From back to front: the far sides of the box, then cubes, along each axis towards the eye.
  #faces() {
    const signs = this.#nearer.map((n) => Math.sign(n) || 1);
    const along = this.size.map((n, axis) => Array.from({ length: n }, (_, i) => (signs[axis] > 0 ? i : n - 1 - i)));
    const cells = along[0].flatMap((l) => along[1].flatMap((r) => along[2].map((c) => [l, r, c])));
    const sides = AXES.flatMap((axis) => cells.filter((cell) => cell[axis] === along[axis][0])
      .map((cell) => this.#face(cell, axis, signs[axis] > 0 ? 0 : 1, { class: 'side', 'data-on': cell })));
    const cubes = cells.filter((cell) => this.#there(cell)).flatMap((cell) => AXES.flatMap((axis) => {
      const beyond = plus(cell, unit(axis, signs[axis]));
      if (this.#there(beyond)) return [];
      const { fill, label } = this.kind(this.#cell(cell)) ?? {};
      const face = this.#face(cell, axis, signs[axis] > 0 ? 1 : 0, { class: `face ${fill ? 'shade' : 'cube'}${axis}`, fill, 'data-at': cell, 'data-on': beyond });
      if (!label || axis) return [face];
      const [x, y] = this.#spot(plus(cell, [signs[axis] > 0 ? 1 : 0, 0.5, 0.5]));
      return [face, s('text', { x, y }, label)];
    }));
    return [...sides, ...cubes];
  }

  #face(cell, axis, far, more) {
    return s('polygon', { points: corners(cell, axis, far).map((corner) => this.#spot(corner).map((n) => n.toFixed(3)).join()).join(' '), ...more });
  }

  // The cell as the painter has it, among layers below one another.
  #cell([l, r, c]) {
    return { r: l * this.painter.high + r, c };
  }

  // ---- by hand

  #turn(yaw, pitch) {
    const most = Math.PI / 2 - 0.05;
    this.yaw += yaw;
    this.pitch = Math.min(most, Math.max(-most, this.pitch + pitch));
    this.draw();
  }

  #down(event) {
    const { pointerId, clientX, clientY } = event;
    event.preventDefault();
    this.view.focus({ preventScroll: true });
    this.pressed ??= { pointerId, at: [clientX, clientY], turns: false };
  }

  #move({ pointerId, clientX, clientY }) {
    const { pressed } = this;
    if (pressed?.pointerId !== pointerId) return;
    const [right, down] = [clientX - pressed.at[0], clientY - pressed.at[1]];
    if (!pressed.turns && Math.hypot(right, down) < DRAGGED) return;
    if (!pressed.turns) this.view.setPointerCapture(pointerId);
    Object.assign(pressed, { at: [clientX, clientY], turns: true });
    this.#turn(-right * PIXEL, down * PIXEL);
  }

  #up(event) {
    const { pressed } = this;
    this.pressed = null;
    const { at, on } = event.target.dataset ?? {};
    if (pressed && !pressed.turns && (at || on)) this.#put(at, on, this.adds === !(event.shiftKey || event.button === 2));
  }

  #put(at, on, adds) {
    const cell = (adds ? on : at)?.split(',').map(Number);
    if (!cell || this.layers[cell[0]]?.[cell[1]]?.[cell[2]] === undefined) return;
    if (!this.painter.taken?.(this.#cell(cell))) this.painter.set(this.#cell(cell), adds);
  }

  #key(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#turn(-step[1] * STEP, step[0] * STEP);
  }
}
