// The page: one puzzle as text, an editor of its family, and the jobs that search it.
import { solved } from './checked.js';
import { button, field, h, iconButton, menu, select } from './dom.js';
import { ask, Failed, get, packed, post, Told, unpacked } from './net.js';
import { turnedRows } from './grid.js';
import { renamed } from './heard.js';
import { live } from './live.js';
import { packing } from './packing.js';
import { plainBoard } from './plain.js';
import { results } from './results.js';
import { choose, current, heard, t, translate } from './language.js';
import { clock, zoom } from './strip.js';

// Families are words of a puzzle's text: no word may find what every object has, such as `constructor`.
const bare = (own) => Object.assign(Object.create(null), own);

const START = bare({
  packing: 'puzzle: packing\nboard: 6x10\npieces: pentominoes\n',
  sudoku: 'puzzle: sudoku\ngrid: |\n  ....1.2..\n  157.6....\n  .6..4..5.\n  ..6.8....\n  9..1.7...\n  .7...28..\n  .......34\n  4.....9.7\n  ....2...5\n',
  nonogram: 'puzzle: nonogram\nrows: [[1, 1], [5], [5], [3], [1]]\ncolumns: [[2], [4], [4], [4], [2]]\n',
  dissection: 'puzzle: dissection\nfrom: |\n  ###\n  #.#\n  ###\nto: 2x4\n',
  genre: 'puzzle: slitherlink\nclues: |\n  2..1.\n  .2..1\n  ..2..\n  3..3.\n  .0..3\n',
  formula: 'puzzle: formula\nformat: xcsp3\ntext: |\n  <instance format="XCSP3" type="CSP">\n    <variables>\n      <array id="x" size="[3]"> 1..9 </array>\n    </variables>\n    <constraints>\n      <allDifferent> x[] </allDifferent>\n      <sum> <list> x[] </list> <condition> (eq,8) </condition> </sum>\n    </constraints>\n  </instance>\n',
});
const LINKS = { sudokupad: 'SudokuPad', penpa: 'Penpa+', puzzlink: 'puzz.link', fpuzzles: 'f-puzzles', tatham: 'Tatham' };
const LATER = ['sudoku', 'nonogram', 'dissection', 'genre', 'formula']; // whose editors are asked for when they are needed first
const MOST = 200; // states to which one can go back
const $ = (id) => document.getElementById(id);
function frozen(value) {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const present = ({ text, own }) => ({ text, own: own ?? null }); // what differs between two states

class App {
  state = { text: '', data: {}, family: 'packing' };
  // Of each family what is there, and what was there before and after it: {now, past, future}. These are whole states, frozen,
  // so that going back to one waits for nothing: an edit that follows at once is one of that state.
  tabs = Object.create(null);
  name = 'puzzle';
  cell = null; // that is pointed at
  last = null; // that was pointed at last
  live = null; // what each cell may be, where that is asked at each change
  table = null; // shares: {total, cells, whole}
  steps = null;
  step = 0;
  taking = null; // a promise: what was asked for last was taken
  asking = null; // ends the request for a text: one that is overtaken is dropped

  async start() {
    addEventListener('unhandledrejection', (event) => {
      if (!(event.reason instanceof Failed || event.reason instanceof Told)) return;
      event.preventDefault();
      this.failed(event.reason);
    });
    this.editors = bare({ packing: packing(this) });
    this.results = results(this);
    this.lively = live(this);
    this.plain = plainBoard();
    this.clock = clock();
    $('strip').append(this.clock.root, ...zoom($('drawn')));
    $('below').prepend(this.lively.row);
    this.#bar();
    this.#source();
    $('language').addEventListener('click', () => {
      choose(current() === 'en' ? 'ja' : 'en');
      this.said('');
      this.show();
      this.results.show();
      renamed();
    });
    addEventListener('hashchange', () => this.#fromLink());
    addEventListener('popstate', ({ state }) => state?.family && this.#tab(state.family));
    addEventListener('keydown', (event) => this.#keys(event));
    $('form').addEventListener('click', ({ detail, target }) => { // by a pointer: what is typed then goes to the board
      if (detail && target.closest('.pad [role=group] button')) $('drawn').querySelector('[role=grid]')?.focus({ preventScroll: true });
    }, { capture: true });
    this.#dropping();
    const kept = JSON.parse(sessionStorage.getItem('puzzle') ?? 'null');
    if (!(await this.#fromLink())) {
      this.name = kept?.name ?? 'puzzle';
      await this.take({ text: kept?.text ?? START.packing, own: kept?.own });
    }
    history.replaceState({ family: this.state.family }, '');
    await this.results.restore();
  }

  // ---- the puzzle

  // A text or nodes.
  said(told, wrong = false) {
    $('notice').replaceChildren(...[told].flat());
    $('notice').classList.toggle('wrong', wrong);
  }

  failed(error) {
    this.said(error instanceof Failed ? heard(error.message, error.kind) : t(error instanceof Told ? error.message : 'gone'), true);
  }

  // Take what the server makes of the text, the mapping, or the sheet of a genre. `own`: what else was entered there;
  // `keep`: the state before can be gone back to.
  take(asked, keep = true) {
    return (this.taking = this.#take(asked, keep));
  }

  // Whatever was asked for was taken, and what followed from that.
  async settled() {
    for (let last; last !== this.taking;) await (last = this.taking);
  }

  async #take({ own: entered = null, ...asked }, keep) {
    this.asking?.abort();
    const own = (this.asking = new AbortController());
    let found;
    try {
      found = asked.sheet ? await post('/api/sheet', { name: this.name, ...asked.sheet }, own.signal)
        : await post('/api/read', { name: this.name, ...asked, board: entered?.board }, own.signal);
    } catch (error) {
      if (own === this.asking) this.#unread(error, asked.text);
      return false;
    }
    if (own !== this.asking) return false;
    if (found.many) {
      this.#many(found.many);
      return true;
    }
    const family = found.family ?? this.state.family;
    if (!(await this.#edited(family)) || own !== this.asking) return false;
    const tab = (this.tabs[family] ??= { now: null, past: [], future: [] });
    const state = { data: {}, ...found, family, own: entered };
    if (keep && tab.now && JSON.stringify(present(tab.now)) !== JSON.stringify(present(state))) this.#past(tab, tab.now);
    this.#present(tab, state);
    if (solved(found.checked ?? found.sheet?.checked)) this.clock.stop();
    return true;
  }

  #past(tab, state) {
    Object.assign(tab, { past: [...tab.past, state].slice(-MOST), future: [] });
  }

  // Show a state that is there.
  #present(tab, state) {
    const same = state.text === this.state.text;
    if (state.family !== this.state.family) this.last = null;
    this.state = tab.now = frozen(state);
    if (!same) [this.live] = [null, this.forget()];
    sessionStorage.setItem('puzzle', JSON.stringify({ ...present(state), name: this.name }));
    this.show();
  }

  // Is the editor of the family there? False if the server is gone.
  async #edited(family) {
    if (family in this.editors || !LATER.includes(family)) return true;
    try {
      this.editors[family] = (await import(`./${family}.js`))[family](this);
      return true;
    } catch (error) {
      console.error(error);
      this.failed(new Told('gone'));
      return false;
    }
  }

  // What cannot be read is said where the fault of a text is, in place of that of the text before.
  #unread(error, text) {
    if (!(error instanceof Failed)) {
      this.failed(error);
      return;
    }
    if (text !== undefined && text !== this.state.text) {
      this.state = { data: {}, text, family: this.state.family };
      this.forget();
    }
    this.state = { ...this.state, error: error.message, cause: error.kind, line: null };
    this.show();
  }

  async load(given, name) {
    const word = /^\s*(?:zenkai|https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:\d]*\/)#([\w-]{8,})\s*$/.exec(given)?.[1];
    let text = given;
    try {
      if (word) text = await unpacked(word);
    } catch (error) {
      this.failed(error);
      return false;
    }
    this.clock.reset();
    this.name = (name || 'puzzle').replace(/\.\w+$/, '').slice(0, 100) || 'puzzle';
    return this.take({ text });
  }

  // The puzzle as the server turns it, or flips it.
  turn = (how) => this.take({ data: this.state.data, turn: how === turnedRows ? 'turn' : 'flip' });

  // Which rules what was entered breaks.
  check() {
    return this.take({ text: this.state.text, own: this.state.own, check: true }, false);
  }

  edit(mutate, own = this.state.own) {
    const data = structuredClone(this.state.data);
    mutate(data);
    delete data.expect;
    this.state = { ...this.state, data, own };
    return this.take({ data, own });
  }

  // What a person has entered on the board, which is no part of the puzzle.
  enter(own) {
    const tab = this.tabs[this.state.family];
    if (!tab) return;
    this.#past(tab, this.state);
    this.#present(tab, { ...this.state, own, checked: null });
  }

  // What was found of another puzzle.
  forget() {
    this.table = this.steps = null;
    this.step = 0;
    this.results?.changed();
  }

  // Undo and redo, each within its tab.
  async go(from, to) {
    await this.settled(); // what was entered last can be undone too
    const tab = this.tabs[this.state.family];
    if (!tab?.[from].length) return;
    const before = tab[from].at(-1);
    tab[to] = [...tab[to], this.state];
    tab[from] = tab[from].slice(0, -1);
    this.#present(tab, before);
  }

  // What was there before in the tab of a family, or something to begin with.
  #tab(family) {
    const tab = this.tabs[family];
    if (!tab) return this.take({ text: START[family] }, false);
    this.asking?.abort();
    this.asking = null;
    return this.#present(tab, tab.now);
  }

  #opened(family) {
    if (family === this.state.family) return;
    history.pushState({ family }, '');
    this.#tab(family);
  }

  // ---- what is shown

  show() {
    const { state } = this;
    translate();
    const editor = this.editors[state.family];
    const works = this.#worked(editor);
    const form = works ? editor.form : h('p', { class: 'help', t: 'onlyText' });
    if ($('form').firstChild !== form) $('form').replaceChildren(form);
    if (!works) this.plain.show(state);
    const board = works ? editor.board : this.plain.root;
    if ($('drawn').firstChild !== board) $('drawn').replaceChildren(board);
    const place = state.line ? t('atLine', { n: state.line }) : '';
    $('fault').replaceChildren(...(state.error ? [place, ...heard(state.error, state.cause ?? 'puzzle')] : []));
    $('kind').textContent = state.error ? '' : state.kind === 'YAML' ? t('valid') : t('read', { kind: state.kind });
    if (document.activeElement !== this.area) this.area.value = state.text;
    if (!works) $('source').open = true;
    const tab = this.tabs[state.family];
    this.undo.disabled = !tab?.past.length;
    this.redo.disabled = !tab?.future.length;
    this.#tabs();
    const links = (state.error ? [] : state.formats ?? []).map((to) => [to, LINKS[to] ? t('asLink', { name: LINKS[to] }) : t('asFile', { name: to.toUpperCase() })]);
    this.exports.replaceChildren(...links.map(([to, words]) => h('button', { type: 'button', 'data-to': to, onclick: () => this.#export(to) }, words)));
    this.clock.root.hidden = !editor?.solvable;
    document.body.classList.toggle('texted', !works && !state.svg);
    this.results?.show();
    this.lively?.changed();
  }

  // Can the puzzle be edited otherwise than as text? Whatever a stranger's text makes of an editor, the text remains.
  #worked(editor) {
    try {
      if (!editor?.fits(this.state.data, this.state)) return false;
      editor.update(this.state);
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }

  #tabs() {
    $('tabs').replaceChildren(...Object.keys(START).map((family) => button(family, () => this.#opened(family), { 'aria-current': this.state.family === family ? 'page' : null })));
  }

  // Which labels lie at a cell, in what share of the solutions.
  pointed(cell) {
    this.cell = cell;
    this.last = cell ?? this.last;
    const table = this.table ?? this.live;
    const own = cell && table && table.cells.find(([r, c]) => r === cell.r && c === cell.c);
    if (!own) {
      $('pointed').replaceChildren();
      return;
    }
    const shares = Object.entries(own[2]).sort((a, b) => b[1] - a[1]);
    const items = shares.map(([label, times]) => h('li', {}, h('b', {}, label), table.live ? '' : ` ${((100 * times) / table.total).toFixed(1)}%`));
    $('pointed').replaceChildren(h('strong', {}, t('sharesAt', cell.place ? { r: (cell.place[0] + 1) / 2, c: (cell.place[1] + 1) / 2 } : { r: cell.r + 1, c: cell.c + 1 })), h('ul', { class: 'shares' }, ...items));
  }

  tabled(table) {
    this.table = table;
    this.editors[this.state.family]?.tabled?.();
    this.pointed(this.cell);
  }

  stepped(steps, opened, step) {
    Object.assign(this, { steps, opened, step });
    const editor = this.editors[this.state.family];
    if (editor?.stepped) editor.update(this.state);
  }

  // ---- the bar: files, examples, the shelf, undo, sharing

  #bar() {
    const file = h('input', { type: 'file', class: 'hidden', label: 'file', tabindex: '-1' });
    file.addEventListener('change', () => file.files[0] && this.#open(file.files[0]));
    this.undo = iconButton('undo', 'undo', () => this.go('past', 'future'), { id: 'undo' });
    this.redo = iconButton('redo', 'redo', () => this.go('future', 'past'));
    this.examples = select([['', '', 'choose']], '', (name) => this.#example(name));
    this.shelf = select([['', '', 'choose']], '', (id) => this.#shelved(id));
    this.exports = h('div', { class: 'list', id: 'exports' });
    const name = h('input', { size: 14, label: 'name' });
    const save = async () => {
      if (!name.value.trim()) return name.focus();
      await post('/api/shelf', { name: name.value, text: this.state.text });
      this.name = name.value.trim().slice(0, 100);
      await this.#shelf();
    };
    this.label = name;
    const drop = async () => {
      if (this.held) await ask('DELETE', `/api/shelf/${this.held}`);
      this.held = null;
      await this.#shelf();
    };
    const group = (...inner) => h('div', { class: 'group' }, ...inner);
    const kept = h('div', {}, h('h3', { t: 'shelf' }), field('shelf', this.shelf, 'beside'), field('name', name, 'beside'), group(button('save', save, { 'data-stays': '' }), button('remove', drop, { 'data-stays': '' })));
    $('bar').append(this.undo, this.redo,
      menu('puzzle', 'folder', [group(button('file', () => file.click()), file), field('examples', this.examples, 'beside'), kept, h('p', { class: 'help', t: 'drop' })], { id: 'puzzle' }),
      menu('share', 'send', [h('div', { class: 'list' }, button('shareLink', () => this.#share())), this.exports], { id: 'share' }));
    $('puzzle').addEventListener('toggle', () => this.#examples(), { once: true });
  }

  // What the menu lists is asked for when it is opened first.
  async #examples() {
    this.#shelf();
    await get('/api/examples').then((names) => {
      const groups = Map.groupBy ? Map.groupBy(names, ([, family]) => family) : new Map([['', names]]);
      this.examples.append(...[...groups].map(([family, own]) => h('optgroup', { label: '' }, ...own.map(([value]) => h('option', { value, translate: 'no' }, value.split('/').at(-1))))));
      [...groups.keys()].forEach((family, i) => { this.examples.querySelectorAll('optgroup')[i].label = t(family); });
    });
  }

  async #example(name) {
    this.examples.value = '';
    if (!name) return;
    const found = await get(`/api/examples/${name}`);
    await this.load(found.text, found.name);
  }

  async #shelf() {
    const listed = await get('/api/shelf');
    this.shelf.replaceChildren(h('option', { value: '', t: 'choose' }), ...listed.map(({ id, name }) => h('option', { value: id, translate: 'no' }, name)));
  }

  async #shelved(id) {
    if (!id) return;
    const found = await get(`/api/shelf/${id}`);
    this.held = id;
    this.label.value = found.name;
    await this.load(found.text, found.name);
  }

  async #open(file) {
    if (file.size > 1 << 20) return this.said(t('bigFile', { name: file.name }), true);
    const read = (await this.load(await file.text(), file.name)) && !this.state.error;
    return this.said(read ? t('read', { kind: this.state.kind }) : '');
  }

  #many(puzzles) {
    const list = select([['', '', 'choose'], ...puzzles.map(({ name }, i) => [String(i), name])], '', (i) => i && this.load(puzzles[i].text, puzzles[i].name));
    $('notice').classList.remove('wrong');
    $('notice').replaceChildren(field('many', list));
    $('notice').querySelector('span').textContent = t('many', { n: puzzles.length });
  }

  #source() {
    this.area = h('textarea', { rows: 12, spellcheck: 'false', label: 'text' });
    const apply = () => this.take({ text: this.area.value });
    this.area.addEventListener('change', apply);
    $('source').append(h('p', { class: 'help', t: 'textHelp' }), this.area, button('apply', apply));
  }

  async #share() {
    const word = `#${await packed(this.state.text)}`; // which any page of zenkai takes, whatever its address
    const link = `${location.origin}/${word}`;
    try {
      await navigator.clipboard.writeText(`zenkai${word}`);
      this.said(`${t('shared')} `);
    } catch { // a page may not write there without leave
      this.said(`${t('sharedHere')} `);
    }
    $('notice').append(h('a', { href: link, id: 'link' }, t('link')));
  }

  // A file for the browser to keep, or a link of another program to be followed.
  async #export(to) {
    const { link, data, ending } = await post('/api/export', { text: this.state.text, name: this.name, to });
    if (link) {
      await navigator.clipboard?.writeText(link).catch(() => null);
      this.said([`${t('linkMade', { name: LINKS[to] })} `, h('a', { href: link, target: '_blank', rel: 'noopener noreferrer', id: 'link', translate: 'no' }, link.length > 80 ? `${link.slice(0, 80)}…` : link)]);
      return;
    }
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const at = URL.createObjectURL(new Blob([bytes]));
    h('a', { href: at, download: `${this.name}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(at), 60_000);
  }

  // A link fills the editor; it never starts a search.
  async #fromLink() {
    const word = location.hash.slice(1);
    if (!/^[\w-]{8,}$/.test(word)) return false;
    history.replaceState(null, '', '/');
    try {
      return await this.load(await unpacked(word), 'puzzle');
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  #keys(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches?.('input, textarea')) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.go('past', 'future');
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.go('future', 'past');
    else return;
    event.preventDefault();
  }

  // A file, or a text, that was dropped or pasted.
  #handed(data) {
    const file = data.files[0];
    const text = data.getData('text/plain');
    if (file) this.#open(file);
    else if (text) this.load(text, 'puzzle');
  }

  #dropping() {
    const over = (on) => (event) => {
      event.preventDefault();
      document.body.classList.toggle('dropping', on);
    };
    addEventListener('dragover', over(true));
    addEventListener('dragleave', over(false));
    addEventListener('drop', (event) => {
      over(false)(event);
      this.#handed(event.dataTransfer);
    });
    addEventListener('paste', (event) => {
      const link = event.target === this.area && /^\s*https?:\S+\s*$/.test(event.clipboardData.getData('text/plain'));
      if (link) {
        event.preventDefault();
        this.area.blur(); // it shows what the link holds
      }
      if (link || !event.target.matches?.('input, textarea')) this.#handed(event.clipboardData);
    });
    // Nothing is selected but cells: what is copied is the puzzle, which any page of zenkai takes by pasting.
    addEventListener('copy', (event) => {
      if (event.target.matches?.('input, textarea') || String(getSelection())) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', this.state.text);
      this.said(t('copied'));
    });
  }
}

const app = new App();
translate();
app.start();
