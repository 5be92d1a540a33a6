// The editor of formulas: variables and constraints as rows, which are changed, added and deleted one by one.
import { button, field, h, select } from './dom.js';
import { t } from './language.js';
import { meant, shown } from './notation.js';

const MOST = 400; // rows; a longer formula is edited as text
const constraint = (text, more = {}) => ({ part: 'constraint', text, ...more });
const comment = (text, line) => ({ part: 'comment', text, line });

// ---- formats: the rows of a text, and the text of rows; `line` of a row: where it is in the text, from 1

// Lines of a format in which a constraint ends with a sign, and a comment is a line of its own.
function lined(text, isComment, isHead, ending) {
  const rows = [];
  let open = '';
  text.split('\n').forEach((line, i) => {
    if (isHead.test(line)) return;
    if (isComment.test(line)) rows.push(comment(line, i + 1));
    else {
      const parts = `${open} ${line}`.split(ending);
      open = parts.pop();
      rows.push(...parts.map((part) => constraint(part.trim(), { line: i + 1 })));
    }
  });
  return open.trim() ? [...rows, constraint(open.trim())] : rows;
}

const joined = (rows, end, head = []) => {
  const lines = [...head, ...rows.map(({ part, text }) => (part === 'comment' ? text : `${text.trim()} ${end}`.trim()))];
  rows.forEach((row, i) => { row.line = head.length + i + 1; });
  return `${lines.join('\n')}\n`;
};

const numbers = (rows) => rows.filter(({ part }) => part === 'constraint').flatMap(({ text }) => text.match(/\d+/g) ?? []).map(Number);

const cnf = {
  read: (text) => ({ size: Number(/^p cnf +(\d+)/m.exec(text)?.[1] ?? 1), rows: lined(text, /^c(\s|$)/, /^p /, /(?:^|\s)0(?=\s|$)/) }),
  write: ({ size, rows }) => joined(rows, '0', [`p cnf ${Math.max(size, 1, ...numbers(rows).filter((n) => n < 1e5))} ${rows.filter(({ part }) => part === 'constraint').length}`]),
  templates: () => [['someOf', '1 2 3'], ['oneOf', '1 2 3', '-1 -2', '-1 -3', '-2 -3'], ['notBoth', '-1 -2'], ['ifThen', '-1 2']],
  example: 'p cnf 5 8\n1 2 3 0\n2 3 4 0\n3 4 5 0\n1 3 5 0\n-1 -2 -3 0\n-2 -3 -4 0\n-3 -4 -5 0\n-1 -3 -5 0\n',
};

const opb = {
  read: (text) => ({ rows: lined(text, /^\*/, /^\* *#variable=/, /;/) }),
  write: ({ rows }) => joined(rows, ';'),
  templates: () => [['someOf', '+1 x1 +1 x2 +1 x3 >= 1'], ['oneOf', '+1 x1 +1 x2 +1 x3 = 1'], ['notBoth', '-1 x1 -1 x2 >= -1'], ['ifThen', '-1 x1 +1 x2 >= 0'], ['sumIs', '+2 x1 +3 x2 +5 x3 = 5']],
  example: '+1 x1 +2 x2 +3 x3 +4 x4 +5 x5 +6 x6 +7 x7 +8 x8 = 15 ;\n',
};

const dlx = {
  read: (text) => {
    const lines = text.split('\n').map((line, i) => [line.trim(), i + 1]).filter(([line]) => line);
    const head = lines.findIndex(([line]) => !line.startsWith('|'));
    return { rows: lines.map(([line, at], i) => (i === head ? { part: 'items', text: line, line: at } : line.startsWith('|') ? comment(line, at) : constraint(line, { line: at }))) };
  },
  write: ({ rows }) => joined(rows, ''),
  templates: (rows) => [['option', (rows.find(({ part }) => part === 'items')?.text ?? '').split('|')[0].trim()]],
  example: 'p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n',
};

const TAGS = { less: 'intension', pairs: 'extension', howOften: 'count' }; // of what is inserted
const serial = new XMLSerializer();
const parsed = (text) => {
  const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml');
  return root.querySelector('parsererror') || root.tagName === 'parsererror' ? null : root;
};
const inside = (element) => [...element.childNodes].map((node) => serial.serializeToString(node)).join('').replace(/\s+/g, ' ').trim();
const plain = (element, allowed) => [...element.attributes].every(({ name }) => allowed.includes(name));
const escaped = (text) => (parsed(`<a>${text}</a>`) ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
const raw = (element) => ({ tag: '', text: serial.serializeToString(element).replace(/\s+/g, ' ') });

const xcsp3 = {
  read(text) {
    const root = parsed(text);
    if (!root) return null;
    const of = (name) => [...(root.querySelector(`:scope > ${name}`)?.children ?? [])];
    const variable = (element) => (plain(element, ['id', 'size']) && !element.children.length
      ? { part: 'variable', name: element.id + (element.getAttribute('size') ?? ''), text: inside(element) } : { part: 'variable', ...raw(element) });
    const stated = (element) => constraint('', plain(element, []) && !['group', 'block'].includes(element.tagName) ? { tag: element.tagName, text: inside(element) } : raw(element));
    return { rows: [...of('variables').map(variable), ...of('constraints').map(stated)] };
  },
  write({ rows }) {
    const sized = (name) => { const [, id, size] = /^([^[]*)(.*)$/.exec(name.trim()); return size ? ['array', `id="${id}" size="${size.replaceAll('"', '')}"`] : ['var', `id="${id}"`]; };
    const lines = (part, made) => rows.filter((row) => row.part === part).map((row) => `    ${row.tag === '' ? row.text : made(row)}\n`).join('');
    const variables = lines('variable', ({ name, text }) => { const [tag, attributes] = sized(name.replaceAll(/["<&]/g, '')); return `<${tag} ${attributes}> ${escaped(text)} </${tag}>`; });
    const stated = lines('constraint', ({ tag, text }) => `<${tag}> ${escaped(text)} </${tag}>`);
    return `<instance format="XCSP3" type="CSP">\n  <variables>\n${variables}  </variables>\n  <constraints>\n${stated}  </constraints>\n</instance>\n`;
  },
  templates(rows) {
    const names = rows.filter(({ part, name }) => part === 'variable' && name).flatMap(({ name }) => (name.includes('[') ? [name.replace(/\d+/g, '0'), name.replace(/\d+/g, '1')] : [name]));
    const [x, y] = [names[0] ?? 'x', names[1] ?? names[0] ?? 'y'];
    const all = rows.find(({ part, name }) => part === 'variable' && name?.includes('['))?.name.replace(/\d+/g, '') ?? `${x} ${y}`;
    return [['allDifferent', all], ['sum', `<list> ${all} </list> <condition> (eq,5) </condition>`], ['less', `lt(${x},${y})`], ['pairs', `<list> ${x} ${y} </list> <supports> (0,1)(1,0) </supports>`],
      ['howOften', `<list> ${all} </list> <values> 1 </values> <condition> (eq,1) </condition>`]].map(([key, text]) => [key === 'sum' ? 'sumIs' : key, { tag: TAGS[key] ?? key, text }]);
  },
  example: '<instance format="XCSP3" type="CSP">\n  <variables>\n    <array id="q" size="[4]"> 0..3 </array>\n  </variables>\n  <constraints>\n    <allDifferent> q[] </allDifferent>\n    <allDifferent> q[0] add(q[1],1) add(q[2],2) add(q[3],3) </allDifferent>\n    <allDifferent> q[0] sub(q[1],1) sub(q[2],2) sub(q[3],3) </allDifferent>\n  </constraints>\n</instance>\n',
};

const FORMATS = { xcsp3, cnf, opb, dlx };
const HELP = { xcsp3: 'xcsp3Help', cnf: 'cnfHelp', opb: 'opbHelp', dlx: 'dlxHelp' };
const TITLES = { xcsp3: 'XCSP3', cnf: 'DIMACS CNF', opb: 'OPB', dlx: 'DLX, XCC' };
const known = (data) => (Object.hasOwn(FORMATS, data.format) && typeof data.text === 'string' ? FORMATS[data.format] : null);

// ---- the editor

export function formula(app) {
  let held = null; // {size, rows} of the text
  let written = ''; // the text that they were last written as
  let format = '';
  const board = h('div', { class: 'formula' });
  const size = h('input', { type: 'number', min: 1, max: 100_000 });
  const formats = select(Object.entries(TITLES), '', (name) => load(name), { translate: 'no' });
  const templates = h('div', { class: 'list' });
  const sized = field('variableNumber', size);
  const form = h('div', { class: 'form' }, h('div', { class: 'row' }, field('format', formats), sized), h('h3', { t: 'insertRow' }), templates,
    h('p', { class: 'help', id: 'formula-help' }), h('div', { class: 'row' }, button('openExample', () => load(format), { id: 'formula-example' })));
  size.addEventListener('change', () => {
    held.size = Math.trunc(Number(size.value)) || 1;
    send();
  });

  const load = (name) => app.edit((data) => Object.assign(data, { format: name, text: FORMATS[name].example }));

  function send() {
    written = FORMATS[format].write(held);
    return app.edit((data) => { data.text = written; });
  }

  const focus = (row) => row && board.querySelector(`[data-row="${held.rows.indexOf(row)}"]`)?.focus();

  function add(rows, after = held.rows.at(-1)) {
    held.rows.splice(held.rows.indexOf(after) + 1, 0, ...rows);
    draw();
    focus(rows[0]);
  }

  function drop(row) {
    const next = held.rows[held.rows.indexOf(row) - 1] ?? held.rows[1];
    held.rows = held.rows.filter((one) => one !== row);
    draw();
    focus(next);
    send();
  }

  // The row in which the server has seen a fault: by its line, or by its number among the constraints.
  function faulty({ error, line, text }) {
    if (!error) return null;
    const number = Number(/^text: \w+ (\d+):/.exec(error)?.[1]);
    if (number) return held.rows.filter(({ part }) => part === 'constraint')[number - 1];
    const first = text.split('\n').findIndex((one) => /^text: \|/.test(one)) + 1;
    return line && first ? held.rows.find((row) => row.line === line - first) : null;
  }

  function entry(row, n, wrong) {
    const label = `${t(row.part)} ${n}`;
    const input = h('input', { class: 'whole', spellcheck: 'false', autocomplete: 'off', 'aria-label': label, value: shown(row.tag, row.text), 'data-row': held.rows.indexOf(row), 'aria-invalid': wrong ? 'true' : null });
    input.addEventListener('change', () => {
      row.text = meant(row.tag, input.value.trim());
      send();
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        row.text = meant(row.tag, input.value.trim());
        add([row.part === 'variable' ? { part: 'variable', name: '', text: '0..1' } : constraint('', row.tag ? { tag: row.tag } : {})], row);
      } else if (event.key === 'Backspace' && !input.value) drop(row);
      else return;
      event.preventDefault();
    });
    const name = row.name === undefined ? [] : [h('input', { class: 'name', spellcheck: 'false', value: row.name, placeholder: 'x, x[9]', 'aria-label': `${label}: ${t('name')}`, onchange: (event) => { row.name = event.target.value.trim(); send(); } })];
    const tag = row.tag ? [h('code', { lang: 'en', translate: 'no' }, row.tag)] : [];
    const gone = h('button', { type: 'button', class: 'small', 'aria-label': `${t('remove')}: ${label}`, onclick: () => drop(row) }, '×');
    return h('li', { class: `${row.part}${wrong ? ' wrong' : ''}` }, h('small', {}, n), ...name, ...tag, input, ...(row.part === 'items' ? [] : [gone]));
  }

  function draw() {
    const wrong = faulty(app.state);
    const rows = (...parts) => {
      let n = 0;
      return h('ul', { class: 'rows' }, ...held.rows.filter(({ part }) => parts.includes(part)).map((row) => entry(row, row.part === 'comment' ? '' : (n += 1), row === wrong)));
    };
    const named = { variables: [], items: [] };
    if (format === 'xcsp3') named.variables = [h('h3', { t: 'variables' }), rows('variable'), button('addVariable', () => add([{ part: 'variable', name: `x${held.rows.length}`, text: '0..1' }], held.rows.findLast(({ part }) => part === 'variable')), { id: 'add-variable' })];
    if (format === 'dlx') named.items = [h('h3', { t: 'items' }), rows('items')];
    board.replaceChildren(...named.variables, ...named.items, h('h3', { t: format === 'dlx' ? 'optionRows' : 'constraints' }), rows('constraint', 'comment'),
      button('addConstraint', () => add([constraint('', format === 'xcsp3' ? { tag: 'intension' } : {})]), { id: 'add-constraint' }));
  }

  return {
    form,
    board,
    fits(data) {
      const made = known(data)?.read(data.text);
      return Boolean(made) && made.rows.length <= MOST;
    },
    update(state) {
      const { data } = state;
      if (data.text !== written || data.format !== format) [held, written, format] = [known(data).read(data.text), data.text, data.format];
      formats.value = format;
      sized.hidden = format !== 'cnf';
      if (document.activeElement !== size) size.value = held.size ?? '';
      form.querySelector('#formula-help').textContent = t(HELP[format]);
      templates.replaceChildren(...known(data).templates(held.rows).map(([key, ...rows]) =>
        button(key, () => { add(rows.map((row) => (typeof row === 'string' ? constraint(row) : constraint('', row)))); send(); }, { 'data-template': key })));
      const at = board.contains(document.activeElement) ? document.activeElement.dataset.row : undefined;
      const [from, to] = at === undefined ? [] : [document.activeElement.selectionStart, document.activeElement.selectionEnd];
      draw();
      const again = at === undefined ? null : board.querySelector(`[data-row="${at}"]`);
      again?.focus({ preventScroll: true });
      again?.setSelectionRange(from, to);
    },
  };
}
