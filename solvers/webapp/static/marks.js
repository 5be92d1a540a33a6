// What a person notes on a board while solving it: small signs in the corners or in the middle of cells, and colours. They
// are no part of the puzzle. Marks: {"row,column": {corner: "125", centre: "34", colour: "2"}}.
import { s } from './dom.js';
import { cellKey } from './grid.js';
import { t } from './language.js';

export const MODES = ['digit', 'corner', 'centre', 'colour'];
export const KEYS = 'zxcv'; // which choose them
const CORNERS = [[0.17, 0.2], [0.83, 0.2], [0.17, 0.8], [0.83, 0.8], [0.5, 0.2], [0.5, 0.8], [0.17, 0.5], [0.83, 0.5]];

// The signs with this one too, or without it where it is among them.
export const toggled = (signs, sign) => (signs.includes(sign) ? signs.replace(sign, '') : [...signs, sign].sort().join(''));

// The marks with these signs at a cell.
export function noted(marks, key, mode, signs) {
  const { [key]: before, ...others } = marks;
  const own = { ...before, [mode]: signs };
  return Object.values(own).some(Boolean) ? { ...others, [key]: own } : others;
}

// The marks with the sign at all of the cells, or at none where all have it; `sign` null: without those of that mode.
export function marked(marks, cells, mode, sign) {
  const keys = cells.map(cellKey);
  const signs = (key) => String(marks[key]?.[mode] ?? '');
  const all = sign !== null && keys.every((key) => signs(key).includes(sign));
  const next = (key) => {
    if (sign === null) return '';
    return all || !signs(key).includes(sign) ? toggled(signs(key), sign) : signs(key);
  };
  return keys.reduce((found, key) => noted(found, key, mode, next(key)), marks);
}

// Colours lie below what is on the board, several as stripes, signs on top; `free(cell)`: are there no other signs in the cell?
export function drawn(marks, grid, free) {
  const side = grid.side;
  const own = Object.entries(marks).map(([key, mark]) => [grid.at.get(key), mark]).filter(([cell]) => cell);
  const text = (cell, [x, y], size, sign) => s('text', { class: 'note', x: cell.x + x * side, y: cell.y + y * side, 'font-size': (size * side).toFixed(1) }, sign);
  const signs = own.filter(([cell]) => free(cell)).flatMap(([cell, { corner = '', centre = '' }]) => [
    ...[...corner].slice(0, CORNERS.length).map((sign, i) => text(cell, CORNERS[i], 0.24, sign)),
    ...(centre ? [text(cell, [0.5, 0.5], Math.min(0.28, 1.5 / centre.length), centre)] : [])]);
  const colours = own.flatMap(([cell, { colour = '' }]) => [...colour].map((one, i, { length }) =>
    s('rect', { class: `tinted colour${one}`, x: cell.x + (i * side) / length, y: cell.y, width: side / length, height: side })));
  return [colours, signs];
}

// The marks of a cell in words.
export function spoken({ corner, centre, colour } = {}) {
  return [corner && t('cornerMarks', { values: [...corner].join(' ') }), centre && t('centreMarks', { values: [...centre].join(' ') }), colour && t('colourOf', { n: [...colour].join(' ') })].filter(Boolean).join(', ');
}
