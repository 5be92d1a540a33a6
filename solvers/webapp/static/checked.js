// What is told of a board that was checked, of a sudoku as of a genre.
import { h } from './dom.js';
import { known, t } from './language.js';

// The cells that a sentence of the server names, from 0.
export const cellsIn = (text) => [...text.matchAll(/R(\d+)C(\d+)/g)].map(([, r, c]) => [Number(r) - 1, Number(c) - 1]);

// `found`: {open, broken, more}, or nothing.
export const faults = (found) => (found?.broken ?? []).flatMap(cellsIn);

export const solved = (found) => Boolean(found) && !found.open && !found.broken.length;

// A sentence of the server in the page's language, as far as it is known there.
function told(sentence) {
  const words = known(sentence);
  return words === null ? h('li', { lang: 'en', translate: 'no' }, sentence) : h('li', {}, words);
}

export function verdict(found) {
  if (!found) return [];
  if (!found.broken.length) return [h('p', { class: 'verdict' }, found.open ? t('noFaultYet', { n: found.open }) : t('boardFits'))];
  const more = found.more ? [h('p', { class: 'help' }, t('moreFaults', { n: found.more }))] : [];
  return [h('p', { class: 'verdict wrong' }, t('boardBreaks')), h('ul', { class: 'told' }, ...found.broken.map(told)), ...more];
}
