// A board for those who hear it: rows of cells, each with its place and value as its name, of which one is current; and
// a line that is read aloud whenever it changes.
import { h } from './dom.js';

const MOST = 2_500; // cells that are all named; of a larger board those of the current row
const line = h('div', { id: 'heard', class: 'hidden', role: 'status', 'aria-live': 'polite' });
document.body.append(line);

export function say(text) {
  line.textContent = text;
}

let made = 0;
const grids = [];

// In another language.
export function renamed() {
  line.textContent = '';
  for (const grid of grids) grid.renameNow();
}

export class HeardGrid {
  // names(key) -> the name of a cell
  constructor(root, names) {
    Object.assign(this, { root, names, id: `grid${(made += 1)}`, rows: [], cells: new Map() });
    this.list = h('div', { class: 'hidden' , role: 'rowgroup' });
    root.append(this.list);
    grids.push(this);
  }

  // rows: lists of keys, which are texts.
  set(rows) {
    const now = JSON.stringify(rows);
    if (now !== this.known) {
      this.known = now;
      this.rows = rows;
      this.whole = rows.reduce((sum, row) => sum + row.length, 0) <= MOST;
      this.root.setAttribute('aria-rowcount', rows.length);
      this.#lay(this.whole ? rows.map((_, i) => i) : []);
    }
    this.rename();
  }

  #lay(some) {
    this.cells = new Map(some.flatMap((i) => this.rows[i].map((key) => [key, h('div', { role: 'gridcell', id: `${this.id}-${key}` })])));
    this.list.replaceChildren(...some.map((i) => h('div', { role: 'row', 'aria-rowindex': i + 1 }, ...this.rows[i].map((key) => this.cells.get(key)))));
  }

  // Names that have changed; many changes of one moment are looked at once.
  rename() {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      this.renameNow();
    });
  }

  renameNow() {
    for (const [key, cell] of this.cells) {
      const name = this.names(key);
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
    }
  }

  // The cell that is current, or null.
  mark(key) {
    if (key === null) return this.root.removeAttribute('aria-activedescendant');
    if (!this.whole && !this.cells.has(key)) this.#lay([this.rows.findIndex((row) => row.includes(key))].filter((i) => i >= 0));
    this.cells.get(key)?.setAttribute('aria-label', this.names(key));
    return this.root.setAttribute('aria-activedescendant', `${this.id}-${key}`);
  }
}

// Keys in rows by the first part of their place.
export function inRows(places, keyOf) {
  const rows = new Map();
  for (const place of places) {
    const [y] = place;
    rows.set(y, [...(rows.get(y) ?? []), keyOf(place)]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, keys]) => keys);
}
