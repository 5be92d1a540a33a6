// The rules of a sudoku: pictures to choose from, drawn by a stroke over cells; each rule that is there can be picked on the
// board, moved, changed and deleted by itself. How a rule is stated the server says: `form` has places for cells and clue.
import { button, field, h, image, s, searchBox, searched } from './dom.js';
import { named, t } from './language.js';
import { get } from './net.js';

const CELL = /R(\d+)C(\d+)(?:-R(\d+)C(\d+))?/g;
const NAMED = ['kropki', 'xv']; // whose strokes stand below a name
const ACROSS = ['top', 'bottom', 'columns']; // sides whose clues are of columns
const MOST = 400; // rules that are listed one by one

// The cells that a text names, of a range those between.
function cellsOf(text) {
  const found = [];
  for (const [, r, c, r2, c2] of text.matchAll(CELL)) {
    const [from, to] = [[r, c], [r2 ?? r, c2 ?? c]].map((own) => own.map((n) => Number(n) - 1));
    const steps = Math.min(Math.max(...from.map((n, i) => Math.abs(n - to[i]))), 60);
    for (let k = 0; k <= steps; k += 1) found.push(from.map((n, i) => Math.round(n + ((to[i] - n) * k) / (steps || 1))));
  }
  return found;
}

const isMapping = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const asText = (value) => (Array.isArray(value) ? value.join(' ') : isMapping(value) ? JSON.stringify(value) : String(value ?? ''));

// The texts of a value, one by one, each with the way to it.
const inTurn = (way, value) => (Array.isArray(value) ? value.map((one, k) => [[...way, k], asText(one)]) : [[way, asText(value)]]);

// Every rule by itself: where it is in the data, its text, its cells, its clue. `rows`, `columns`: of the grid.
export function listed(rules, known, rows, columns) {
  const found = [];
  const form = (key) => known.find(({ name }) => name === key)?.form;
  const add = (key) => ([at, text]) => {
    const way = form(key(text));
    const parts = text.split(/\s*=\s*/);
    const clue = !way?.includes('{clue}') ? null : way.startsWith('{clue}') ? (parts.length > 1 ? parts[0] : '') : parts[1] ?? '';
    found.push({ at, key: key(text), text, clue, cells: cellsOf(text) });
  };
  const beside = (at, key, text) => text.split(/\s+/).filter(Boolean).forEach((word, k) => {
    const across = ACROSS.includes(at.at(-1));
    const cells = Array.from({ length: across ? rows : columns }, (_, n) => (across ? [n, k] : [k, n]));
    if (word !== '.') found.push({ at, side: k, key, text: word, clue: word, cells });
  });
  [rules ?? []].flat().forEach((entry, i) => {
    if (!isMapping(entry)) found.push({ at: [i], key: String(entry), text: '', clue: null, cells: [] });
    else for (const [base, value] of Object.entries(entry)) {
      const way = (text) => (base === 'little-killer' ? `${base}:${/(down|up)-(left|right)/.exec(text)?.[0]}` : base);
      if (!isMapping(value)) inTurn([i, base], value).forEach(add(way));
      else for (const [part, own] of Object.entries(value)) {
        const key = `${base}:${part}`;
        if (form(key) === 'side') beside([i, base, part], key, String(own));
        else inTurn([i, base, part], own).forEach(add(() => key));
      }
    }
  });
  return found.slice(0, MOST);
}

// Put the text in the place of a rule, or take the rule away (null): what is empty then goes too.
export function changed(rules, item, text) {
  const all = structuredClone([rules].flat());
  if (item.at.length === 1 && text === null) return all.filter((_, k) => k !== item.at[0]);
  const holders = item.at.reduce((chain, key) => [...chain, chain.at(-1)[key]], [all]);
  const last = item.at.at(-1);
  const holder = holders[item.at.length - 1];
  if (item.side !== undefined) {
    const words = String(holder[last]).split(/\s+/).filter(Boolean);
    words[item.side] = text ?? '.';
    if (words.some((word) => word !== '.')) holder[last] = words.join(' ');
    else delete holder[last];
  } else if (text !== null) holder[last] = text;
  else if (Array.isArray(holder)) holder.splice(last, 1);
  else delete holder[last];
  for (let k = item.at.length - 1; k > 0; k -= 1) {
    const own = holders[k];
    if (Object.keys(own).length) break;
    if (k === 1) all.splice(item.at[0], 1);
    else if (Array.isArray(holders[k - 1])) holders[k - 1].splice(item.at[k - 1], 1);
    else delete holders[k - 1][item.at[k - 1]];
  }
  return all;
}

export function ruled(app, board) {
  let known = []; // {name, kind, form, clue, svg}
  let items = [];
  let picked = -1; // the rule that is changed
  let armed = null; // the rule that the next stroke draws
  let redrawn = null; // the rule whose cells the next stroke replaces
  let stroke = null; // its cells, or how far the picked rule is moved
  let picking = false;
  const fresh = () => ({ cells: [], from: null, by: [0, 0] });

  // ---- what is chosen from

  const search = searchBox(() => shelved());
  const shelves = h('div', { class: 'shelves' });
  const picker = button('pickRule', () => arm(null, !picking), { 'aria-pressed': 'false', id: 'pick' });
  const told = h('p', { class: 'help', role: 'status' });
  const count = h('span', { class: 'count' });
  const own = h('div', { class: 'own', hidden: true });
  const list = h('ul', { class: 'rules' });
  const choose = h('details', { class: 'chooser', id: 'rules' }, h('summary', { t: 'addRule' }), search, shelves);
  const form = h('div', { class: 'ruled' }, h('div', { class: 'head2' }, h('h3', { t: 'rules' }), count, picker), told, own, list, choose);
  choose.addEventListener('toggle', () => choose.open && shelved());

  let asked = false;

  // The first sudoku asks for what there is.
  async function learned() {
    if (asked) return;
    asked = true;
    known = await get('/api/rules');
    update(app.state.data.rules);
    if (choose.open) shelved();
  }

  function shelved() {
    const fits = searched(search);
    const kinds = [...new Set(known.map(({ kind }) => kind))];
    shelves.replaceChildren(...kinds.flatMap((kind) => {
      const fitting = known.filter((one) => one.kind === kind && fits(`${one.name} ${named(one.name)} ${t(kind)}`));
      return fitting.length ? [h('h3', { t: kind }), h('div', { class: 'picks' }, ...fitting.map((one) =>
        h('button', { type: 'button', class: 'pick', 'data-rule': one.name, 'aria-pressed': String(one === armed), onclick: () => chosen(one) }, one.svg ? image(one.svg, '') : h('span', {}), h('span', { translate: named(one.name) === one.name.replace(':', ' ') ? 'no' : null }, named(one.name)))))] : [];
    }));
  }

  // Cells that are selected get the rule at once; else the next stroke over cells draws it.
  function chosen(one) {
    const cells = [...board.selected.values()];
    if (one.form === null || cells.length) {
      add(one, cells);
      board.selected.clear();
      arm(null);
    } else arm(one === armed ? null : one);
  }

  function arm(one, pick = false) {
    [armed, picking, redrawn] = [one, pick, null];
    picker.setAttribute('aria-pressed', String(pick));
    for (const each of shelves.querySelectorAll('.pick')) each.setAttribute('aria-pressed', String(each.dataset.rule === one?.name));
    told.textContent = one ? t('drawRule', { name: named(one.name) }) : pick ? t('pickHelp') : '';
    if (!pick) chose(-1);
  }

  // ---- rules in words of the data

  function stated(one, cells, clue) {
    const names = cells.map(board.name);
    const half = Math.floor(names.length / 2);
    const filled = { cells: names.join(' '), first: names[0] ?? '', rest: names.slice(1).join(' '), clue, greater: names.join(' > '), one: names.slice(0, half).join(' '), two: names.slice(half).join(' ') };
    return one.form.replace(/\{(\w+)\}/g, (_, word) => filled[word]).replace(/^ = /, '');
  }

  const middling = (cells) => String(Math.round((Math.max(1, cells.length) * (board.shown().symbols.length + 1)) / 2));

  function add(one, cells) {
    const [base, part] = one.name.split(':');
    const clue = one.clue === 'sum' ? middling(cells) : one.clue ?? '';
    if (one.form !== null && !cells.length) return;
    const last = { key: one.name };
    app.edit((data) => {
      const rules = (data.rules = [data.rules ?? []].flat());
      if (one.form === null) {
        if (!rules.includes(base)) rules.push(base);
        return;
      }
      const inner = one.form === 'side' || NAMED.includes(base);
      let entry = rules.find((each) => typeof each === 'object' && each && base in each && (inner === (typeof each[base] === 'object' && !Array.isArray(each[base]))));
      if (!entry) rules.push((entry = { [base]: inner ? {} : [] }));
      if (one.form === 'side') {
        const across = ACROSS.includes(part);
        const words = String(entry[base][part] ?? '').split(/\s+/).filter(Boolean);
        const line = Array.from({ length: across ? board.shown().columns : board.shown().rows }, (_, k) => words[k] ?? '.');
        line[across ? cells[0].c : cells[0].r] = clue;
        entry[base][part] = line.join(' ');
        last.side = across ? cells[0].c : cells[0].r;
      } else {
        last.text = stated(one, cells, clue);
        if (inner) entry[base][part] = [...[entry[base][part] ?? []].flat(), last.text];
        else entry[base] = [...[entry[base]].flat(), last.text];
      }
    }).then(() => {
      chose(items.findLastIndex((item) => item.key === last.key && (last.side === undefined ? item.text === last.text : item.side === last.side)));
      own.scrollIntoView({ block: 'nearest' });
      own.querySelector('input')?.select();
      own.querySelector('input')?.focus({ preventScroll: true });
    });
  }

  const replaced = (item, text) => app.edit((data) => {
    data.rules = changed(data.rules, item, text);
    if (!data.rules.length) delete data.rules;
  });

  function clued(item, clue) {
    if (item.side !== undefined) return replaced(item, clue || '.');
    const way = known.find(({ name }) => name === item.key).form;
    const parts = item.text.split(/\s*=\s*/);
    const rest = way.startsWith('{clue}') ? parts.at(-1) : parts[0];
    return replaced(item, way.startsWith('{clue}') ? (clue ? `${clue} = ${rest}` : rest) : `${rest} = ${clue}`);
  }

  // The rule so many rows down and columns to the right; not over the edge.
  function moved(item, [down, right]) {
    const { rows, columns } = board.shown();
    if (!(down || right) || !item.cells.length) return;
    if (item.side !== undefined) {
      const k = item.side + (ACROSS.includes(item.key.split(':')[1]) ? right : down);
      const words = String(item.at.reduce((own, key) => own[key], [app.state.data.rules].flat())).split(/\s+/);
      if (k < 0 || k >= words.length || words[k] !== '.') return;
      app.edit((data) => {
        [words[k], words[item.side]] = [words[item.side], '.'];
        data.rules = changed(data.rules, { at: item.at }, words.join(' '));
      });
      return;
    }
    if (item.cells.some(([r, c]) => r + down < 0 || c + right < 0 || r + down >= rows || c + right >= columns)) return;
    replaced(item, item.text.replace(/R(\d+)C(\d+)/g, (_, r, c) => `R${Number(r) + down}C${Number(c) + right}`));
  }

  // Only a rule whose text is as its form says has cells that a stroke can replace.
  const redrawable = (item) => item.side === undefined && item.cells.length > 0 && Boolean(known.find(({ name }) => name === item.key)?.form);

  function redraw(item) {
    arm(known.find(({ name }) => name === item.key));
    redrawn = item;
  }

  // ---- the rule that is picked

  function chose(k) {
    picked = k;
    const item = items[k];
    own.hidden = !item;
    for (const [i, row] of [...list.children].entries()) row.classList.toggle('picked', i === k);
    if (item) {
      const clue = h('input', { size: 8, value: item.clue ?? '', spellcheck: 'false', onchange: (event) => clued(item, event.target.value.trim()) });
      const step = (key, by) => h('button', { type: 'button', label: key, onclick: () => moved(items[picked], by) }, { up: '↑', down: '↓', left: '←', right: '→' }[key]);
      own.replaceChildren(h('strong', {}, named(item.key)), ...(item.clue === null ? [] : [field('clue', clue, 'beside')]),
        h('div', { class: 'row' }, ...(item.cells.length ? [step('left', [0, -1]), step('up', [-1, 0]), step('down', [1, 0]), step('right', [0, 1])] : []), ...(redrawable(item) ? [button('redraw', () => redraw(items[picked]), { id: 'redraw' })] : []), button('remove', () => replaced(items[picked], null), { id: 'drop' })));
    }
    board.draw();
  }

  function update(rules) {
    const { rows, columns } = board.shown() ?? {};
    if (!rows) return;
    learned();
    const before = items.length;
    items = listed(rules, known, rows, columns);
    count.textContent = items.length ? String(items.length) : '';
    picker.hidden = !items.some(({ cells }) => cells.length);
    list.replaceChildren(...items.map((item, k) => {
      const svg = known.find(({ name }) => name === item.key)?.svg;
      const words = [item.clue, item.cells.length && item.side === undefined ? `${item.cells.length} × ` : '', item.side !== undefined ? `${item.side + 1}` : ''].filter(Boolean).join(' · ');
      return h('li', { class: k === picked ? 'picked' : null }, h('button', { type: 'button', class: 'one', onclick: () => chose(k === picked ? -1 : k) }, ...(svg ? [image(svg, '')] : []), h('span', {}, named(item.key)), h('small', { translate: 'no' }, item.clue ?? '', ' ', item.cells.length ? board.name({ r: item.cells[0][0], c: item.cells[0][1] }) : item.text)),
        h('button', { type: 'button', class: 'small', 'aria-label': `${t('remove')}: ${words} ${named(item.key)}`, onclick: () => replaced(item, null) }, '×'));
    }));
    chose(items.length === before && picked < items.length ? picked : -1);
  }

  // ---- on the board: each says whether it was for a rule

  const has = (item, cell) => item.cells.some(([r, c]) => r === cell.r && c === cell.c);

  return {
    form,
    update,
    // `again`: the cell was selected alone before, so that what is meant is what is drawn on it.
    down(cell, again) {
      if (armed) {
        stroke = { ...fresh(), cells: [cell] };
        return true;
      }
      const at = items.map((item, k) => [item, k]).filter(([item]) => has(item, cell)).map(([, k]) => k);
      const next = at.includes(picked) ? at.at(at.indexOf(picked) - 1) : at.at(-1) ?? -1;
      if (!picking) {
        if (again ? at.length : picked >= 0) chose(again ? next : -1);
        return false;
      }
      stroke = { ...fresh(), from: cell, next };
      if (!at.includes(picked)) chose(next);
      return true;
    },
    over(cell) {
      if (!stroke) return false;
      if (armed && !stroke.cells.includes(cell)) stroke.cells.push(cell);
      if (stroke.from) stroke.by = [cell.r - stroke.from.r, cell.c - stroke.from.c];
      return true;
    },
    up() {
      const ended = stroke;
      stroke = null;
      if (!ended) return;
      if (redrawn) {
        const [item, one] = [redrawn, armed];
        arm(null);
        replaced(item, stated(one, ended.cells, item.clue ?? ''));
      } else if (armed) add(armed, ended.cells);
      else if (ended.by.some(Boolean)) moved(items[picked] ?? { cells: [] }, ended.by);
      else chose(ended.next);
    },
    cancel() {
      stroke = null;
      board.draw();
    },
    key(event) {
      if (event.key === 'Escape' && (armed || picking)) arm(null);
      else if (picking && picked >= 0 && (event.key === 'Delete' || event.key === 'Backspace')) replaced(items[picked], null);
      else return false;
      return true;
    },
    marks(grid) {
      const side = grid.side;
      const box = ([r, c], kind) => {
        const cell = grid.at.get(`${r},${c}`);
        return cell ? [s('rect', { class: kind, x: cell.x + 3, y: cell.y + 3, width: side - 6, height: side - 6, rx: 5 })] : [];
      };
      const drawn = stroke?.cells.flatMap(({ r, c }) => box([r, c], 'drawing')) ?? [];
      const by = stroke?.from ? stroke.by : [0, 0];
      return [...drawn, ...(items[picked]?.cells ?? []).flatMap(([r, c]) => box([r + by[0], c + by[1]], 'pickedcell'))];
    },
  };
}
