// Beside what is told of a cell: a clock for those who solve, and how large the board is.
import { h, icon, iconButton } from './dom.js';

const ZOOMS = [1, 1.5, 2, 3, 4];

// It goes on and pauses by a click; stop() when the board is solved, reset() when another puzzle is opened.
export function clock() {
  let before = 0; // milliseconds until it was paused
  let since = null; // when it went on
  let ticking = null;
  const face = h('span', {}, '0:00');
  const root = h('button', { type: 'button', class: 'plain', id: 'clock', 'aria-pressed': 'false', onclick: () => (since === null ? go() : stop()) },
    icon('clock'), h('span', { class: 'hidden', t: 'clock' }), ' ', face);
  const elapsed = () => before + (since === null ? 0 : performance.now() - since);

  function show() {
    const seconds = Math.floor(elapsed() / 1000);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    face.textContent = (parts[0] ? parts : parts.slice(1)).map((n, i) => (i ? String(n).padStart(2, '0') : n)).join(':');
    root.setAttribute('aria-pressed', String(since !== null));
  }

  function go() {
    since = performance.now();
    ticking = setInterval(show, 250);
    show();
  }

  function stop() {
    [before, since] = [elapsed(), null];
    clearInterval(ticking);
    show();
  }

  function reset() {
    stop();
    before = 0;
    show();
  }

  return { root, stop, reset };
}

// Buttons that make a board larger than its room, and smaller again.
export function zoom(board) {
  let at = 0;
  const by = (step) => () => {
    at += step;
    board.style.setProperty('--zoom', ZOOMS[at]);
    board.classList.toggle('zoomed', at > 0);
    [smaller.disabled, larger.disabled] = [at === 0, at === ZOOMS.length - 1];
  };
  const [smaller, larger] = [iconButton('smaller', 'less', by(-1), { disabled: true }), iconButton('larger', 'plus', by(1))];
  return [smaller, larger];
}
