// What is told of a board that was checked, of a sudoku as of a genre.
import { h } from './dom.js';
import { t } from './language.js';

// The cells that a sentence of the server names, from 0.
export const cellsIn = (text) => [...text.matchAll(/R(\d+)C(\d+)/g)].map(([, r, c]) => [Number(r) - 1, Number(c) - 1]);

// `found`: {open, broken, more}, or nothing.
export const faults = (found) => (found?.broken ?? []).flatMap(cellsIn);

export const solved = (found) => Boolean(found) && !found.open && !found.broken.length;

export function verdict(found) {
  if (!found) return [];
  if (!found.broken.length) return [h('p', { class: 'verdict' }, found.open ? t('noFaultYet', { n: found.open }) : t('boardFits'))];
  const more = found.more ? [h('p', { class: 'help' }, t('moreFaults', { n: found.more }))] : [];
  return [h('p', { class: 'verdict wrong' }, t('boardBreaks')), h('ul', { class: 'told', lang: 'en', translate: 'no' }, ...found.broken.map((words) => h('li', {}, words))), ...more];
}
