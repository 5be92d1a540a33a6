/* The page of a set of solutions. Boards are drawn from where their cells lie; text is only ever textContent.

   mount(root, source)     builds the page in an element
   staticSource(data)      a source whose solutions are all in the page

   A source is {info, atOnce, page(from, n, query), share(query), lines(query)}; page and share give promises:
     atOnce  so many solutions are shown together; of more, pages
     info    name, rows, columns, cells, pairs (of neighbours), labels, letters, fills (a colour per letter), free, group, orbital, layout, count, all, reason, orbits
     page    {total, items: [{index, n, board, kinds, orbit, moves}]}; index counts from 0 in the whole set
     share   {total, bears: [Map of label to number, per cell], joined: [number per pair of neighbours]}
     lines   a solutions file with the solutions of the query, part by part: {text, from, total}; so many of all are written then
   A query is {filters, symmetric, orbit, like, least}; a filter {cell, label, not} or {cell, beside, not},
   cells by their numbers; `like`: the index of the solution that the most alike come first to, `least`: last. */

import { el, spoken, svg, SVG } from './elements.js';
import { text, within } from './strings.js';

const AT_ONCE = 2500, A_PAGE = 200, UNIT = 10, EMPTY = ".", SPEED = 3, AT_A_TIME = 800;
const SHAPES = new Set(["path", "circle", "text"]);
// ---- cells: names, neighbours, differences

function cellName([row, column]) {
  let letters = "", rest = column + 1;
  while (rest) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters + (row + 1);
}

function sides(corners) {
  const names = corners.map((point) => point.join());
  return names.map((name, i) => [name, names[(i + 1) % names.length]].sort().join(" "));
}

/** For each cell the first cell of its piece, or its own value where boards show values; -1: nothing. */
function owners(board, pieces) {
  const first = new Map();
  return board.map((letter, cell) => {
    if (!pieces) return letter;
    if (letter === EMPTY) return -1;
    if (!first.has(letter)) first.set(letter, cell);
    return first.get(letter);
  });
}

/** The cells of `one` that do not lie as in `other`: whole pieces, or single values. */
function differing(one, other, pieces) {
  const a = owners(one, pieces), b = owners(other, pieces), wrong = new Set(), cells = new Set();
  a.forEach((own, cell) => {
    if (own === b[cell]) return;
    cells.add(cell);
    wrong.add(own).add(b[cell]);
  });
  if (!pieces) return cells;
  return new Set(a.flatMap((own, cell) => ((own < 0 ? cells.has(cell) : wrong.has(own)) ? [cell] : [])));
}

// ---- a source whose solutions are all here

function staticSource(data) {
  const { pairs } = data, size = data.cells.length, count = data.boards.length;
  const letters = (text) => (text.length === size ? text : Array.from(text)); // by cell; beyond the BMP a list
  const boards = data.boards.map(letters), kinds = data.kinds ? data.kinds.map(letters) : boards;
  if (boards.some((board) => board.length !== size)) throw new Error("a board has another size");
  const info = { ...data, count, orbits: [...new Set(data.orbits)].sort((a, b) => a - b) };
  const pieces = data.layout.pieces;
  const item = (index) => ({
    index, n: data.first + index, board: Array.from(boards[index]), kinds: Array.from(kinds[index]), orbit: data.orbits[index],
    moves: data.moves ? data.moves[index] : null,
  });
  let last = { key: null, found: [] };

  function passes(index, filter) {
    const { cell, beside, label } = filter;
    const own = kinds[index], shown = boards[index];
    const holds = beside === undefined ? own[cell] === label
      : shown[cell] === shown[beside] && !(pieces && shown[cell] === EMPTY);
    return holds !== Boolean(filter.not);
  }

  function matching(query) {
    const key = JSON.stringify(query);
    if (last.key === key) return last.found;
    let found = [];
    for (let index = 0; index < count; index++) {
      if (query.symmetric && data.orbits[index] === data.group) continue;
      if (query.orbit && data.orbits[index] !== query.orbit) continue;
      if (query.filters.every((filter) => passes(index, filter))) found.push(index);
    }
    if (query.like !== null && query.like !== undefined) found = alike(found, query);
    last = { key, found };
    return found;
  }

  function alike(found, query) {
    const own = Array.from(boards[query.like]);
    const far = new Map(found.map((index) => [index, differing(own, Array.from(boards[index]), pieces).size]));
    const sign = query.least ? -1 : 1;
    return [...found].sort((a, b) => sign * (far.get(a) - far.get(b)) || a - b);
  }

  return {
    info,
    atOnce: AT_ONCE,
    async page(from, n, query) {
      const found = matching(query);
      return { total: found.length, items: found.slice(from, from + n).map(item) };
    },
    async share(query) {
      const found = matching(query), joined = new Int32Array(pairs.length), bears = [];
      for (let cell = 0; cell < size; cell++) {
        const numbers = new Map();
        for (const index of found) {
          const own = kinds[index][cell];
          numbers.set(own, (numbers.get(own) ?? 0) + 1);
        }
        bears.push(numbers);
      }
      pairs.forEach(([a, b], i) => {
        for (const index of found) {
          const own = boards[index][a];
          if (own === boards[index][b] && !(pieces && own === EMPTY)) joined[i]++;
        }
      });
      return { total: found.length, bears, joined };
    },
    async *lines(query) {
      const lines = matching(query).map((index, i) => JSON.stringify({
        n: i + 1, board: rowsOf(data, Array.from(boards[index])), orbit: data.orbits[index],
        ...(data.beside ? data.beside[index] : {}),
      }));
      yield { text: [JSON.stringify(data.header), ...lines].join("\n") + "\n", from: lines.length, total: lines.length };
    },
  };
}

/** A source whose solutions are somewhere else: `ask(what, request)` promises what solvers/gallery/questions.py says. */
export function servedSource(info, ask) {
  const item = (own) => ({ ...own, board: Array.from(own.board), kinds: Array.from(own.kinds) });
  return {
    info,
    atOnce: A_PAGE,
    async page(from, n, query) {
      const { total, items } = await ask("page", { from, n, query });
      return { total, items: items.map(item) };
    },
    async share(query) {
      const { total, bears, joined } = await ask("share", { query });
      return { total, joined, bears: bears.map((own) => new Map(Object.entries(own))) };
    },
    async *lines(query) {
      for (let from = 0; from !== null;) {
        const { text, next, total } = await ask("lines", { query, from });
        yield { text, from: next ?? total, total };
        from = next;
      }
    },
  };
}

function rowsOf(info, board) {
  const rows = Array.from({ length: info.rows }, () => Array(info.columns).fill(" "));
  info.cells.forEach(([r, c], i) => { rows[r][c] = board[i]; });
  return rows.map((row) => row.join(""));
}

// ---- drawing

class Pen {
  /** Draws boards of one instance; paths and places are made once. */
  constructor(info) {
    const { layout } = info;
    this.info = info;
    this.pieces = layout.pieces;
    this.sticks = layout.corners.every((corners) => corners.length === 2);
    const at = layout.corners.map((corners) => corners.map(([x, y]) => [UNIT * x, UNIT * y]));
    const xs = at.flat().map((p) => p[0]), ys = at.flat().map((p) => p[1]), edge = (this.sticks ? 3 : 0.8) + UNIT * layout.room;
    const low = [least(xs) - edge, least(ys) - edge];
    this.width = greatest(xs) - low[0] + edge;
    this.height = greatest(ys) - low[1] + edge;
    this.at = at.map((corners) => corners.map(([x, y]) => [x - low[0], y - low[1]]));
    this.shapes = this.at.map((corners) => path(corners, !this.sticks));
    this.middles = this.at.map((corners) => [0, 1].map((i) => mean(corners.map((point) => point[i]))));
    this.lines = layout.lines.map((ends) => path(ends.map(([x, y]) => [UNIT * x - low[0], UNIT * y - low[1]]))).join("");
    this.sides = this.sticks ? [] : shared(layout.corners, this.at);
    this.outer = this.sides.filter((side) => side[1] < 0).map((side) => side[2]).join("");
    this.grid = this.sides.map((side) => side[2]).join("");
    this.made = new Map();
    this.number = new Map(info.letters.map((letter, i) => [letter, i]));
    this.givens = new Set(layout.given);
    const place = `translate(${(-low[0]).toFixed(2)} ${(-low[1]).toFixed(2)}) scale(${(UNIT / layout.unit).toFixed(4)})`;
    [this.below, this.above] = [layout.below, layout.above].map((shapes) => shapes.length
      && svg("g", { transform: place }, ...shapes.filter(([tag]) => SHAPES.has(tag)).map(([tag, attributes, text]) => svg(tag, { ...attributes, text }))));
  }

  /** What the puzzle itself has drawn below the digits, or above the lines. */
  marks(own) { return own ? [own.cloneNode(true)] : []; }

  colour(letter) {
    const { paint } = this.info.layout;
    if (letter in paint) return paint[letter];
    if (letter === EMPTY || !this.pieces) return "none";
    return this.info.fills[this.number.get(letter) ?? 0];
  }

  frame(attributes = {}, ...children) {
    return svg("svg", { viewBox: `0 0 ${this.width.toFixed(1)} ${this.height.toFixed(1)}`, ...attributes }, ...children);
  }

  /** A board; the cells in `solid` (null: all) at full strength, the others faint. */
  board(board, solid = null) {
    return this.pieces ? this.boardOfPieces(board, solid) : this.boardOfValues(board, solid);
  }

  boardOfPieces(board, solid) {
    const fills = new Map(), letters = new Map();
    let seams = this.outer;
    for (const [letter, cells] of this.cellsOf(board)) {
      const faint = solid && !solid.has(cells[0]) ? " faint" : "", piece = this.piece(cells);
      const key = this.colour(letter) + faint, kind = "letter" + faint;
      fills.set(key, (fills.get(key) ?? "") + piece.d);
      seams += piece.seams;
      if (letter === EMPTY) continue;
      if (!letters.has(kind)) letters.set(kind, []);
      for (const cell of piece.spots) letters.get(kind).push([letter, ...this.middles[cell]]);
    }
    const made = [...fills].filter(([key]) => this.sticks || !key.startsWith("none")).map(([key, d]) => this.filled(key, d));
    if (!this.sticks) made.push(svg("path", { d: seams, class: "seam", fill: "none", stroke: "#1c1c1c", "stroke-width": 0.9, "stroke-linecap": "square" }));
    return [...made, ...[...letters].map(([kind, own]) => this.text(own, kind))];
  }

  filled(key, d) {
    const [fill, faint] = key.split(" "), opacity = faint ? 0.22 : null;
    if (!this.sticks) return svg("path", { d, fill, stroke: fill, "stroke-width": 0.25, opacity });
    const free = fill === "none";
    return svg("path", { d, fill: "none", stroke: free ? "#999999" : fill, "stroke-width": free ? 0.6 : 2.6, "stroke-linecap": "round", opacity });
  }

  cellsOf(board) {
    const found = new Map();
    for (let cell = 0; cell < board.length; cell++) {
      const own = found.get(board[cell]);
      if (own) own.push(cell);
      else found.set(board[cell], [cell]);
    }
    return found;
  }

  /** The path, the outline and the places of the letter of a piece on these cells; each placement is made once. */
  piece(cells) {
    const key = cells.join();
    if (!this.made.has(key)) {
      const own = new Set(cells), { figure } = this.info.layout;
      const { solid } = this.info.layout, layer = (cell) => (solid.length ? solid[cell][0] : Number(figure > 0 && cell >= figure));
      const parts = [...new Set(cells.map(layer))].map((part) => cells.filter((cell) => layer(cell) === part));
      this.made.set(key, {
        d: cells.map((cell) => this.shapes[cell]).join(""),
        seams: this.sides.filter(([a, b]) => own.has(a) !== own.has(b)).map((side) => side[2]).join(""),
        spots: parts.map((part) => this.innermost(part)),
      });
    }
    return this.made.get(key);
  }

  boardOfValues(board, solid) {
    const { paint } = this.info.layout, fills = new Map(), texts = new Map();
    board.forEach((letter, cell) => {
      const faint = solid && !solid.has(cell) ? " faint" : "";
      if (letter in paint) fills.set(paint[letter] + faint, (fills.get(paint[letter] + faint) ?? "") + this.shapes[cell]);
      else if (letter !== EMPTY) {
        const kind = (this.givens.has(cell) ? "given" : "digit") + faint;
        texts.set(kind, [...(texts.get(kind) ?? []), [letter, ...this.middles[cell]]]);
      }
    });
    const line = (d, width) => svg("path", { d, class: "line", fill: "none", stroke: "#1c1c1c", "stroke-width": width, "stroke-linecap": "square" });
    return [...[...fills].map(([key, d]) => this.filled(key, d)), ...this.marks(this.below), line(this.grid, 0.25),
      ...(this.lines ? [line(this.lines, 0.9)] : []), ...this.marks(this.above), ...[...texts].map(([kind, own]) => this.text(own, kind))];
  }

  /** Letters at their places as one element. */
  text(own, kind) {
    const size = this.pieces ? 5.2 : 6.6, fill = kind.startsWith("digit") ? "#0b5d94" : "#1c1c1c";
    return svg("text", {
      class: kind, "font-family": "sans-serif", "font-size": size, "text-anchor": "middle", fill,
      opacity: kind.endsWith("faint") ? 0.3 : null, "font-weight": kind.startsWith("given") ? "bold" : null,
      x: own.map((one) => one[1].toFixed(1)).join(" "), y: own.map((one) => (one[2] + size * 0.36).toFixed(1)).join(" "),
      text: own.map((one) => one[0]).join(""),
    });
  }

  innermost(cells) {
    const [x, y] = [0, 1].map((i) => mean(cells.map((cell) => this.middles[cell][i])));
    const far = (cell) => (this.middles[cell][0] - x) ** 2 + (this.middles[cell][1] - y) ** 2;
    return cells.reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
  }

  /** Figure 1 and 2 in grey, the pieces of figure 1 on their way, 0 <= t <= 1. */
  moving(board, moves, t) {
    const figure = this.info.layout.figure;
    const ground = svg("path", { d: this.shapes.join(""), class: "ground", fill: "#eeeeee", stroke: "#dddddd", "stroke-width": 0.25 });
    const letters = [...new Set(board.filter((letter) => letter !== EMPTY))].sort();
    const numbers = board.map((_, cell) => cell);
    return [ground, ...letters.map((letter, i) => {
      const start = numbers.filter((cell) => cell < figure && board[cell] === letter);
      const end = numbers.filter((cell) => cell >= figure && board[cell] === letter);
      return this.onItsWay(letter, start, end, Number(moves[i]), t);
    })];
  }

  onItsWay(letter, start, end, move, t) {
    const [a, b] = [start, end].map((cells) => [0, 1].map((i) => mean(cells.map((cell) => this.middles[cell][i]))));
    const quarter = move % 4, turn = (quarter === 3 ? -90 : 90 * quarter) * t, scale = move >= 4 ? 1 - 2 * t : 1;
    const [x, y] = [0, 1].map((i) => a[i] + (b[i] - a[i]) * t);
    const place = `translate(${x.toFixed(3)} ${y.toFixed(3)}) rotate(${turn.toFixed(3)}) scale(${scale.toFixed(4)} 1) translate(${-a[0]} ${-a[1]})`;
    const [u, v] = this.middles[this.innermost(start)];
    const upright = `translate(${u} ${v}) scale(${scale < 0 ? -1 : 1} 1) rotate(${(-turn).toFixed(3)})`;
    const fill = this.colour(letter);
    return svg("g", { transform: place, "data-piece": letter, class: "moving" },
      svg("path", { d: this.piece(start).d, fill, stroke: fill, "stroke-width": 0.25 }),
      svg("path", { d: this.piece(start).seams, class: "seam", fill: "none", stroke: "#1c1c1c", "stroke-width": 0.9, "stroke-linecap": "square" }),
      svg("g", { transform: upright }, this.text([[letter, 0, 0]], "letter")));
  }

  /** Cubes in isometric view after so many quarter turns, the layers `apart` cubes from one another. */
  solid(board, apart, solid = null, turn = 0) {
    const { solid: stated } = this.info.layout, [deep, wide] = [1, 2].map((i) => greatest(stated.map((cube) => cube[i])));
    const cubes = stated.map(([l, r, c]) => [[l, r, c], [l, c, deep - r], [l, deep - r, wide - c], [l, wide - c, r]][turn % 4]), at = new Map(cubes.map((cube, i) => [cube.join(), i]));
    const point = ([l, r, c], layer) => [(c - r) * UNIT * 0.866, (c + r) * UNIT * 0.5 + (l + layer * apart) * UNIT];
    const order = cubes.map((_, i) => i).filter((i) => board[i] !== EMPTY)
      .sort((a, b) => cubes[b][0] - cubes[a][0] || cubes[a][1] + cubes[a][2] - cubes[b][1] - cubes[b][2]);
    const made = [], box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const i of order) for (const face of FACES) {
      const near = plus(cubes[i], face.to), hidden = at.get(near.join());
      const covered = hidden !== undefined && board[hidden] !== EMPTY;
      if (covered && !(apart > 0 && face.to[0])) continue;
      const corners = face.corners.map((corner) => point(plus(cubes[i], corner), cubes[i][0]));
      for (const [x, y] of corners) { box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y); box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y); }
      made.push(...this.face(board, at, cubes[i], i, face, corners, apart, solid && !solid.has(i)));
    }
    const [x, y, u, v] = box;
    return svg("svg", { viewBox: `${x - 2} ${y - 2} ${u - x + 4} ${v - y + 4}`, class: "picture solid", role: "img" }, ...made);
  }

  face(board, at, cube, i, face, corners, apart, faint) {
    const d = path(corners, true), fill = this.colour(board[i]);
    const same = (other) => at.has(other.join()) && board[at.get(other.join())] === board[i];
    const lines = face.beside.map((step, k) => {
      const beside = plus(cube, step), parted = apart > 0 && step[0] !== 0;
      const flat = same(beside) && (!same(plus(beside, face.to)) || (apart > 0 && face.to[0] !== 0)) && !parted;
      return flat ? "" : path([corners[k], corners[(k + 1) % 4]]);
    }).join("");
    const group = svg("g", { opacity: faint ? 0.25 : null },
      svg("path", { d, fill, stroke: fill, "stroke-width": 0.2 }),
      svg("path", { d, fill: "#000", "fill-opacity": face.shade }),
      svg("path", { d: lines, class: "edge", fill: "none", stroke: "#1c1c1c", "stroke-width": 0.6, "stroke-linecap": "round" }));
    if (face.shade === 0) group.append(this.text([[board[i], mean(corners.map((p) => p[0])), mean(corners.map((p) => p[1]))]], "letter"));
    return [group];
  }
}

/** Is it a condition that a cell bears a value? */
const asksFor = (filter) => filter.label !== undefined && !filter.not;

const plus = (a, b) => a.map((x, i) => x + b[i]);
const FACES = [
  { to: [-1, 0, 0], shade: 0, corners: [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]], beside: [[0, -1, 0], [0, 0, 1], [0, 1, 0], [0, 0, -1]] },
  { to: [0, 1, 0], shade: 0.16, corners: [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]], beside: [[-1, 0, 0], [0, 0, 1], [1, 0, 0], [0, 0, -1]] },
  { to: [0, 0, 1], shade: 0.3, corners: [[0, 1, 1], [0, 0, 1], [1, 0, 1], [1, 1, 1]], beside: [[-1, 0, 0], [0, -1, 0], [1, 0, 0], [0, 1, 0]] },
];

const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
const greatest = (numbers) => numbers.reduce((a, b) => Math.max(a, b), -Infinity);
const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / (numbers.length || 1);

function path(points, closed = false) {
  return "M" + points.map(([x, y]) => `${+x.toFixed(2)} ${+y.toFixed(2)}`).join("L") + (closed ? "z" : "");
}

/** Each side once: its two cells (-1: outside) and its path. */
function shared(corners, at) {
  const found = new Map();
  corners.forEach((own, cell) => {
    sides(own).forEach((name, i) => {
      if (found.has(name)) found.get(name)[1] = cell;
      else found.set(name, [cell, -1, path([at[cell][i], at[cell][(i + 1) % own.length]])]);
    });
  });
  return [...found.values()];
}

// ---- the page

const languageOf = () => (navigator.language.startsWith("ja") ? "ja" : "en");

export function mount(root, source, options = {}) {
  return new Gallery(root, source, options);
}

class Gallery {
  constructor(root, source, options) {
    this.root = root;
    Object.assign(this, { source, options });
    const { labels, free, layout } = source.info;
    this.info = labels.length === 1 && !free && layout.pieces ? { ...source.info, labels: [] } : source.info; // one kind of piece: only borders differ
    this.pairs = this.info.pairs;
    this.pen = new Pen(this.info);
    this.language = options.language ?? languageOf();
    this.query = { filters: [], symmetric: false, orbit: null, like: null, least: false };
    Object.assign(this, { from: 0, chosen: null, pinned: null, cell: null, at: 0, shown: null, ink: null, stroke: [], timer: null, t: 0, space: true, apart: 0, turn: 0 });
    this.thumbs = new Map();
    this.read(location.hash);
    this.build();
    this.ready = this.refresh(true);
  }

  say(key, values) { return text(key, this.language, values); }

  number(n) { return this.format.format(n); }

  // ---- the frame of the page

  build() {
    const say = (key, values) => this.say(key, values);
    this.format = new Intl.NumberFormat(this.language);
    document.documentElement.lang = this.language;
    this.status = el("p", { class: "status", role: "status" });
    this.list = el("div", { class: "tiles", role: "listbox", "aria-label": say("list"), onkeydown: (e) => this.tileKey(e), onclick: (e) => this.tileClick(e) });
    this.pager = el("nav", { class: "pager", "aria-label": say("list") });
    this.map = el("div", { class: "map", onpointerdown: (e) => this.strokeFrom(e), onpointermove: (e) => this.strokeOver(e), onpointerup: () => this.strokeEnd(), onpointercancel: () => { this.stroke = []; } });
    this.about = el("div", { class: "about" });
    this.chips = el("ul", { class: "chips" });
    this.detail = el("section", { class: "detail", "aria-live": "off" });
    const main = el("main", {}, this.side(), el("section", { class: "middle", "aria-labelledby": "z-list" },
      el("h2", { id: "z-list", text: say("list") }), this.tools(), this.status, this.pager, this.list), this.detail);
    this.root.replaceChildren(this.head(), main, el("footer", {}, el("p", { text: say("keys") })));
    this.root.className = "zenkai";
    this.root.onkeydown = (event) => this.key(event);
  }

  head() {
    const { name, count, all, reason } = this.info;
    const state = reason ? this.say("notAll", { why: within(reason, this.language) }) : this.say(this.info.orbital && this.info.group > 1 ? "upToSymmetry" : "isComplete");
    const words = [this.say("solutions", { n: this.number(count) }), state];
    if (!reason && this.info.orbital && all !== count) words.push(this.say("inAll", { n: this.number(all) }));
    const select = el("select", { id: "z-language", onchange: (e) => this.speak(e.target.value) },
      ...[["en", "English"], ["ja", "日本語"]].map(([value, text]) => el("option", { value, text, lang: value, selected: value === this.language })));
    return el("header", {}, el("div", {}, el("h1", { text: name, translate: "no" }), el("p", { text: words.join(" · ") })),
      el("label", { for: "z-language", class: "language" }, el("span", { text: this.say("languages") }), select));
  }

  speak(language) {
    this.language = language;
    this.options.spoken?.(language);
    this.build();
    this.refresh(true);
    this.root.querySelector("#z-language").focus();
  }

  side() {
    const { group, orbits, labels } = this.info;
    const choices = [el("option", { value: "", text: this.say(labels.length ? "variety" : "borders") }),
      ...this.values().map((label) => el("option", { value: label, text: this.word(label), selected: label === this.shown }))];
    const what = el("select", { id: "z-what", onchange: (e) => { this.shown = e.target.value || null; this.drawMap(); } }, ...choices);
    const told = el("span", { class: "hint", id: "z-told", role: "status" });
    const search = el("input", { type: "search", id: "z-search", spellcheck: "false", placeholder: labels.length ? `${labels[0]}@A1  ${labels[0]}./..` : "A1=B1", "aria-describedby": "z-told", onchange: (e) => {
      const found = this.written(e.target.value);
      told.textContent = found ? "" : this.say("searchHelp");
      if (!found) return;
      e.target.value = "";
      for (const filter of found) this.add(filter);
    } });
    const parts = [el("h2", { id: "z-filter", text: this.say("filter") }), el("label", { for: "z-search", class: "field" }, el("span", { text: this.say("search") }), search), told, this.chips];
    if (labels.length) parts.push(el("label", { for: "z-what", class: "field" }, el("span", { text: this.say("showOn") }), what));
    this.inks = el("div", { class: "inks" });
    this.drawInks();
    parts.push(this.inks, this.map, this.about);
    if (group > 1 && orbits.length) parts.push(this.orbitFields(orbits));
    return el("section", { class: "side", "aria-labelledby": "z-filter" }, ...parts);
  }

  orbitFields(orbits) {
    const box = el("input", { type: "checkbox", id: "z-symmetric", onchange: (e) => this.ask({ symmetric: e.target.checked }) });
    box.checked = this.query.symmetric;
    const select = el("select", { id: "z-orbit", onchange: (e) => this.ask({ orbit: Number(e.target.value) || null }) },
      el("option", { value: "", text: this.say("any") }),
      ...orbits.map((n) => el("option", { value: n, text: this.number(n), selected: n === this.query.orbit })));
    return el("div", { class: "row" }, el("label", { for: "z-symmetric" }, box, el("span", { text: this.say("symmetric") })),
      el("label", { for: "z-orbit" }, el("span", { text: this.say("orbitSize") }), select));
  }

  tools() {
    const order = this.query.like === null ? "asFound" : this.query.least ? "leastLike" : "most";
    const select = el("select", { id: "z-order", onchange: (e) => this.reorder(e.target.value) },
      ...["asFound", "most", "leastLike"].map((key) => el("option", { value: key, text: this.say(key), selected: key === order })));
    const size = el("input", { type: "range", id: "z-size", min: 60, max: 260, step: 10, value: this.size ?? 120, oninput: (e) => this.resize(e.target.value) });
    const button = (key, action, id) => el("button", { type: "button", id, onclick: action, text: this.say(key) });
    this.playing = button("play", () => this.play(), "z-play");
    const number = el("input", { type: "number", id: "z-number", min: 1, step: 1, onchange: (e) => this.goTo(Number(e.target.value)) });
    const save = (text, action) => el("button", { type: "button", id: "z-" + text.toLowerCase(), text, onclick: action });
    return el("div", { class: "tools" },
      this.info.orbits.length ? el("label", { for: "z-order" }, el("span", { text: this.say("order") }), select) : null,
      el("label", { for: "z-size" }, el("span", { text: this.say("size") }), size),
      button("random", () => this.random(), "z-random"), this.playing,
      el("label", { for: "z-number" }, el("span", { text: this.say("number") }), number),
      el("span", { class: "save" }, el("span", { text: this.say("saveThese") }), save("JSONL", () => this.saveLines()), save("SVG", () => this.saveSheet()),
        this.saving = save("PNG", () => this.savePixels()), save("PDF", () => this.savePages()), el("span", { id: "z-saved", class: "hint", role: "status" })),
      this.info.layout.solid.length ? el("span", { class: "save" }, el("span", { text: this.say("saveSolid") }), save("STL", () => this.saveSolid(stl, "stl", "model/stl")),
        save("X3D", () => this.saveSolid(x3d, "x3d", "model/x3d+xml"))) : null);
  }

  resize(value) {
    this.size = value;
    this.list.style.setProperty("--tile", value + "px");
  }

  // ---- asking

  ask(change) {
    Object.assign(this.query, change);
    this.from = 0;
    return this.refresh();
  }

  add(filter) {
    const key = JSON.stringify(filter);
    if (!this.query.filters.some((own) => JSON.stringify(own) === key)) this.ask({ filters: [...this.query.filters, filter] });
  }

  async refresh(anew = false) {
    try {
      await this.renew(anew);
    } catch (error) { // such as too many to be put in order: the source says why
      this.status.replaceChildren(...spoken(error.message, this.language));
    }
  }

  async renew(anew) {
    this.asked = (this.asked ?? 0) + 1;
    const asked = this.asked, query = { ...this.query };
    const { total, items } = await this.source.page(this.from, A_PAGE, query);
    this.paged = total > this.source.atOnce;
    const all = this.paged || total <= A_PAGE ? items : (await this.source.page(0, total, query)).items;
    if (asked !== this.asked) return;
    this.total = total;
    this.items = all;
    if (this.size) this.resize(this.size);
    if (anew && this.chosen === null && this.items.length) this.chosen = this.items[0];
    if (anew && typeof this.wanted === "number") await this.choose(this.wanted);
    this.wanted = undefined;
    this.status.textContent = this.total ? this.say("shown", { n: this.number(this.total), all: this.number(this.info.count) }) : this.say("noneLeft");
    this.status.dataset.total = this.total;
    this.saving.textContent = "PNG" + (this.total > MOST_DRAWN ? ` (${this.say("firstOnly", { n: this.number(MOST_DRAWN) })})` : "");
    this.drawTiles();
    this.drawPager();
    this.drawChips();
    this.drawDetail();
    this.shares = await this.source.share(query);
    if (asked !== this.asked) return;
    this.drawMap();
    this.write();
  }

  // ---- the tiles

  drawTiles() {
    const frames = this.items.map((item) => this.tile(item));
    this.list.replaceChildren(...frames);
    this.mark();
    this.list.dataset.drawn = "";
    const step = (i) => {
      for (let k = i; k < Math.min(i + AT_A_TIME, frames.length); k++) this.fill(frames[k], this.items[k]);
      if (frames[0]?.parentNode !== this.list && frames.length) return;
      if (i + AT_A_TIME < frames.length) setTimeout(() => step(i + AT_A_TIME));
      else this.list.dataset.drawn = frames.length;
    };
    step(0);
  }

  tile(item) {
    const words = [this.say("solution", { n: item.n })];
    if (this.info.group > 1) words.push(this.say("orbitOf", { n: item.orbit }));
    return el("div", { role: "option", class: "tile", id: "z-" + item.index, tabindex: -1, "aria-selected": "false", "aria-label": words.join(", ") },
      el("span", { class: "n", "aria-hidden": "true", text: this.number(item.n) }));
  }

  fill(frame, item) {
    if (!this.thumbs.has(item.index)) {
      if (this.thumbs.size > AT_ONCE) this.thumbs.clear();
      this.thumbs.set(item.index, this.pen.frame({ "aria-hidden": "true" }, ...this.pen.board(item.board)));
    }
    frame.prepend(this.thumbs.get(item.index));
  }

  mark() {
    for (const old of this.list.querySelectorAll("[aria-selected=true]")) { old.setAttribute("aria-selected", "false"); old.tabIndex = -1; }
    const own = this.chosen && this.list.querySelector("#z-" + this.chosen.index);
    if (own) own.setAttribute("aria-selected", "true");
    const stop = own ?? this.list.firstElementChild;
    if (stop) stop.tabIndex = 0;
  }

  tileClick(event) {
    const tile = event.target.closest("[role=option]");
    if (tile) this.choose(Number(tile.id.slice(2)));
  }

  tileKey(event) {
    const tiles = [...this.list.children], at = tiles.indexOf(document.activeElement);
    if (at < 0) return;
    const top = tiles[0].offsetTop, across = tiles.filter((tile) => tile.offsetTop === top).length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + across, ArrowUp: at - across, Home: 0, End: tiles.length - 1 }[event.key];
    if (to !== undefined && tiles[to]) {
      event.preventDefault();
      tiles[at].tabIndex = -1;
      tiles[to].tabIndex = 0;
      tiles[to].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(Number(tiles[at].id.slice(2)));
    }
  }

  drawPager() {
    const pages = this.paged ? Math.ceil(this.total / A_PAGE) : 1, now = Math.floor(this.from / A_PAGE);
    this.pager.hidden = pages < 2;
    if (pages < 2) return;
    const go = (key, sign, page) => el("button", { type: "button", "aria-label": this.say(key), text: sign, disabled: page < 0 || page >= pages || page === now,
      onclick: () => { this.from = page * A_PAGE; this.refresh(); } });
    this.pager.replaceChildren(go("firstPage", "«", 0), go("previousPage", "‹", now - 1),
      el("span", { text: this.say("pageOf", { n: this.number(now + 1), all: this.number(pages) }) }),
      go("nextPage", "›", now + 1), go("lastPage", "»", pages - 1));
  }

  // ---- the map

  values() { return [...this.info.labels, ...(this.info.letters.length && this.mayBeFree() ? [EMPTY] : [])]; }

  mayBeFree() { return !this.info.labels.includes(EMPTY) && this.info.labels.length > 0 && Boolean(this.info.free); }

  word(label) { return label === EMPTY ? this.say(this.pen.pieces ? "free" : "nothing") : label; }

  name(cell) { return cellName(this.info.cells[cell]); }

  drawMap() {
    const { total, bears, joined } = this.shares, labels = this.info.labels.length > 0;
    const parts = bears.map((numbers) => (this.shown === null ? numbers.size : numbers.get(this.shown) ?? 0));
    this.most = Math.max(1, greatest(parts));
    const cells = this.info.cells.map((_, cell) => this.mapCell(cell, total, bears[cell]));
    const lines = labels ? [] : this.pairs.map(([a, b], i) => this.mapLine(a, b, total ? 1 - joined[i] / total : 0));
    const outer = this.pen.sticks ? [] : [svg("path", { class: "line", fill: "none", "stroke-width": 0.7, d: this.pen.outer })];
    const picked = this.cell === null ? [] : [svg("path", { d: this.pen.shapes[this.cell], class: "picked", fill: "none", "stroke-width": 1.1 })];
    const board = this.pen.frame({ class: "picture", role: "group", "aria-label": this.say("map"), onclick: (e) => this.mapClick(e), onkeydown: (e) => this.mapKey(e) }, ...cells, ...outer, ...lines, ...picked, ...this.sketch());
    const focused = this.map.contains(document.activeElement);
    this.map.replaceChildren(board);
    if (focused) board.querySelector("[tabindex='0']")?.focus();
    this.drawAbout();
  }

  mapLine(a, b, cut) {
    const side = this.pen.sides.find((own) => own[0] === a && own[1] === b);
    return side && cut > 0 ? svg("path", { d: side[2], class: "line", fill: "none", "stroke-width": 0.3 + cut, opacity: 0.15 + 0.85 * cut }) : svg("g");
  }

  mapCell(cell, total, numbers) {
    const label = this.shown, only = numbers.size === 1 && total ? [...numbers.keys()][0] : null;
    const labels = this.info.labels.length > 0;
    const part = total ? (label === null ? numbers.size : numbers.get(label) ?? 0) : 0;
    const most = this.most;
    const strength = !labels || (label === null && only !== null) ? 0 : (part / most) * (label === null ? 0.6 : 1);
    const what = !labels ? "" : label === null ? (only === null ? this.say("values", { n: part }) : this.say("forcedIs", { what: this.word(only) }))
      : this.say("inPercent", { what: this.word(label), n: this.number(part), all: this.number(total) });
    const small = !labels ? "" : label === null ? (only === null ? String(part) : only) : percent(part, total);
    const forced = labels && only !== null && (label === null || label === only);
    const [x, y] = this.pen.middles[cell];
    return svg("g", { role: "button", class: "cell" + (forced ? " forced" : ""), "data-cell": cell, "data-part": part, tabindex: cell === this.at ? 0 : -1,
      "aria-pressed": String(cell === this.cell), "aria-label": this.say("mapCell", { name: this.name(cell), what }) },
      svg("path", { d: this.pen.shapes[cell], class: "base", "stroke-width": this.pen.sticks ? 3 : 0.25 }),
      svg("path", { d: this.pen.shapes[cell], class: "heat", ...(this.pen.sticks ? { "stroke-opacity": 0.1 + 0.7 * strength, "stroke-width": 3 } : { "fill-opacity": 0.75 * strength }) }),
      forced && !this.pen.sticks ? svg("path", { d: this.pen.shapes[cell], class: "frame", fill: "none", "stroke-width": 0.9 }) : null,
      svg("text", { x: x.toFixed(1), y: (y + 1.3).toFixed(1), "font-size": 3.6, "text-anchor": "middle", text: small }));
  }

  mapClick(event) {
    const own = event.target.closest("[data-cell]");
    if (own && this.ink === null) this.pick(Number(own.dataset.cell));
  }

  pick(cell) {
    this.cell = this.at = cell;
    this.drawMap();
    this.map.querySelector(`[data-cell="${cell}"]`)?.focus();
  }

  mapKey(event) {
    const own = event.target.closest("[data-cell]");
    if (!own) return;
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (step) {
      event.preventDefault();
      const to = this.toward(Number(own.dataset.cell), step);
      if (to !== null) {
        this.at = to;
        own.setAttribute("tabindex", -1);
        const target = this.map.querySelector(`[data-cell="${to}"]`);
        target.setAttribute("tabindex", 0);
        target.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.ink) this.drawn([Number(own.dataset.cell)]);
      else this.pick(Number(own.dataset.cell));
    } else if (this.ink && this.values().includes(event.key)) {
      event.stopPropagation(); // a letter is no command here
      this.ink = event.key;
      this.drawInks();
      this.drawn([Number(own.dataset.cell)]);
    }
  }

  // ---- a search that is drawn on the map: `ink` is the value that a stroke asks for, "" one piece, null no drawing

  drawInks() {
    const press = (ink) => { this.ink = ink; this.drawInks(); this.drawMap(); };
    const key = (id, pressed, shown, onclick) => el("button", { type: "button", id, "aria-pressed": String(pressed), onclick: () => { onclick(); this.root.querySelector("#" + id).focus(); } }, ...shown);
    const drawing = this.ink !== null, values = this.values();
    const swatch = (label) => {
      const made = el("span", { class: "swatch", "aria-hidden": "true" }), colour = this.pen.colour(label);
      if (colour !== "none") made.style.background = colour;
      return made;
    };
    const inks = drawing ? values.map((label, i) => key("z-ink" + i, label === this.ink, [swatch(label), el("span", { text: this.word(label), translate: label === EMPTY ? null : "no" })], () => press(label))) : [];
    this.inks.replaceChildren(key("z-draw", drawing, [el("span", { text: this.say("drawSearch") })], () => press(drawing ? null : values[0] ?? "")),
      ...inks, ...(drawing ? [el("p", { class: "hint", text: this.say(values.length ? "drawHelp" : "drawJoined") })] : []));
    this.map.classList.toggle("drawing", drawing);
  }

  cellUnder(event) {
    const own = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return own && this.map.contains(own) ? Number(own.dataset.cell) : null;
  }

  strokeFrom(event) {
    const cell = this.cellUnder(event);
    if (this.ink === null || cell === null) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    this.stroke = [cell];
    this.drawMap();
  }

  strokeOver(event) {
    const cell = this.stroke.length ? this.cellUnder(event) : null;
    if (cell === null || this.stroke.includes(cell)) return;
    this.stroke.push(cell);
    this.drawMap();
  }

  strokeEnd() {
    const cells = this.stroke;
    this.stroke = [];
    if (cells.length) this.drawn(cells);
  }

  /** The cells are to bear the value, or to be of one piece; what is asked for already is taken away. */
  drawn(cells) {
    const { filters } = this.query, key = (filter) => JSON.stringify(filter);
    const pairs = new Set(this.pairs.map(String)), known = new Set(filters.map(key));
    const steps = cells.slice(1).map((cell, i) => [cell, cells[i]].sort((a, b) => a - b)).filter((pair) => pairs.has(String(pair)));
    const wanted = this.ink === "" ? steps.map(([cell, beside]) => ({ cell, beside })) : cells.map((cell) => ({ cell, label: this.ink }));
    const [keys, over] = [new Set(wanted.map(key)), new Set(this.ink === "" ? [] : cells)];
    const left = filters.filter((filter) => !keys.has(key(filter)) && !(asksFor(filter) && over.has(filter.cell)));
    this.ask({ filters: [...keys].every((one) => known.has(one)) ? left : [...left, ...wanted] });
  }

  /** What is asked for on the map, and the stroke that is being drawn. */
  sketch() {
    if (this.ink === null) return [];
    const marks = [...this.query.filters.filter(asksFor).map(({ cell, label }) => [cell, label]), ...this.stroke.map((cell) => [cell, this.ink])];
    const joined = this.query.filters.filter(({ beside, not }) => beside !== undefined && !not).map(({ cell, beside }) => path([this.pen.middles[cell], this.pen.middles[beside]]));
    return [...[...new Map(marks)].map(([cell, label]) => {
      const colour = this.pen.colour(label), [x, y] = this.pen.middles[cell];
      return svg("g", { class: "asked" }, svg("path", { d: this.pen.shapes[cell], class: "base", ...(this.pen.sticks ? { fill: "none", "stroke-width": 3 } : {}), ...(colour === "none" || this.pen.sticks ? {} : { fill: colour }) }),
        svg("text", { x: x.toFixed(1), y: (y + 2).toFixed(1), "font-size": 5.6, "text-anchor": "middle", text: label }));
    }), ...(joined.length ? [svg("path", { d: joined.join(""), class: "thread", fill: "none", "stroke-width": 2, "stroke-linecap": "round" })] : [])];
  }

  /** The nearest cell in that direction. */
  toward(cell, [dx, dy]) {
    const [x, y] = this.pen.middles[cell];
    let best = null, far = Infinity;
    this.pen.middles.forEach(([u, v], other) => {
      const along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const own = along + 3 * aside;
      if (along > 0.5 && own < far) { best = other; far = own; }
    });
    return best;
  }

  // ---- what a cell can be

  drawAbout() {
    if (this.cell === null) {
      this.about.replaceChildren(this.ink === null ? el("p", { class: "hint", text: this.say("cellHint") }) : "");
      return;
    }
    const { total, bears } = this.shares, cell = this.cell, rows = [];
    if (this.info.labels.length)
      for (const [label, n] of [...bears[cell]].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
        rows.push(this.choice(this.word(label), this.pen.colour(label), n, total, { cell, label }, "is", "isNot"));
    if (this.pen.pieces)
      this.pairs.forEach(([a, b], i) => {
        if (a !== cell && b !== cell) return;
        const other = a === cell ? b : a, what = this.say("together", { name: this.name(other) });
        rows.push(this.choice(what, null, this.shares.joined[i], total, { cell: Math.min(a, b), beside: Math.max(a, b) }, "isTo", "isNotTo"));
      });
    this.about.replaceChildren(el("h3", { text: this.say("cellOf", { name: this.name(cell) }) }), el("ul", { class: "choices" }, ...rows));
  }

  choice(text, colour, n, total, filter, yes, no) {
    const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
    if (colour && colour !== "none") swatch.style.background = colour;
    const button = (key, own, left) => el("button", { type: "button", disabled: left === 0 || left === total, "data-left": left, onclick: () => this.add(own),
      "aria-label": `${text}: ${this.say(key)}, ${this.say("leftThen", { n: this.number(left) })}` },
      el("span", { text: this.say(key) }), el("small", { text: this.number(left) }));
    return el("li", {}, colour ? swatch : null, el("span", { class: "what", text }), button(yes, filter, n), button(no, { ...filter, not: true }, total - n));
  }

  drawChips() {
    const chips = this.query.filters.map((filter, i) => {
      const text = this.words(filter);
      return el("li", {}, el("button", { type: "button", "aria-label": this.say("removeFilter", { what: text }), text: text + " ×",
        onclick: () => this.ask({ filters: this.query.filters.filter((_, k) => k !== i) }) }));
    });
    if (chips.length > 1) chips.push(el("li", {}, el("button", { type: "button", class: "plain", text: this.say("clearFilters"), onclick: () => this.ask({ filters: [] }) })));
    this.chips.replaceChildren(...(chips.length ? chips : [el("li", { class: "hint", text: this.say("noFilters") })]));
  }

  words({ cell, beside, label, not }) {
    const name = this.name(cell);
    if (beside === undefined) return this.say(not ? "onlyWithout" : "onlyWith", { what: this.word(label), name });
    return this.say(not ? "apart" : "joined", { a: name, b: this.name(beside) });
  }

  // ---- one solution, or two

  async choose(index) {
    if (!(index >= 0 && index < this.info.count)) return;
    const own = this.items.find((item) => item.index === index);
    this.chosen = own ?? (await this.source.page(index, 1, { ...this.query, filters: [], symmetric: false, orbit: null, like: null })).items[0];
    this.mark();
    this.drawDetail();
    this.write();
    if (this.query.like !== null && this.query.like !== this.reference) this.reference = this.query.like;
  }

  drawDetail() {
    const item = this.chosen;
    if (!item) {
      this.detail.replaceChildren(el("h2", { text: this.say("chooseOne") }));
      return;
    }
    const words = this.info.group > 1 ? [this.say("orbitOf", { n: item.orbit })] : [];
    if (item.orbit < this.info.group) words.push(this.say("isSymmetric"));
    const step = (key, by) => el("button", { type: "button", text: this.say(key), onclick: () => this.step(by) });
    const pin = el("button", { type: "button", id: "z-pin", "aria-pressed": String(this.pinned !== null), text: this.say(this.pinned ? "unpin" : "pin"), onclick: () => this.pinIt() });
    this.detail.replaceChildren(el("h2", { text: this.say("solution", { n: this.number(item.n) }) }),
      el("p", { class: "hint", text: words.join(", ") }), ...this.pictures(item), this.told(item.board),
      el("div", { class: "row" }, step("previous", -1), step("next", 1), pin));
  }

  // The board for those who hear it: the labels of each run of cells in a row, behind the name of its first cell.
  told(board) {
    const runs = [];
    this.info.cells.forEach(([row, column], i) => {
      const last = runs.at(-1), label = board[i] === EMPTY ? this.say(this.pen.pieces ? "free" : "empty") : board[i];
      if (last && last.row === row && last.next === column) {
        last.labels.push(label);
        last.next++;
      } else runs.push({ row, next: column + 1, name: this.name(i), labels: [label] });
    });
    return el("ul", { class: "told", translate: "no" }, ...runs.map(({ name, labels }) => el("li", { text: this.say("mapCell", { name, what: labels.join(" ") }) })));
  }

  pictures(item) {
    const other = this.pinned && this.pinned.index !== item.index ? this.pinned : null;
    const solid = other ? differing(item.board, other.board, this.pen.pieces) : null;
    const made = this.view(item, solid);
    if (other) {
      const all = this.pen.pieces ? new Set(item.board.filter((x) => x !== EMPTY)).size : item.board.length;
      const k = this.pen.pieces ? new Set([...solid].map((cell) => item.board[cell]).filter((x) => x !== EMPTY)).size : solid.size;
      const words = this.say(this.pen.pieces ? "compared" : "comparedCells", { n: this.number(other.n), k, all });
      made.push(el("p", { class: "compared", "data-differ": k, text: words }), ...this.view(other, differing(other.board, item.board, this.pen.pieces)).slice(0, 1));
    } else if (this.pinned) made.push(el("p", { class: "hint", text: this.say("same") }));
    return made;
  }

  view(item, solid) {
    const label = this.say("solution", { n: this.number(item.n) });
    if (this.info.layout.figure && item.moves) return this.movingView(item, solid, label);
    const flat = this.pen.frame({ class: "picture", role: "img", "aria-label": label }, ...this.pen.board(item.board, solid));
    if (!this.info.layout.solid.length) return [flat];
    const draw = () => { const made = this.pen.solid(item.board, this.apart, solid, this.turn); made.setAttribute("aria-label", label); return made; };
    const turned = (by) => { this.turn = (this.turn + by) % 4; holder.replaceChildren(draw()); };
    const keyed = (e) => {
      const by = { ArrowLeft: 3, ArrowRight: 1 }[e.key];
      if (!by || !this.space) return;
      e.preventDefault();
      e.stopPropagation();
      turned(by);
    };
    const holder = el("div", this.space ? { class: "holder", tabindex: 0, role: "group", "aria-label": this.say("turnKeys"), onkeydown: keyed } : { class: "holder" }, this.space ? draw() : flat);
    const turns = el("div", { class: "row" }, ...[["turnLeft", 3], ["turnRight", 1]].map(([key, by]) => el("button", { type: "button", id: "z-" + key, text: this.say(key), onclick: () => turned(by) })));
    const tabs = el("div", { class: "row", role: "group", "aria-label": this.say("view") }, ...[["layers", false], ["space", true]].map(([key, space]) =>
      el("button", { type: "button", id: "z-" + key, "aria-pressed": String(this.space === space), text: this.say(space ? "space" : "inLayers"), onclick: () => { this.space = space; this.drawDetail(); this.detail.querySelector("#z-" + key).focus(); } })));
    const pull = el("label", { for: "z-apart", class: "field" }, el("span", { text: this.say("apartBy") }),
      el("input", { type: "range", id: "z-apart", min: 0, max: 3, step: 0.1, value: this.apart, oninput: (e) => { this.apart = Number(e.target.value); holder.replaceChildren(draw()); } }));
    return [holder, tabs, ...(this.space ? [turns, pull] : [])];
  }

  movingView(item, solid, label) {
    const holder = this.pen.frame({ class: "picture", role: "img", "aria-label": label });
    const draw = () => holder.replaceChildren(...(this.t === 0 || solid ? this.pen.board(item.board, solid) : this.pen.moving(item.board, item.moves, this.t)));
    draw();
    const slider = el("input", { type: "range", id: "z-move", min: 0, max: 1, step: 0.01, value: this.t, "aria-describedby": "z-figures", oninput: (e) => { this.t = Number(e.target.value); draw(); } });
    return [holder, el("label", { for: "z-move", class: "field" }, el("span", { text: this.say("move") }), slider, el("small", { id: "z-figures", text: this.say("figures") }))];
  }

  pinIt() {
    this.pinned = this.pinned ? null : this.chosen;
    this.drawDetail();
    this.detail.querySelector("#z-pin")?.focus();
  }

  async step(by) {
    const at = this.items.findIndex((item) => item.index === this.chosen?.index);
    const next = this.items[(at + by + this.items.length) % this.items.length];
    if (next) await this.choose(next.index);
    this.list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  async random() {
    if (this.total) await this.goTo(1 + Math.floor(Math.random() * this.total));
  }

  /** Choose the k-th of those that are left, and show its page. */
  async goTo(k) {
    if (!(Number.isInteger(k) && k >= 1 && k <= this.total)) return;
    const from = this.paged ? Math.floor((k - 1) / A_PAGE) * A_PAGE : 0;
    if (from !== this.from) {
      this.from = from;
      await this.refresh();
    }
    await this.choose(this.items[k - 1 - from].index);
    this.list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  play() {
    if (this.timer) clearInterval(this.timer);
    this.timer = this.timer ? null : setInterval(() => this.step(1), 1000 / SPEED);
    this.playing.textContent = this.say(this.timer ? "stop" : "play");
    this.playing.setAttribute("aria-pressed", String(Boolean(this.timer)));
  }

  reorder(key) {
    const like = key === "asFound" || !this.chosen ? null : this.chosen.index;
    this.ask({ like, least: key === "leastLike" });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const action = { r: () => this.random(), p: () => this.play(), c: () => this.pinIt() }[event.key];
    if (action) action();
  }

  // ---- saving

  async saveLines() {
    let made = new Blob([]);
    for await (const { text, from, total } of this.source.lines(this.query)) {
      made = new Blob([made, text]);
      this.saved(from, total);
    }
    download(this.info.name + ".jsonl", "application/x-ndjson", made);
  }

  /** Boards with their numbers in rows, of which the first is number `from`: places are in points, the first at the top left. */
  sheet(items, across, width, height, wide, high, from = 0) {
    const scale = Math.min(wide / this.pen.width, high / this.pen.height), [w, h] = [this.pen.width * scale, this.pen.height * scale];
    const sheet = svg("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
    items.forEach((item, k) => {
      const i = from + k, x = GAP + (i % across) * (wide + GAP) + (wide - w) / 2, y = GAP + Math.floor(i / across) * (high + GAP + CAPTION) + (high - h) / 2;
      sheet.append(svg("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})` }, ...this.pen.board(item.board)),
        svg("text", { x: (x + w / 2).toFixed(1), y: (y + h + 12).toFixed(1), "font-family": "sans-serif", "font-size": 10, "text-anchor": "middle", fill: "#1c1c1c", text: String(item.n) }));
    });
    return sheet;
  }

  /** The solutions that match, up to `most`, also those of other pages, `at` a time: {items, from, total}. It is said how far this is. */
  async *matching(at, most = Infinity) {
    let [from, total] = [0, 1];
    while (from < Math.min(total, most)) {
      const page = await this.source.page(from, Math.min(at, most - from), this.query);
      total = page.total;
      if (!page.items.length) break;
      yield { items: page.items, from, total };
      from += page.items.length;
      this.saved(from, total);
    }
  }

  saved(from, total) {
    this.root.querySelector("#z-saved").textContent = total > from ? this.say("onlyFirst", { n: this.number(from), all: this.number(total) }) : "";
  }

  /** How wide and high a sheet of so many is, and its boards. */
  sized(number) {
    const across = Math.max(1, Math.ceil(Math.sqrt(number))), down = Math.ceil(number / across), [wide, high] = [this.pen.width * 2.4, this.pen.height * 2.4];
    return [across, Math.ceil(across * (wide + GAP) + GAP), Math.ceil(down * (high + GAP + CAPTION) + GAP), wide, high];
  }

  /** All that match on one sheet. What is written already is the browser's, not in the memory of the page. */
  async saveSheet() {
    let made = new Blob([]);
    for await (const { items, from, total } of this.matching(A_PAGE)) {
      const sheet = this.sheet(items, ...this.sized(total), from), xml = new XMLSerializer();
      const inner = [...sheet.children].map((own) => xml.serializeToString(own).replace(` xmlns="${SVG}"`, ""));
      made = new Blob([made, from ? "" : xml.serializeToString(sheet.cloneNode(false)).replace("/>", ">"), ...inner]);
    }
    if (made.size) download(this.info.name + ".svg", "image/svg+xml", new Blob([made, "</svg>\n"]));
  }

  /** A picture of pixels is bounded, which its button says. */
  async savePixels() {
    const found = [];
    for await (const { items } of this.matching(A_PAGE, MOST_DRAWN)) found.push(...items);
    const blob = await pixels(this.sheet(found, ...this.sized(found.length)));
    if (blob) download(this.info.name + ".png", "image/png", blob);
  }

  /** All that match, a dozen on a page of A4. */
  async savePages() {
    const [width, height] = A4, wide = (width - 4 * GAP) / 3, high = (height - 5 * GAP - 4 * CAPTION) / 4, file = new Pages();
    for await (const { items } of this.matching(16 * A_SHEET)) {
      for (let i = 0; i < items.length; i += A_SHEET) file.add(this.sheet(items.slice(i, i + A_SHEET), 3, width, height, wide, high));
    }
    download(this.info.name + ".pdf", "application/pdf", file.end());
  }

  saveSolid(made, ending, type) {
    if (this.chosen) download(`${this.info.name}-${this.chosen.n}.${ending}`, type, made(this.chosen.board, this.info.layout.solid, (letter) => this.pen.colour(letter)));
  }

  // ---- the state in the address: #s=12&f=X@C3,!A1=B1

  write() {
    const parts = [];
    if (this.chosen) parts.push("s=" + this.chosen.n);
    const filters = this.query.filters.map((f) => (f.not ? "!" : "") + (f.beside === undefined ? `${f.label}@${this.name(f.cell)}` : `${this.name(f.cell)}=${this.name(f.beside)}`));
    if (filters.length) parts.push("f=" + filters.map(encodeURIComponent).join(","));
    history.replaceState(null, "", "#" + parts.join("&"));
  }

  read(hash) {
    const number = new Map(this.info.cells.map((_, cell) => [this.name(cell), cell]));
    for (const part of hash.slice(1).split("&")) {
      const [key, value = ""] = part.split("=", 2).length === 2 ? [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)] : [part];
      if (key === "s" && /^\d{1,9}$/.test(value)) this.wanted = Number(value) - (this.info.first ?? 1);
      if (key === "f") this.query.filters = value.split(",").flatMap((text) => this.filterOf(text, number));
    }
  }

  /** What is searched for in words: conditions as in the address, R1C2=x, or rows of a drawing with a dot for anything; null: neither. */
  written(text) {
    const number = new Map(this.info.cells.map((_, cell) => [this.name(cell), cell]));
    const at = new Map(this.info.cells.map(([r, c], cell) => [`${r},${c}`, cell]));
    const words = text.trim().split(/[\s,;]+/).filter(Boolean);
    const own = words.map((word) => {
      const cell = /^(!?)R(\d+)C(\d+)=(.)$/iu.exec(word);
      if (cell) return at.has(`${cell[2] - 1},${cell[3] - 1}`) ? [{ cell: at.get(`${cell[2] - 1},${cell[3] - 1}`), label: cell[4], ...(cell[1] ? { not: true } : {}) }] : [];
      return this.filterOf(encodeURIComponent(word), number);
    });
    const fits = (filter) => filter.label === undefined || filter.label === EMPTY || this.info.labels.includes(filter.label);
    if (words.length && own.every((found) => found.length && found.every(fits))) return own.flat();
    const rows = text.trim().split(/[\n/]/).map((row) => row.trim());
    const drawn = rows.length > 1 || this.info.rows === 1 ? rows.flatMap((row, r) => [...row].map((label, c) => ({ cell: at.get(`${r},${c}`), label })).filter(({ label }) => label !== ".")) : [];
    return drawn.length && drawn.every((filter) => filter.cell !== undefined && fits(filter)) ? drawn : null;
  }

  filterOf(text, number) {
    let own = "";
    try { own = decodeURIComponent(text); } catch { return []; }
    const not = own.startsWith("!") ? { not: true } : {}, bare = own.replace(/^!/, "");
    const bears = /^(.)@([A-Z]+\d+)$/u.exec(bare), joined = /^([A-Z]+\d+)=([A-Z]+\d+)$/.exec(bare);
    if (bears && number.has(bears[2])) return [{ cell: number.get(bears[2]), label: bears[1], ...not }];
    if (joined && number.has(joined[1]) && number.has(joined[2])) return [{ cell: number.get(joined[1]), beside: number.get(joined[2]), ...not }];
    return [];
  }
}

// ---- files for print and for other programs

const GAP = 12, CAPTION = 14, A4 = [595, 842], MOST_PIXELS = 40_000_000, MOST_DRAWN = 2_500, A_SHEET = 12;

/** The picture in up to twice its size as PNG. */
async function pixels(sheet) {
  const [width, height] = ["width", "height"].map((name) => Number(sheet.getAttribute(name)));
  const scale = Math.min(2, Math.sqrt(MOST_PIXELS / (width * height)), 16_000 / Math.max(width, height));
  const picture = new Image(), canvas = el("canvas", { width: Math.floor(width * scale), height: Math.floor(height * scale) });
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(sheet));
  await picture.decode();
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

const bytes = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** A PDF 1.4 file whose pages are added one by one: lines, areas and letters, no pixels. Only where they are stays in the memory of the page. */
class Pages {
  constructor() {
    [this.made, this.size, this.places, this.kids] = [new Blob([]), 0, [], []];
    this.put("%PDF-1.4\n");
    this.object(1, "<< /Type /Catalog /Pages 2 0 R >>");
    this.object(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
    this.next = 4;
  }

  put(text) {
    this.made = new Blob([this.made, bytes(text)]);
    this.size += text.length;
  }

  object(number, text) {
    this.places[number] = this.size;
    this.put(`${number} 0 obj\n${text}\nendobj\n`);
  }

  add(sheet) {
    const drawn = `1 0 0 -1 0 ${A4[1]} cm\n` + [...sheet.children].map(operators).join("");
    this.object(this.next, `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
    this.object(this.next + 1, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.join(" ")}] /Resources << /Font << /F 3 0 R >> >> /Contents ${this.next} 0 R >>`);
    this.kids.push(`${this.next + 1} 0 R`);
    this.next += 2;
  }

  end() {
    this.object(2, `<< /Type /Pages /Kids [${this.kids.join(" ")}] /Count ${this.kids.length} >>`);
    const table = this.places.slice(1).map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
    const start = this.size;
    this.put(`xref\n0 ${this.next}\n0000000000 65535 f \n${table}trailer\n<< /Size ${this.next} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    return this.made;
  }
}

/** What draws an element of ours: paths of M L H V l h v z, circles, letters, and groups that are shifted and scaled. */
function operators(element) {
  const own = (name) => element.getAttribute(name), number = (name) => Number(own(name) ?? 0);
  if (element.tagName === "g") {
    const moved = [...(own("transform") ?? "").matchAll(/(translate|scale)\(([^)]*)\)/g)].map(([, kind, text]) => {
      const [a, b] = text.split(/[ ,]+/).map(Number);
      return kind === "scale" ? `${a} 0 0 ${b ?? a} 0 0 cm\n` : `1 0 0 1 ${a} ${b ?? 0} cm\n`;
    });
    return `q\n${moved.join("")}${[...element.children].map(operators).join("")}Q\n`;
  }
  if (element.tagName === "text") return letters(element);
  const fill = colourOf(own("fill") ?? "#000000"), stroke = colourOf(own("stroke") ?? "none");
  if (!fill && !stroke) return "";
  const caps = { square: 2, round: 1 }[own("stroke-linecap")] ?? 0, dash = (own("stroke-dasharray") ?? "").split(/[ ,]+/).join(" ");
  const d = element.tagName === "circle" ? ring(number("cx"), number("cy"), number("r")) : element.tagName === "path" ? steps(own("d")) : "";
  return `q\n${fill ? fill + " rg\n" : ""}${stroke ? stroke + " RG\n" : ""}${number("stroke-width") || 1} w ${caps} J [${dash}] 0 d\n${d}${fill && stroke ? "B" : fill ? "f" : "S"}\nQ\n`;
}

function colourOf(text) {
  const long = /^#[0-9a-f]{3}$/i.test(text) ? "#" + [...text.slice(1)].map((x) => x + x).join("") : text;
  return /^#[0-9a-f]{6}/i.test(long) ? [1, 3, 5].map((i) => (parseInt(long.slice(i, i + 2), 16) / 255).toFixed(3)).join(" ") : null;
}

function steps(d) {
  let [x, y] = [0, 0], made = "";
  for (const [, kind, rest] of (d ?? "").matchAll(/([MLHVlhvzZ])([^MLHVlhvzZ]*)/g)) {
    const at = rest.trim().split(/[ ,]+/).map(Number), line = () => { made += `${x.toFixed(2)} ${y.toFixed(2)} l\n`; };
    if (kind === "z" || kind === "Z") made += "h\n";
    else if (kind === "M") { [x, y] = at; made += `${x.toFixed(2)} ${y.toFixed(2)} m\n`; }
    else {
      [x, y] = { L: () => at, l: () => [x + at[0], y + at[1]], H: () => [at[0], y], h: () => [x + at[0], y], V: () => [x, at[0]], v: () => [x, y + at[0]] }[kind]();
      line();
    }
  }
  return made;
}

function ring(x, y, r) {
  const k = 0.5523 * r, at = (...points) => points.map((p) => p.toFixed(2)).join(" ");
  return `${at(x + r, y)} m\n${at(x + r, y + k, x + k, y + r, x, y + r)} c\n${at(x - k, y + r, x - r, y + k, x - r, y)} c\n`
    + `${at(x - r, y - k, x - k, y - r, x, y - r)} c\n${at(x + k, y - r, x + r, y - k, x + r, y)} c\nh\n`;
}

let ruler = null;

function letters(element) {
  const own = (name) => element.getAttribute(name), list = (name) => (own(name) ?? "0").split(" ").map(Number);
  const size = Number(own("font-size")), text = element.textContent, [xs, ys] = [list("x"), list("y")];
  ruler ??= document.createElement("canvas").getContext("2d");
  ruler.font = "100px Helvetica, Arial, sans-serif";
  const parts = xs.length > 1 ? Array.from(text) : [text], low = own("dominant-baseline") === "central" ? size * 0.35 : 0;
  const shift = own("text-anchor") === "middle" ? 0.005 * size : 0;
  const shown = parts.map((part, i) => {
    const code = [...part].map((c) => (c.codePointAt(0) < 256 ? c : "?")).join(""), safe = code.replace(/[\\()]/g, "\\$&");
    return `1 0 0 -1 ${(xs[i] - shift * ruler.measureText(code).width).toFixed(2)} ${(ys[i] + low).toFixed(2)} Tm (${safe}) Tj\n`;
  });
  return `BT\n${colourOf(own("fill") ?? "#000000") ?? "0 0 0"} rg\n/F ${size} Tf\n${shown.join("")}ET\n`;
}

/** The faces of each piece's cubes without those between two of them, as models/render/space.py has them. */
const SURFACE = [[-1, 0, 0, "000 010 011 001"], [1, 0, 0, "100 101 111 110"], [0, -1, 0, "000 001 101 100"], [0, 1, 0, "010 110 111 011"], [0, 0, -1, "000 100 110 010"], [0, 0, 1, "001 011 111 101"]]
  .map(([a, b, c, corners]) => [[a, b, c], corners.split(" ").map((corner) => [...corner].map(Number))]);

function solids(board, cubes) {
  const found = new Map();
  board.forEach((letter, i) => { if (letter !== EMPTY) found.set(letter, [...(found.get(letter) ?? []), cubes[i]]); });
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([letter, own]) => {
    const there = new Set(own.map(String));
    return [letter, own.flatMap((cube) => SURFACE.filter(([step]) => !there.has(String(plus(cube, step))))
      .map(([, corners]) => corners.map(([x, y, z]) => [cube[2] + z, -cube[0] - x, cube[1] + y])))];
  });
}

function stl(board, cubes) {
  const facet = ([a, b, c, d]) => {
    const [u, v] = [[a, b], [b, c]].map(([p, q]) => q.map((x, i) => x - p[i]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]].map((x) => x + 0);
    return [[a, b, c], [a, c, d]].map((three) => `facet normal ${normal.join(" ")}\nouter loop\n${three.map((p) => `vertex ${p.join(" ")}\n`).join("")}endloop\nendfacet\n`).join("");
  };
  return solids(board, cubes).map(([letter, faces]) => `solid ${letter}\n${faces.map(facet).join("")}endsolid ${letter}\n`).join("");
}

function x3d(board, cubes, colour) {
  const shape = ([letter, faces]) => {
    const names = faces.map((face) => face.map((corner) => corner.join(" "))), corners = [...new Set(names.flat())];
    const index = names.map((face) => face.map((name) => corners.indexOf(name)).join(" ") + " -1").join(" ");
    return `<Shape DEF="piece-${letter.codePointAt(0)}"><Appearance><Material diffuseColor="${colourOf(colour(letter))}"/></Appearance><IndexedFaceSet coordIndex="${index}"><Coordinate point="${corners.join(" ")}"/></IndexedFaceSet></Shape>\n`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<X3D profile="Interchange" version="3.3"><Scene>\n${solids(board, cubes).map(shape).join("")}</Scene></X3D>\n`;
}

function percent(part, total) {
  if (!total || !part) return "·";
  const value = Math.round((100 * part) / total);
  return String(part === total ? 100 : Math.min(99, Math.max(1, value)));
}

function download(name, type, made) {
  const link = el("a", { href: URL.createObjectURL(new Blob([made], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// ---- a page that has its data

const data = typeof document === "undefined" ? null : document.getElementById("zenkai-data");
if (data) {
  const root = document.getElementById("zenkai-gallery");
  try {
    mount(root, staticSource(JSON.parse(data.textContent)));
  } catch (error) {
    root.replaceChildren(el("p", { role: "alert", text: text("failed", languageOf(), { why: within(error.message, languageOf()) }) }));
    throw error;
  }
}
