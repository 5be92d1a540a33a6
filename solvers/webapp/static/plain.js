// A board that is edited as text, such as one of spheres: its picture, and its cells for those who hear it.
import { h, image } from './dom.js';
import { STEPS } from './grid.js';
import { HeardGrid, inRows } from './heard.js';
import { t } from './language.js';

const WRAPS = new Map([['cylinder', 'onCylinder'], ['torus', 'onTorus'], ['moebius', 'onMoebius'], ['klein', 'onKlein']]);

// Which ends of the board are one, in words.
export const wrapped = ({ wrap }) => (WRAPS.has(wrap) ? t(WRAPS.get(wrap)) : '');

export function plainBoard() {
  let cells = []; // rows and columns of the text
  let high = 1; // rows of a layer
  let layers = 1;
  let at = 0; // the cell that is current
  const picture = h('div', {});
  const grid = h('div', { class: 'grid', tabindex: '0', role: 'grid', label: 'board' });
  const heard = new HeardGrid(grid, (key) => named(key.split(',').map(Number)));
  const root = h('div', { class: 'plain stack' }, picture, grid);

  function named([r, c]) {
    const place = { r: (r % (high + 1)) + 1, c: c + 1, what: t('on') };
    return layers > 1 ? t('cellOfLayer', { layer: Math.floor(r / (high + 1)) + 1, ...place }) : t('cell', place);
  }

  // The cell before or behind in its row, or the nearest one of the row above or below.
  function step([down, right]) {
    if (right) return Math.max(0, Math.min(cells.length - 1, at + right));
    const [row, column] = cells[at];
    const rows = cells.map(([r]) => r).filter((r) => (r - row) * down > 0);
    const next = down > 0 ? Math.min(...rows) : Math.max(...rows);
    return cells.reduce((best, [r, c], i) => (r === next && (best === at || Math.abs(c - column) < Math.abs(cells[best][1] - column)) ? i : best), at);
  }

  const mark = (i) => {
    at = i;
    heard.mark(String(cells[at]));
  };
  grid.addEventListener('focus', () => mark(at));
  grid.addEventListener('keydown', (event) => {
    if (!STEPS[event.key]) return;
    event.preventDefault();
    mark(step(STEPS[event.key]));
  });

  return {
    root,
    show({ svg, places, family, data }) {
      cells = places?.cells ?? [];
      high = places?.height ?? 1;
      layers = Math.ceil((Math.max(0, ...cells.map(([r]) => r)) + 1) / (high + 1));
      at = 0;
      grid.hidden = !cells.length;
      heard.set(inRows(cells, String));
      picture.replaceChildren(...(svg ? [image(svg, cells.length ? '' : t('board'), family)] : []), h('p', { class: 'help' }, wrapped(data)));
    },
  };
}
