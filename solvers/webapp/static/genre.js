// The editor of genres: tools for what is given and for the board, all as the server describes them.
import { faults, verdict } from './checked.js';
import { button, field, h, s, select } from './dom.js';
import { galleryOfGenres } from './genres.js';
import { turning } from './grid.js';
import { guessing } from './guess.js';
import { t } from './language.js';
import { drawn as noteMarks, MODES, noted, spoken } from './marks.js';
import { get } from './net.js';
import { keyOf, keypad, placeOf, placesOf, roomOf, SheetBoard } from './sheet.js';

const MOST = 100; // rows and columns
const MOST_WAITING = 10; // requests: what is entered beyond them goes with the last one
const OTHER = ['title', 'source', 'symmetry', 'where']; // keys that no tool enters
const NAMES = { shade: 'toolShade', number: 'toolNumber', symbol: 'toolSymbol', diagonal: 'toolDiagonal', line: 'toolLine', wall: 'toolWall',
  edge: 'toolEdge', sign: 'toolSign', ship: 'toolSign', signed: 'toolSign', arrow: 'toolArrow', sums: 'toolSums', rooms: 'toolRooms' };
const NOTES = MODES.slice(1).map((name) => ({ part: 'note', name, at: 'cell', entry: name === 'colour' ? 'colour' : 'notes', ink: '1' })); // a person's own
const PLACES = { corner: 'atCorner', edge: 'atEdge', room: 'atRoom', line: 'atRows', side: 'atSide' };

const maps = (own) => new Map(Object.entries(own).map(([name, rows]) => [name, new Map(rows.map(([y, x, text]) => [keyOf(y, x), text]))]));
const sets = (own) => new Map(Object.entries(own).map(([name, rows]) => [name, new Set(rows.map(([y, x]) => keyOf(y, x)))]));
const values = (rows) => new Map(rows.map(([name, y, x, value]) => [`${name}|${keyOf(y, x)}`, value]));
const unkeyed = (key) => {
  const cut = key.lastIndexOf('|');
  return [key.slice(0, cut), ...placeOf(key.slice(cut + 1))];
};
const plain = (kept) => Object.fromEntries([...kept].map(([name, own]) => [name, own instanceof Set ? [...own].map(placeOf) : [...own].map(([key, text]) => [...placeOf(key), text])]));

export function genre(app) {
  let sheet = null; // what the server told last
  let shown = null; // the same as maps: what its picture shows
  let own = null; // what is entered: genre, rows, columns, clues, walls, known, board, marks, guesses
  let tool = null;
  let busy = false; // entries are being sent
  let begun = false; // the first of them is
  let waiting = []; // requests for what was entered since, one for each entry: each can be undone
  let check = false;
  const made = {}; // of what the tools, the keypad and the fields were made: a hand may be on them

  const board = new SheetBoard({ get: value, put, done: () => send(), tab: switched, spell: () => keys.querySelector('input')?.focus(), marks, over, says });

  // ---- what is entered

  const layerKey = (place) => `${tool.name}|${keyOf(...place)}`;
  const roomPlace = (place) => (tool.at === 'room' ? roomOf(own.walls.get(tool.rooms) ?? new Set(), own.rows, own.columns, place)[0] : place);

  const cellAt = ([y, x]) => keyOf((y - 1) / 2, (x - 1) / 2); // as marks name it
  const tools = () => [...sheet.tools, ...NOTES];

  function value(place) {
    if (tool.part === 'note') return own.marks[cellAt(place)]?.[tool.name] || undefined;
    if (tool.part === 'layer') return own.known.get(layerKey(place)) ?? own.board.get(layerKey(place));
    if (tool.entry === 'walls') return own.walls.get(tool.name).has(keyOf(...place)) ? 1 : undefined;
    return own.clues.get(tool.name).get(keyOf(...roomPlace(place)));
  }

  // What is at a place, in words.
  function says(place) {
    return [tool.part === 'note' ? '' : entry(place), spoken(own.marks[cellAt(place)])].filter(Boolean).join(', ');
  }

  function entry(place) {
    const given = value(place);
    if (given === undefined) return '';
    if (tool.entry === 'line' || tool.entry === 'walls') return t(given ? 'lineHere' : 'noLine');
    if (tool.part === 'layer' && tool.tool === 'shade') return t(given ? 'shadedHere' : 'notShaded');
    return String(tool.part === 'layer' && tool.entry === 'choice' ? tool.choices.find(([number]) => number === given)?.[1] ?? given : given);
  }

  function put(place, given) {
    if (tool.part === 'note') own.marks = noted(own.marks, cellAt(place), tool.name, given ?? '');
    else if (tool.part === 'layer') {
      const key = layerKey(place);
      if (!part.checked && own.known.has(key)) return;
      for (const kept of [own.known, own.board]) kept.delete(key);
      if (given !== undefined) own[part.checked ? 'known' : 'board'].set(key, given);
    } else if (tool.entry === 'walls') {
      own.walls.get(tool.name)[given === undefined ? 'delete' : 'add'](keyOf(...place));
    } else {
      const clues = own.clues.get(tool.name);
      if (given === undefined) clues.delete(keyOf(...roomPlace(place)));
      else clues.set(keyOf(...roomPlace(place)), given);
    }
  }

  const rows = (kept) => [...kept].map(([key, given]) => [...unkeyed(key), given]);
  const entered = () => ({ board: rows(own.board), walls: plain(own.walls), marks: own.marks, guesses: own.guesses });

  function request() {
    const other = Object.fromEntries(OTHER.filter((key) => key in app.state.data).map((key) => [key, app.state.data[key]]));
    const entries = { genre: own.genre, rows: own.rows, columns: own.columns, clues: plain(own.clues), known: rows(own.known), other, check, ...entered() };
    check = false;
    return { sheet: entries, own: entered() };
  }

  // One request at a time.
  async function send(keep = true) {
    waiting = [...waiting.slice(0, MOST_WAITING - 1), [request(), keep]];
    board.draw();
    if (busy) return;
    busy = true;
    await app.taking; // what was asked for before comes first
    begun = true;
    let taken;
    while (waiting.length) {
      const [asked] = waiting;
      waiting = waiting.slice(1);
      taken = await app.take(...asked); // the next one goes at once, before anything that waits for this one
    }
    busy = begun = false;
    if (!taken && app.state.error) { // what is refused does not stay
      adopt(app.state);
      wholes();
      board.draw();
    }
  }

  function adopt(state) {
    own = { genre: sheet.genre, rows: sheet.rows, columns: sheet.columns, clues: maps(sheet.clues), walls: sets(sheet.walls), known: values(sheet.known), board: values(sheet.board), marks: state.own?.marks ?? {}, guesses: state.own?.guesses ?? [] };
    for (const [key, walls] of Object.entries(state.own?.walls ?? {})) for (const [y, x] of walls) own.walls.get(key)?.add(keyOf(y, x));
  }

  // A sheet of that genre without clues.
  const fresh = (name, down, across) => app.take({ sheet: { genre: name, rows: down, columns: across } });

  function resized() {
    const [down, across] = size.map((input) => Math.max(1, Math.min(MOST, Math.trunc(Number(input.value)) || 1)));
    const moved = (kept, at) => {
      const fits = new Set(placesOf(at, down, across).map((place) => keyOf(...place)));
      const far = (n, before, now) => (n === 2 * before + 1 ? 2 * now + 1 : n); // at the end of a line
      const place = ([y, x]) => (at === 'side' ? keyOf(far(y, own.rows, down), far(x, own.columns, across)) : keyOf(y, x));
      const found = kept instanceof Set ? [...kept].map((key) => place(placeOf(key))).filter((key) => fits.has(key)) : [...kept].map(([key, text]) => [place(placeOf(key)), text]).filter(([key]) => fits.has(key));
      return kept instanceof Set ? new Set(found) : new Map(found);
    };
    for (const one of sheet.tools) {
      if (one.part === 'clue' && one.entry === 'walls') own.walls.set(one.name, moved(own.walls.get(one.name), one.at));
      else if (one.part === 'clue' && one.at !== 'board') own.clues.set(one.name, moved(own.clues.get(one.name), one.at));
    }
    const inside = ([, y, x]) => y <= 2 * down && x <= 2 * across;
    for (const name of ['known', 'board']) own[name] = new Map([...own[name]].filter(([key]) => inside(unkeyed(key))));
    own.marks = Object.fromEntries(Object.entries(own.marks).filter(([key]) => { const [r, c] = placeOf(key); return r < down && c < across; }));
    [own.rows, own.columns] = [down, across];
    send();
  }

  function cleared(clues) {
    own.board.clear();
    Object.assign(own, { marks: {}, guesses: [] });
    if (clues) {
      own.known.clear();
      for (const kept of own.walls.values()) kept.clear();
      for (const one of sheet.tools) if (one.at !== 'board') own.clues.get(one.name)?.clear();
    }
    send();
  }

  // ---- over the picture: what it does not show yet, what is certainly empty, walls that end

  function marks() {
    if (!own || !shown) return [];
    const found = [];
    for (const one of sheet.tools) {
      if (one.part === 'clue' && one.entry === 'walls') {
        for (const key of own.walls.get(one.name)) if (!shown.walls.get(one.name)?.has(key)) found.push(bar(placeOf(key), 'corner', 'pending dashed'));
        for (const key of shown.walls.get(one.name) ?? []) if (!own.walls.get(one.name).has(key)) found.push(bar(placeOf(key), 'corner', 'gone'));
      } else if (one.part === 'clue' && one.at !== 'board') {
        const [now, then] = [own.clues.get(one.name), shown.clues.get(one.name) ?? new Map()];
        for (const key of new Set([...now.keys(), ...then.keys()])) if (now.get(key) !== then.get(key)) found.push(...text(placeOf(key), now.get(key) ?? ''));
      }
    }
    const layers = new Map(sheet.tools.filter((one) => one.part === 'layer').map((one) => [one.name, one]));
    const [now, then] = [new Map([...own.known, ...own.board]), new Map([...shown.known, ...shown.board])];
    for (const key of new Set([...now.keys(), ...then.keys()])) {
      const [name, ...place] = unkeyed(key);
      const one = layers.get(name);
      if (!one) continue;
      const given = now.get(key);
      if (given !== then.get(key)) found.push(...changed(one, place, given));
      if (given === 0) found.push(...nought(one, place));
    }
    return [...notes(now, layers), ...guessed(layers), ...found, ...possible(now), ...faults(sheet.checked).map(faulty)];
  }

  // The person's marks; signs only in cells that have none of the puzzle or the board.
  function notes(now, layers) {
    const { half } = sheet.frame;
    const corner = (key) => board.spot(placeOf(key).map((n) => 2 * n + 1)).map((n) => n - half);
    const cell = (key) => { const [x, y] = corner(key); return { key, x, y }; };
    const taken = new Set([...now].filter(([, given]) => given).map(([key]) => unkeyed(key)).filter(([name]) => ['number', 'choice'].includes(layers.get(name)?.entry) && layers.get(name).tool !== 'shade').map(([, ...place]) => cellAt(place)));
    for (const one of sheet.tools) if (one.part === 'clue' && one.at === 'cell') for (const key of own.clues.get(one.name).keys()) taken.add(cellAt(placeOf(key)));
    return noteMarks(own.marks, { side: 2 * half, at: { get: cell } }, ({ key }) => !taken.has(key)).flat();
  }

  // Places of what was entered since the last guess.
  function guessed(layers) {
    const { half } = sheet.frame;
    return [...guess.places()].map((place) => place.split(',')).map(([name, y, x]) => [layers.get(name), [Number(y), Number(x)]]).filter(([one]) => one).map(([one, place]) => {
      const [x, y] = board.spot(place);
      if (one.entry === 'line') return bar(place, one.joins, 'guessed');
      return s('rect', { class: 'guessed', x: x - half * 0.9, y: y - half * 0.9, width: half * 1.8, height: half * 1.8 });
    });
  }

  // What the places that are open may be: a value that is certain is drawn, several are listed small.
  function possible(now) {
    if (!app.live) return [];
    const { half } = sheet.frame;
    return sheet.tools.filter((one) => one.part === 'layer').flatMap((one) => {
      const closed = new Set((one.closed ?? []).map(([y, x]) => keyOf(y, x)));
      const texts = one.entry === 'choice' ? new Map(one.choices.map(([value, text]) => [text, value])) : null;
      return placesOf(one.at, own.rows, own.columns).flatMap((place) => {
        const [r, c] = [one.top + (place[0] - one.first) / one.step, (place[1] - one.first) / one.step];
        const known = app.live.at.get(`${r},${c}`);
        if (!known || closed.has(keyOf(...place)) || now.has(`${one.name}|${keyOf(...place)}`)) return [];
        const [x, y] = board.spot(place);
        if (one.entry === 'line') return known.length > 1 ? [] : known[0] === '.' ? nought(one, place) : [bar(place, one.joins, 'certain')];
        if (known.length > 1) {
          const label = known.filter((text) => text !== '.').join(' ');
          return known.length > 9 ? [] : [s('text', { class: 'may', x, y: y + half * 0.62, 'font-size': (half * Math.min(0.5, 3 / label.length)).toFixed(1) }, label)];
        }
        const value = texts ? texts.get(known[0]) ?? 0 : known[0];
        if (known[0] === '.' || value === 0) return nought(one, place);
        if (one.tool === 'shade') return [s('rect', { class: 'certain', x: x - half * 0.55, y: y - half * 0.55, width: half * 1.1, height: half * 1.1 })];
        return [s('text', { class: 'sure', x, y, 'font-size': (half * 0.9).toFixed(1) }, known[0])];
      });
    });
  }

  function faulty([r, c]) {
    const { half } = sheet.frame;
    const [x, y] = board.spot([2 * r, 2 * c]);
    return s('rect', { class: 'clash', x, y, width: 2 * half, height: 2 * half });
  }

  function bar(place, joins, kind) {
    const [x, y] = board.spot(place);
    const { half } = sheet.frame;
    const level = (place[0] % 2 === 0) === (joins === 'corner');
    return s('line', { class: kind, x1: x - (level ? half : 0), x2: x + (level ? half : 0), y1: y - (level ? 0 : half), y2: y + (level ? 0 : half) });
  }

  function text(place, label) {
    const [x, y] = board.spot(place);
    const { half } = sheet.frame;
    return [s('rect', { class: 'veil', x: x - half * 0.8, y: y - half * 0.8, width: half * 1.6, height: half * 1.6 }), s('text', { class: 'pending', x, y }, String(label))];
  }

  function changed(one, place, given) {
    if (one.entry === 'line') return [bar(place, one.joins, given ? 'pending' : 'gone')];
    const [x, y] = board.spot(place);
    const { half } = sheet.frame;
    if (one.tool === 'shade' && given) return [s('rect', { class: 'shading', x: x - half, y: y - half, width: 2 * half, height: 2 * half })];
    const label = one.entry === 'choice' ? one.choices.find(([number]) => number === given)?.[1] ?? '' : given ?? '';
    return text(place, given ? label : '');
  }

  // A dot in a cell, and a cross where there is known to be no line.
  function nought(one, place) {
    const [x, y] = board.spot(place);
    const { half } = sheet.frame;
    if (one.entry !== 'line') return [s('circle', { class: 'nought', cx: x + half * 0.6, cy: y + half * 0.6, r: half * 0.14 })];
    const d = half * 0.22;
    return [s('path', { class: 'nought', d: `M${x - d} ${y - d}l${2 * d} ${2 * d}M${x - d} ${y + d}l${2 * d} ${-2 * d}` })];
  }

  // What is known of a place of the layer, where all solutions were looked at.
  function over(place) {
    if (tool.part !== 'layer' || !place) return app.pointed(null);
    const { step, first, top } = tool;
    const [r, c] = place.map((n) => (n - first) / step);
    const several = sheet.tools.filter(({ part: kind }) => kind === 'layer').length > 1;
    return app.pointed({ r: top + r, c, place, layer: several ? tool.name : '' });
  }

  // ---- the form, and what stands around the board

  const name = select([], '', (chosen) => fresh(chosen, own?.rows ?? 6, own?.columns ?? 6), { id: 'genre' });
  const size = [1, 2].map(() => h('input', { type: 'number', min: 1, max: MOST }));
  for (const input of size) input.addEventListener('change', resized);
  const part = h('input', { type: 'checkbox', id: 'given' });
  const whole = h('div', { class: 'row' }); // clues of the board as a whole
  const link = h('input', { id: 'puzzlink', spellcheck: 'false', placeholder: 'puzz.link/p?…' });
  link.addEventListener('change', () => link.value.trim() && app.load(link.value.trim(), 'puzzle'));
  const rules = h('ul', { class: 'told', lang: 'en', translate: 'no' });
  const source = h('p', { class: 'help', lang: 'en', translate: 'no' });
  const form = h('div', { class: 'form' }, h('div', { class: 'row' }, field('oneGenre', name), button('genres', () => galleryOfGenres(app, fresh), { id: 'genres' })),
    h('div', { class: 'row' }, field('rows', size[0]), field('columns', size[1]), ...turning(app.turn)), whole,
    h('label', { class: 'tick' }, part, h('span', { t: 'partOfPuzzle' })), field('puzzlink', link, 'field tall'),
    h('h3', { t: 'rules' }), rules, source, h('p', { class: 'help', t: 'sheetHelp' }));
  const bar1 = h('div', { class: 'tools', role: 'group', label: 'tool' });
  const keys = h('div', { class: 'keys', role: 'group', label: 'keypad' });
  const told = h('div', { id: 'checked', role: 'status' });
  const guess = guessing(() => own && entered(), ({ board: now, marks: kept, guesses }) => {
    part.checked = false;
    Object.assign(own, { board: values(now), marks: kept, guesses });
    send();
  });
  const actions = h('div', { class: 'row actions' }, button('checkBoard', () => { check = true; send(false); }, { id: 'check' }), button('clearBoard', () => cleared(false)), button('clearAll', () => cleared(true)), ...guess.buttons);
  const drawn = board.root;
  form.prepend(h('div', { class: 'pad' }, bar1, keys, actions, told));

  let asked = false;

  // The first sheet asks for what there is.
  async function learned() {
    if (asked) return;
    asked = true;
    const list = await get('/api/genres');
    name.append(...list.map((one) => h('option', { value: one.name, lang: 'en', translate: 'no' }, one.title)));
    named();
  }

  function named() {
    const other = sheet && !(typeof sheet.genre === 'string');
    name.querySelector('[data-own]')?.remove();
    if (other) name.prepend(h('option', { value: '', 'data-own': '', translate: 'no' }, sheet.title || sheet.name));
    name.value = sheet && !other ? sheet.genre : '';
  }

  const titled = ({ name: key }) => h('span', { translate: 'no' }, key.replaceAll('_', ' '));
  const label = (one) => (one.part === 'note' ? [h('span', { t: one.name })] : [titled(one), h('small', { t: PLACES[one.at] && one.part === 'clue' && one.entry !== 'walls' ? PLACES[one.at] : NAMES[one.tool] ?? 'toolOther' })]);

  const other = (what, ...of) => {
    const now = JSON.stringify(of);
    if (made[what] === now) return false;
    made[what] = now;
    return true;
  };

  function toolbar() {
    if (!other('tools', ...sheet.tools.map((one) => [one.part, one.name, one.tool, one.at]))) return;
    const parts = [['clue', 'clues'], ['layer', 'theBoard'], ['note', 'notes']].map(([kind, key]) => [key, tools().filter((one) => one.part === kind && one.at !== 'board')]);
    bar1.replaceChildren(...parts.filter(([, list]) => list.length).map(([key, list]) => h('div', { class: 'kind' }, h('small', { t: key }),
      ...list.map((one) => h('button', { type: 'button', class: 'tool', 'aria-pressed': String(one === tool), 'data-tool': `${one.part}:${one.name}`, onclick: () => chosen(one) }, ...label(one))))));
  }

  function chosen({ part: kind, name: called }) {
    use(tools().find((one) => one.part === kind && one.name === called));
    board.grid.focus({ preventScroll: true });
  }

  function use(one) {
    tool = one;
    board.use(one);
    for (const each of bar1.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each.dataset.tool === `${one.part}:${one.name}`));
    keyboard(one.entry === 'walls' ? [[' ', '┃']] : keypad(one), one.entry === 'text');
    inked();
    board.draw();
  }

  // Keys of signs; where the page knows no sign, a field for the text of a clue at the cursor.
  function keyboard(shapes, asText) {
    if (!other('keys', shapes, asText, tool.entry)) return;
    const written = (event) => {
      board.write(event.target.value.trim());
      event.target.value = '';
    };
    const back = (event) => event.key === 'Enter' && board.grid.focus({ preventScroll: true }); // a change is heard then
    const fields = asText ? [field('clue', h('input', { size: 12, onchange: written, onkeydown: back }), 'beside')] : [];
    const press = (char) => () => {
      board.cursorStays = true;
      board.press(char);
      board.draw();
    };
    const ink = (char) => () => { // which strokes paint from now on
      tool.ink = char;
      inked();
    };
    const colour = tool.entry === 'colour';
    keys.replaceChildren(...fields, ...shapes.map(([char, shape]) => h('button', { type: 'button', class: colour ? `key swatch colour${char}` : 'key', translate: 'no', 'data-key': char, onclick: colour ? ink(char) : press(char) }, shape)),
      h('button', { type: 'button', class: 'key', label: 'clear', onclick: press('Delete') }, '⌫'));
  }

  function inked() {
    for (const each of keys.querySelectorAll('.swatch')) each.setAttribute('aria-pressed', String(each.dataset.key === tool.ink));
  }

  // Tab goes through the tools, and leaves the board behind the last one.
  function switched(back) {
    const list = tools().filter((one) => one.at !== 'board');
    const next = list[list.indexOf(tool) + (back ? -1 : 1)];
    if (next) use(next);
    return Boolean(next);
  }

  function wholes() {
    const list = sheet.tools.filter((one) => one.part === 'clue' && one.at === 'board');
    if (!other('wholes', list)) {
      for (const input of whole.querySelectorAll('[data-clue]')) if (document.activeElement !== input) input.value = own.clues.get(input.dataset.clue).get('-1,-1') ?? '';
      return;
    }
    whole.replaceChildren(...list.map((one) => {
      const now = own.clues.get(one.name).get('-1,-1') ?? '';
      const given = (text) => {
        const kept = own.clues.get(one.name);
        if (text) kept.set('-1,-1', text);
        else kept.delete('-1,-1');
        send();
      };
      const input = one.entry === 'choice' ? select([['', '–'], ...one.choices.map((text) => [text, text])], now, given, { 'data-clue': one.name, translate: 'no' })
        : h('input', { size: one.entry === 'text' ? 16 : 6, value: now, 'data-clue': one.name, onchange: (event) => given(event.target.value.trim()) });
      return h('label', { class: 'field' }, titled(one), input);
    }));
  }

  return {
    form,
    board: drawn,
    solvable: true, // by hand
    tabled: () => board.draw(),
    fits: (data, state) => Boolean(state.sheet),
    update(state) {
      const same = sheet && JSON.stringify(state.sheet.genre) === JSON.stringify(sheet.genre);
      sheet = state.sheet;
      learned();
      shown = { clues: maps(sheet.clues), walls: sets(sheet.walls), known: values(sheet.known), board: values(sheet.board) };
      if (!same || !((begun && waiting.length) || board.stroke)) { // else more was entered than this picture shows
        adopt(state);
        waiting = [];
      }
      board.set(sheet, state.svg);
      const kept = tool && same && tools().find((one) => one.part === tool.part && one.name === tool.name);
      tool = kept || sheet.tools.find((one) => one.at !== 'board');
      toolbar();
      guess.show();
      use(tool);
      named();
      wholes();
      [own.rows, own.columns].forEach((number, i) => { if (document.activeElement !== size[i]) size[i].value = number; });
      if (document.activeElement !== link) link.value = sheet.link ?? '';
      rules.replaceChildren(...sheet.rules.map((says) => h('li', {}, says)));
      source.textContent = sheet.source;
      told.replaceChildren(...verdict(sheet.checked));
    },
  };
}
