// What every cell may be, in all solutions, at each change of a sudoku or a genre: one question at a time, the newest text next.
// What is known is shown at once; for the rest the same is asked again.
import { button, h } from './dom.js';
import { heard, t } from './language.js';
import { Failed, post } from './net.js';

const FAMILIES = ['sudoku', 'genre'];
const LONGEST = 30_000; // ms for one puzzle
const tab = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export function live(app) {
  let asking = null;
  let asked = ''; // the text and the entries of the last question
  let since = 0; // when they were asked about first
  let more = false; // is the same asked again?
  const now = () => JSON.stringify([app.state.text, app.state.own?.board ?? null]);
  let found = null; // {cells, count, partial, more} of that text, or {error, kind}
  const on = h('input', { type: 'checkbox', id: 'live-on', checked: localStorage.getItem('live') === 'on' });
  const told = h('span', { id: 'live-told', role: 'status' });
  const row = h('div', { class: 'live row' }, h('label', { class: 'tick' }, on, h('span', { t: 'candidates' })), told);
  on.addEventListener('change', () => {
    localStorage.setItem('live', on.checked ? 'on' : 'off');
    if (!on.checked) asking?.abort();
    asked = '';
    changed();
  });

  function show() {
    const why = () => app.results.begin('none');
    const words = () => {
      if (asking || more) return [t('counting'), ' ', button('stop', () => { on.checked = false; on.dispatchEvent(new Event('change')); }, { class: 'small' })];
      if (!found) return [];
      if (found.error) return heard(found.error, found.kind);
      if (found.partial) return [t(found.count ? 'notAllKnown' : 'tooLong')];
      if (!found.count) return [h('strong', { class: 'wrong', t: 'none' }), ' ', button('whyNone', why, { class: 'small', id: 'live-why' })];
      return [t(found.count === 1 ? 'one' : 'several')];
    };
    const next = h('span', {}, ...words());
    if (next.textContent !== told.textContent) told.replaceChildren(...next.childNodes); // which is read aloud
    const works = found?.cells && found.cells.length;
    app.live = on.checked && works ? { total: 2, cells: found.cells, live: true, at: new Map(found.cells.map(([r, c, values]) => [`${r},${c}`, Object.keys(values)])) } : null;
    app.editors[app.state.family]?.tabled?.();
    app.pointed(app.cell);
  }

  async function changed() {
    row.hidden = !FAMILIES.includes(app.state.family);
    if (row.hidden || !on.checked || app.state.error) {
      [found, asked] = [null, ''];
      show();
      return;
    }
    if (asking || asked === now()) return;
    asked = now();
    since = performance.now();
    ask();
  }

  async function ask() {
    asking = new AbortController();
    const slow = setTimeout(show, 250); // what is quick is not announced
    try {
      found = await post('/api/live', { tab, text: app.state.text, name: app.name, board: app.state.own?.board }, asking.signal);
    } catch (error) {
      found = error instanceof Failed ? { error: error.message, kind: error.kind } : null;
    }
    clearTimeout(slow);
    asking = null;
    more = on.checked && asked === now() && Boolean(found?.more) && performance.now() < since + LONGEST;
    if (on.checked && asked !== now()) return changed(); // what is shown stays until the newer answer is there
    show();
    return more && ask();
  }

  return { row, changed };
}
