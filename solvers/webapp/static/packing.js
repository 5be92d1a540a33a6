// The editor of packings: boards of squares, of cubes layer by layer and in space, and of the lattices of the plane. Others
// (spheres, wrapped boards) are edited as text and drawn.
import { button, field, h, image, s, select } from './dom.js';
import { asDrawing, asLayers, asLines, layersOf, Painter, rowsOf, turning, unpiled } from './grid.js';
import { named, number, t } from './language.js';
import { wrapped } from './plain.js';
import { Space } from './space.js';

const SETS = ['monominoes', 'dominoes', 'trominoes', 'tetrominoes', 'pentominoes', 'hexominoes',
  'one-sided tetrominoes', 'one-sided pentominoes'];
const SOLIDS = ['monocubes', 'dicubes', 'tricubes', 'tetracubes', 'pentacubes', 'soma', 'bedlam', 'solid pentominoes'];
const FLAT = { // lattices whose board is painted as the server lays it: their sets, and a puzzle to begin with
  hexagons: { sets: ['dihexes', 'trihexes', 'tetrahexes', 'pentahexes'], board: '4x7', pieces: 'tetrahexes' },
  triangles: { sets: ['triamonds', 'tetriamonds', 'pentiamonds', 'hexiamonds', 'heptiamonds'], board: '4x9', pieces: 'hexiamonds' },
  sticks: { sets: ['disticks', 'tristicks', 'tetrasticks'], board: '5x5', pieces: 'tetrasticks', counts: '0..1' },
  trigs: { sets: ['ditrigs', 'tritrigs', 'tetratrigs'], board: '2x4', pieces: 'tritrigs', counts: '0..1' },
  twigs: { sets: ['ditwigs', 'tritwigs', 'tetratwigs', 'pentatwigs'], board: '3x5', pieces: 'pentatwigs' },
  tans: { sets: ['diaboloes', 'triaboloes', 'tetraboloes'], board: '2x3', pieces: 'triaboloes', counts: 'any' },
};
const BEGIN = { squares: { board: '6x10', pieces: 'pentominoes' }, cubes: { board: '3x4x5', pieces: 'solid pentominoes' }, ...FLAT };
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Cells of a piece: row and column, in a solid layer, row and column.
const normal = (cells) => {
  const low = cells[0].map((_, i) => cells.reduce((least, cell) => Math.min(least, cell[i]), Infinity));
  return cells.map((cell) => cell.map((x, i) => x - low[i])).sort((a, b) => a.map((x, i) => x - b[i]).find((x) => x) ?? 0);
};
const turned = (cells) => normal(cells.map((cell) => [...cell.slice(0, -2), cell.at(-1), -cell.at(-2)]));
const tilted = (cells) => normal(cells.map(([l, r, c]) => [r, -l, c]));
const flipped = (cells) => normal(cells.map(([r, c]) => [r, -c]));

// How often a piece is used, as it is written: 2, 0..3, 1.., any.
const copies = ({ lo, hi }) => (hi === null ? (lo ? `${lo}..` : 'any') : lo === hi ? lo : `${lo}..${hi}`);

function read(text) {
  const word = text.trim();
  const match = /^(\d+)(\.\.(\d*))?$/.exec(word);
  if (word === 'any' || word === '') return 'any';
  return match && !match[2] ? Number(word) : word;
}

export function packing(app) {
  let solid = false; // layers of cubes
  let latticed = false; // one of FLAT
  const written = (rows) => (latticed ? asLines(rows) : solid ? asLayers(rows) : asDrawing(rows));
  const painter = new Painter('board', (rows) => app.edit((data) => { data.board = written(rows); delete data.fixed; }));
  const turns = turning((how) => painter.moved(how));
  const tray = h('div', { class: 'tray' });
  const cover = h('p', { class: 'cover', role: 'status' });
  const holding = h('p', { class: 'help', role: 'status' });
  const joined = h('p', { class: 'help', id: 'joined' });
  const [flip, tilt] = [button('flip', () => lay(flipped)), button('tilt', () => lay(tilted))];
  const hand = h('div', { class: 'row', hidden: true }, button('turn', () => lay(turned)), flip, tilt, button('putBack', () => take(null)));
  const space = new Space(painter, (cell) => fixed.filter((piece) => covers(piece, cell)).map(({ label }) => ({ label, fill: fillOf(label) }))[0]);
  const board = h('div', { class: 'worked' }, h('div', { class: 'views' }, painter.root, space.root), holding, hand);
  const size = [1, 2, 3].map(() => h('input', { type: 'number', min: 1, max: 64 }));
  for (const input of size) input.addEventListener('change', () => resized(...size.map((own) => Number(own.value) || 1)));
  const deep = field('layers', size[2]);
  let held = null; // the piece in hand: label, cells
  let at = null; // the cell below it
  let fixed = []; // pieces that lie on the board: label, cells

  // ---- the board

  const covers = ({ cells }, { r, c }) => cells.some((cell) => cell[0] === r && cell[1] === c);
  const fillOf = (label) => app.state.tray?.find((piece) => piece.label === label)?.fill;

  function resized(...sides) {
    if (latticed) app.edit((data) => { data.board = `${sides[0]}x${sides[1]}`; delete data.fixed; });
    else painter.resized(...sides);
  }

  const tools = select([['paint', '', 'paint'], ['rectangle', '', 'rectangle']], 'paint', (tool) => { painter.tool = tool; });
  const drawn = (piece, kind) => {
    const own = new Set(piece.cells.map(String));
    const side = painter.grid.side;
    const place = (cell) => {
      const { x, y } = painter.grid.at.get(String(cell));
      return [x, y];
    };
    const edges = piece.cells.flatMap(([r, c]) => {
      const [x, y] = place([r, c]);
      return [[[r - 1, c], `M${x} ${y}h${side}`], [[r + 1, c], `M${x} ${y + side}h${side}`], [[r, c - 1], `M${x} ${y}v${side}`],
        [[r, c + 1], `M${x + side} ${y}v${side}`]].filter(([beside]) => !own.has(String(beside))).map(([, path]) => path);
    });
    const squares = piece.cells.map(place).map(([x, y]) => `M${x} ${y}h${side}v${side}h${-side}z`);
    const named = solid ? piece.cells.filter(([r], i) => !i || layerOf(r) !== layerOf(piece.cells[i - 1][0])) : [piece.cells[0]];
    return s('g', { class: kind }, s('path', { class: 'inside', d: squares.join(''), fill: fillOf(piece.label) }), s('path', { class: 'edge', d: edges.join('') }),
      ...named.map(place).map(([x, y]) => s('text', { x: x + side / 2, y: y + side / 2 }, piece.label)));
  };
  const layerOf = (r) => Math.floor(r / painter.high);
  const BEYOND = [-1, -1];

  // The cells of the board below the piece in hand, its first one below the pointer.
  function landed() {
    if (!held || !at) return null;
    const [first] = held.cells;
    if (!solid) return held.cells.map(([r, c]) => [r + at.r - first[0], c + at.c - first[1]]);
    const { high } = painter;
    return held.cells.map(([l, r, c]) => {
      const [layer, row] = [layerOf(at.r) + l - first[0], (at.r % high) + r - first[1]];
      return row < 0 || row >= high - 1 ? BEYOND : [layer * high + row, c + at.c - first[2]];
    });
  }
  const fits = (cells) => cells.every(([r, c]) => painter.rows[r]?.[c] === '#') && !fixed.some((piece) => cells.some(([r, c]) => covers(piece, { r, c })));

  painter.above = () => {
    const ghost = landed();
    const there = ghost?.filter((cell) => cell !== BEYOND && painter.rows[cell[0]]?.[cell[1]] !== undefined);
    const lying = fixed.map((piece) => ({ ...piece, cells: piece.cells.filter((cell) => painter.grid.at.has(String(cell))) })).filter(({ cells }) => cells.length);
    return [...lying.map((piece) => drawn(piece, 'fixed')), ...(there?.length ? [drawn({ label: held.label, cells: there }, fits(ghost) ? 'ghost' : 'ghost wrong')] : [])];
  };
  painter.hover = (cell) => {
    at = cell;
    if (held) painter.draw();
    if (!latticed) app.pointed(cell); // whose rows and columns are those of solutions
  };
  painter.taken = (cell) => {
    if (held) {
      at = cell;
      place();
      return true;
    }
    const under = fixed.findIndex((piece) => covers(piece, cell));
    if (under < 0) return false;
    fixed.splice(under, 1);
    keep();
    return true;
  };
  painter.dropped = (cell) => {
    if (!held || !held.dragged || !cell) return;
    at = cell;
    place();
  };
  painter.keyed = (event) => {
    if (!held) return false;
    if (event.key === 'Escape') take(null);
    else if (event.key === 'r' || event.key === 'R') lay(turned);
    else if (solid && (event.key === 't' || event.key === 'T')) lay(tilted);
    else if (!solid && (event.key === 'f' || event.key === 'F')) lay(flipped);
    else return false;
    return true;
  };
  painter.says = (cell) => fixed.find((piece) => covers(piece, cell))?.label;

  // The piece in hand in another way.
  function lay(how) {
    held.cells = how(held.cells);
    painter.draw();
  }

  function place() {
    const cells = landed();
    if (!cells || !fits(cells)) return;
    fixed.push({ label: held.label, cells });
    take(null);
    keep();
  }

  function keep() {
    const page = (pieces) => `${painter.rows.map((row, r) => [...row].map((_, c) => pieces.find((piece) => covers(piece, { r, c }))?.label ?? '.').join('')).join('\n')}\n`;
    const twice = new Set(fixed.map((piece) => piece.label)).size < fixed.length;
    app.edit((data) => {
      if (!fixed.length) delete data.fixed;
      else data.fixed = twice ? fixed.map((piece) => page([piece])) : page(fixed);
    });
  }

  function take(piece) {
    held = piece;
    hand.hidden = !piece;
    [flip.hidden, tilt.hidden] = [solid, !solid];
    holding.textContent = piece ? t(solid ? 'holdingSolid' : 'holding', { label: piece.label }) : '';
    for (const own of tray.querySelectorAll('.take')) own.setAttribute('aria-pressed', String(own.dataset.piece === piece?.label));
    painter.draw();
    if (piece && !piece.dragged) painter.root.focus();
  }

  // ---- the tray

  function card(piece) {
    const begin = (event) => { // a drag: the piece is in hand until the pointer is released
      event.preventDefault();
      event.target.releasePointerCapture?.(event.pointerId);
      take({ label: piece.label, cells: normal(piece.cells), dragged: true });
      addEventListener('pointerup', (up) => {
        const cell = painter.grid.cellOf(up);
        if (held?.dragged && cell) painter.dropped(cell);
        else if (held) held.dragged = false;
      }, { once: true });
    };
    const hold = h('button', { type: 'button', class: 'take', disabled: !piece.svg || latticed, 'data-piece': piece.label, 'aria-pressed': 'false', 'aria-label': t('hold', { label: piece.label }), onpointerdown: begin,
      onclick: (event) => { if (event.detail === 0) take(held?.label === piece.label ? null : { label: piece.label, cells: normal(piece.cells) }); } },
    piece.svg ? image(piece.svg, '', 'packing') : piece.label);
    const input = h('input', { class: 'copies', value: copies(piece), 'aria-label': t('copies', { label: piece.label }), size: 4 });
    input.addEventListener('change', () => recount(piece.label, read(input.value)));
    return h('div', { class: 'piece' }, hold, h('span', { translate: 'no' }, piece.label), input);
  }

  function recount(label, value) {
    const counts = Object.fromEntries(app.state.tray.map((piece) => [piece.label, piece.label === label ? value : copies(piece)]));
    const all = [...new Set(Object.values(counts))];
    app.edit((data) => { data.counts = all.length === 1 ? all[0] : counts; });
  }

  const sets = select([], '', (name) => {
    sets.value = '';
    if (name) addPiece(name);
  });

  function addPiece(piece) {
    app.edit((data) => {
      const own = data.pieces === undefined ? [] : [data.pieces].flat();
      data.pieces = own.length || own.includes(piece) ? [...own, piece] : piece;
    });
  }

  // A piece of one's own is drawn on a small board, of cubes in space as well.
  const BLANK = { flat: Array.from({ length: 5 }, () => '.....'), solid: ['...', '...', '...', '', '...', '...', '...', '', '...', '...', '...'] };
  const sketch = new Painter('own', (rows) => sketch.show(rows, 24, 3));
  const sketched = new Space(sketch);
  const blank = () => sketch.show([...(solid ? BLANK.solid : BLANK.flat)], 24, 3);
  const own = h('details', {}, h('summary', { t: 'own' }), h('div', { class: 'sketch' }, sketch.root, sketched.root), h('div', { class: 'row' },
    button('add', () => {
      const taken = new Set((app.state.tray ?? []).map((piece) => piece.label));
      const letter = [...LETTERS].find((char) => !taken.has(char)) ?? 'A';
      const rows = sketch.rows.map((row) => row.replaceAll('#', letter)).filter((row) => solid || row.includes(letter));
      if (rows.join('').includes(letter)) addPiece(`${rows.join('\n')}\n`);
      blank();
    })));

  // ---- what the puzzle says

  function fixedOf(value) {
    const pages = value === undefined ? [] : [value].flat();
    return pages.flatMap((page) => {
      const found = new Map();
      String(page).split('\n').forEach((row, r) => [...row].forEach((char, c) => {
        if (char !== '.' && char !== ' ' && char !== '#') found.set(char, [...(found.get(char) ?? []), [r, c]]);
      }));
      return [...found].map(([label, cells]) => ({ label, cells: cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]) }));
    });
  }

  const boardOf = (data) => new Map([['squares', rowsOf], ['cubes', layersOf]]).get(data.lattice ?? 'squares')?.(data.board) ?? null;
  const lattice = select([], '', (name) => app.edit((data) => {
    for (const key of Object.keys(data)) delete data[key];
    const { sets: _, ...begin } = BEGIN[name];
    Object.assign(data, { puzzle: 'packing', ...(name === 'squares' ? {} : { lattice: name }), ...begin });
  }), { id: 'lattice' });
  const form = h('div', { class: 'form' },
    h('div', { class: 'row' }, field('lattice', lattice), field('rows', size[0]), field('columns', size[1]), deep, field('tool', tools), button('fill', () => painter.changed(painter.rows.map((row, r) => [...row].map((_, c) => (painter.grid.at.has(`${r},${c}`) ? '#' : '.')).join('')))), ...turns),
    joined, cover, h('h3', { t: 'pieces' }), tray, h('div', { class: 'row' }, field('addSet', sets), button('clear', () => app.edit((data) => { delete data.pieces; delete data.counts; delete data.fixed; }))), own,
    h('p', { class: 'help', t: 'boardHelp' }));

  return {
    form,
    board,
    fits: (data, state) => Boolean(state.canvas) || boardOf(data) !== null,
    update({ data, tray: pieces, canvas }) {
      const before = solid;
      solid = data.lattice === 'cubes';
      latticed = Boolean(canvas);
      space.root.hidden = sketched.root.hidden = !solid;
      if (!sketch.rows || before !== solid) blank();
      lattice.replaceChildren(...Object.keys(BEGIN).map((name) => h('option', { value: name }, named(name))));
      lattice.value = data.lattice ?? 'squares';
      fixed = latticed ? [] : fixedOf(data.fixed);
      if (latticed) painter.lay(canvas);
      else painter.show(boardOf(data));
      const layers = unpiled(painter.rows);
      const stated = latticed && /^\s*(\d+)\s*x\s*(\d+)\s*$/.exec(data.board);
      [size[0].value, size[1].value, size[2].value] = latticed ? [stated?.[1] ?? '', stated?.[2] ?? '', ''] : [layers[0].length, painter.rows[0].length, layers.length];
      deep.hidden = !solid;
      joined.textContent = wrapped(data);
      own.hidden = latticed;
      for (const one of turns) one.hidden = latticed;
      sets.replaceChildren(h('option', { value: '', t: 'choose' }), ...(latticed ? FLAT[data.lattice].sets : solid ? SOLIDS : SETS).map((value) => h('option', { value }, named(value))));
      tray.replaceChildren(...(pieces ?? []).map(card));
      const cells = painter.rows.join('').replaceAll('.', '').length;
      const [lo, hi] = [(piece) => piece.lo, (piece) => (piece.hi === null ? Infinity : piece.hi)].map((of) => (pieces ?? []).reduce((sum, piece) => sum + (of(piece) ? of(piece) * piece.cells.length : 0), 0));
      const area = lo === hi ? number(lo) : `${number(lo)}–${hi === Infinity ? '∞' : number(hi)}`;
      cover.textContent = t(lo === 0 && hi === Infinity ? 'coversAny' : 'covers', { cells: number(cells), area });
      const enough = data.fill === 'partial' ? lo <= cells : lo <= cells && cells <= hi;
      cover.classList.toggle('wrong', !enough);
    },
  };
}
