/* The page of a set of solutions. Boards are drawn from where their cells lie; text is only ever textContent.

   mount(root, source)     builds the page in an element
   staticSource(data)      a source whose solutions are all in the page

   A source is {info, atOnce, page(from, n, query), share(query), lines(query)}; the last three give promises:
     atOnce  so many solutions are shown together; of more, pages
     info    name, rows, columns, cells, pairs (of neighbours), labels, letters, fills (a colour per letter), free, group, orbital, layout, count, all, reason, orbits
     page    {total, items: [{index, n, board, kinds, orbit, moves}]}; index counts from 0 in the whole set
     share   {total, bears: [Map of label to number, per cell], joined: [number per pair of neighbours]}
     lines   the text of a solutions file with the solutions of the query
   A query is {filters, symmetric, orbit, like, least}; a filter {cell, label, not} or {cell, beside, not},
   cells by their numbers; `like`: the index of the solution that the most alike come first to, `least`: last. */

export const TEXTS = {
  en: {
    solutions: "{n} solutions", complete: "all of them", upToSymmetry: "all, up to symmetry", inAll: "{n} in all", notAll: "not all: {why}",
    shown: "{n} of {all} shown", none: "No solution is left. Take a filter away.",
    filter: "Filter", map: "Map", showOn: "Show on the map", variety: "How many values", borders: "Borders",
    cellHint: "Choose a cell of the map to see what it can be, and how many solutions are left then.",
    cell: "Cell {name}", left: "{n} left", is: "is", isNot: "is not", together: "same piece as {name}",
    sameValue: "same as {name}", nothing: "nothing", isTo: "yes", isNotTo: "no",
    onlyWith: "{what} at {name}", onlyWithout: "not {what} at {name}", free: "uncovered",
    joined: "{a} and {b} in one piece", apart: "{a} and {b} in different pieces",
    equal: "{a} equals {b}", unequal: "{a} differs from {b}",
    remove: "Remove the filter: {what}", clear: "Remove all filters", noFilters: "No filter yet.",
    symmetric: "Symmetric ones only", orbit: "Orbit size", any: "any",
    forced: "the same in every solution", mapCell: "{name}: {what}", inPercent: "{what} in {n} of {all}",
    values: "{n} values", forcedIs: "always {what}", never: "never", always: "always",
    list: "Solutions", order: "Order", found: "as found", most: "most like the chosen one",
    leastLike: "least like the chosen one", size: "Size", random: "Random", play: "Play", stop: "Stop",
    save: "Save these", solution: "Solution {n}", orbitOf: "orbit of {n}", isSymmetric: "symmetric",
    previous: "Previous", next: "Next", pin: "Compare others with this one", unpin: "End the comparison",
    compared: "Compared with solution {n}: {k} of {all} pieces lie elsewhere",
    comparedCells: "Compared with solution {n}: {k} of {all} cells differ",
    same: "This is the solution to compare with. Choose another one.",
    choose: "Choose a solution.", move: "Move the pieces", figures: "figure 1 to figure 2",
    layers: "Layers", space: "In space", apartBy: "Pull the layers apart", view: "View",
    page: "Page {n} of {all}", first: "First page", back: "Previous page", on: "Next page", last: "Last page",
    keys: "Keys: arrows move between solutions and between cells, Enter chooses, c compares, r takes a random one, p plays.",
    language: "Language", failed: "The data cannot be read: {why}",
  },
  ja: {
    solutions: "{n} 解", complete: "全解", upToSymmetry: "対称を除く全解", inAll: "総数 {n}", notAll: "全解ではない: {why}",
    shown: "{all} 解のうち {n} 解を表示", none: "該当する解がない。条件を外してください。",
    filter: "絞り込み", map: "分布図", showOn: "分布図に示すもの", variety: "値の種類の数", borders: "境界",
    cellHint: "分布図のマスを選ぶと、そのマスの候補と、選んだときに残る解の数が出る。",
    cell: "マス {name}", left: "残り {n}", is: "である", isNot: "でない", together: "{name} と同じピース",
    sameValue: "{name} と同じ値", nothing: "なし", isTo: "はい", isNotTo: "いいえ",
    onlyWith: "{name} が {what}", onlyWithout: "{name} が {what} でない", free: "空き",
    joined: "{a} と {b} は同じピース", apart: "{a} と {b} は別のピース",
    equal: "{a} と {b} は同じ値", unequal: "{a} と {b} は別の値",
    remove: "条件を外す: {what}", clear: "条件をすべて外す", noFilters: "条件はまだない。",
    symmetric: "対称な解だけ", orbit: "軌道の大きさ", any: "すべて",
    forced: "どの解でも同じ", mapCell: "{name}: {what}", inPercent: "{what} は {all} 解のうち {n} 解",
    values: "{n} 種類", forcedIs: "つねに {what}", never: "なし", always: "つねに",
    list: "解の一覧", order: "並べ方", found: "見つけた順", most: "選んだ解に似た順",
    leastLike: "選んだ解に似ていない順", size: "大きさ", random: "無作為", play: "再生", stop: "停止",
    save: "この解を保存", solution: "解 {n}", orbitOf: "軌道 {n}", isSymmetric: "対称",
    previous: "前へ", next: "次へ", pin: "この解とくらべる", unpin: "比較をやめる",
    compared: "解 {n} との比較: {all} ピースのうち {k} ピースの位置が違う",
    comparedCells: "解 {n} との比較: {all} マスのうち {k} マスが違う",
    same: "比較のもとになる解。ほかの解を選んでください。",
    choose: "解を選んでください。", move: "ピースを動かす", figures: "図形 1 から図形 2 へ",
    layers: "層", space: "立体", apartBy: "層を離す", view: "見方",
    page: "{all} ページのうち {n} ページ", first: "最初のページ", back: "前のページ", on: "次のページ", last: "最後のページ",
    keys: "キー: 矢印で解やマスを移動、Enter で選択、c で比較、r で無作為、p で再生。",
    language: "言語", failed: "データを読めない: {why}",
  },
};

const AT_ONCE = 2500, A_PAGE = 200, UNIT = 10, EMPTY = ".", SPEED = 3, AT_A_TIME = 200;
const SVG = "http://www.w3.org/2000/svg";

// ---- elements

function el(name, properties = {}, ...children) {
  const made = document.createElement(name);
  return filled(made, properties, children);
}

function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "text") made.textContent = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const said = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

// ---- cells: names, neighbours, differences

export function cellName([row, column]) {
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
export function differing(one, other, pieces) {
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

export function staticSource(data) {
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
    async lines(query) {
      const lines = matching(query).map((index, i) => JSON.stringify({
        n: i + 1, board: rowsOf(data, Array.from(boards[index])), orbit: data.orbits[index],
        ...(data.beside ? data.beside[index] : {}),
      }));
      return [JSON.stringify(data.header), ...lines].join("\n") + "\n";
    },
  };
}

/** A source whose solutions are somewhere else: `ask(what, request)` promises what solvers/viewing/questions.py says. */
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
    async lines(query) { return (await ask("lines", { query })).text; },
  };
}

function rowsOf(info, board) {
  const rows = Array.from({ length: info.rows }, () => Array(info.columns).fill(" "));
  info.cells.forEach(([r, c], i) => { rows[r][c] = board[i]; });
  return rows.map((row) => row.join(""));
}

// ---- drawing

export class Pen {
  /** Draws boards of one instance; paths and places are made once. */
  constructor(info) {
    const { layout } = info;
    this.info = info;
    this.pieces = layout.pieces;
    this.sticks = layout.corners.every((corners) => corners.length === 2);
    const at = layout.corners.map((corners) => corners.map(([x, y]) => [UNIT * x, UNIT * y]));
    const xs = at.flat().map((p) => p[0]), ys = at.flat().map((p) => p[1]), edge = this.sticks ? 3 : 0.8;
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
  }

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
    return [...[...fills].map(([key, d]) => this.filled(key, d)), line(this.grid, 0.25),
      ...(this.lines ? [line(this.lines, 0.9)] : []), ...[...texts].map(([kind, own]) => this.text(own, kind))];
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

  /** Cubes in isometric view, the layers `apart` cubes from one another. */
  solid(board, apart, solid = null) {
    const { solid: cubes } = this.info.layout, at = new Map(cubes.map((cube, i) => [cube.join(), i]));
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

export function mount(root, source, options = {}) {
  return new Gallery(root, source, options);
}

class Gallery {
  constructor(root, source, options) {
    this.root = root;
    this.source = source;
    this.info = source.info;
    this.pairs = this.info.pairs;
    this.pen = new Pen(this.info);
    this.language = options.language ?? (navigator.language.startsWith("ja") ? "ja" : "en");
    this.query = { filters: [], symmetric: false, orbit: null, like: null, least: false };
    Object.assign(this, { from: 0, chosen: null, pinned: null, cell: null, shown: null, timer: null, t: 0, space: true, apart: 0 });
    this.thumbs = new Map();
    this.read(location.hash);
    this.build();
    this.ready = this.refresh(true);
  }

  say(key, values) { return said(TEXTS[this.language][key], values); }

  number(n) { return Number(n).toLocaleString(this.language); }

  // ---- the frame of the page

  build() {
    const say = (key, values) => this.say(key, values);
    document.documentElement.lang = this.language;
    this.status = el("p", { class: "status", role: "status" });
    this.list = el("div", { class: "tiles", role: "listbox", "aria-label": say("list"), onkeydown: (e) => this.tileKey(e), onclick: (e) => this.tileClick(e) });
    this.pager = el("nav", { class: "pager", "aria-label": say("list") });
    this.map = el("div", { class: "map" });
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
    const state = reason ? this.say("notAll", { why: reason }) : this.say(this.info.orbital && this.info.group > 1 ? "upToSymmetry" : "complete");
    const words = [this.say("solutions", { n: this.number(count) }), state];
    if (!reason && this.info.orbital && all !== count) words.push(this.say("inAll", { n: this.number(all) }));
    const select = el("select", { id: "z-language", onchange: (e) => this.speak(e.target.value) },
      ...[["en", "English"], ["ja", "日本語"]].map(([value, text]) => el("option", { value, text, lang: value, selected: value === this.language })));
    return el("header", {}, el("div", {}, el("h1", { text: name }), el("p", { text: words.join(" · ") })),
      el("label", { for: "z-language", class: "language" }, el("span", { text: this.say("language") }), select));
  }

  speak(language) {
    this.language = language;
    this.build();
    this.refresh(true);
    this.root.querySelector("#z-language").focus();
  }

  side() {
    const { group, orbits, labels } = this.info;
    const choices = [el("option", { value: "", text: this.say(labels.length ? "variety" : "borders") }),
      ...this.values().map((label) => el("option", { value: label, text: this.word(label), selected: label === this.shown }))];
    const what = el("select", { id: "z-what", onchange: (e) => { this.shown = e.target.value || null; this.drawMap(); } }, ...choices);
    const parts = [el("h2", { id: "z-filter", text: this.say("filter") }), this.chips];
    if (labels.length) parts.push(el("label", { for: "z-what", class: "field" }, el("span", { text: this.say("showOn") }), what));
    parts.push(this.map, this.about);
    if (group > 1) parts.push(this.orbitFields(orbits));
    return el("section", { class: "side", "aria-labelledby": "z-filter" }, ...parts);
  }

  orbitFields(orbits) {
    const box = el("input", { type: "checkbox", id: "z-symmetric", onchange: (e) => this.ask({ symmetric: e.target.checked }) });
    box.checked = this.query.symmetric;
    const select = el("select", { id: "z-orbit", onchange: (e) => this.ask({ orbit: Number(e.target.value) || null }) },
      el("option", { value: "", text: this.say("any") }),
      ...orbits.map((n) => el("option", { value: n, text: this.number(n), selected: n === this.query.orbit })));
    return el("div", { class: "row" }, el("label", { for: "z-symmetric" }, box, el("span", { text: this.say("symmetric") })),
      el("label", { for: "z-orbit" }, el("span", { text: this.say("orbit") }), select));
  }

  tools() {
    const order = this.query.like === null ? "found" : this.query.least ? "leastLike" : "most";
    const select = el("select", { id: "z-order", onchange: (e) => this.reorder(e.target.value) },
      ...["found", "most", "leastLike"].map((key) => el("option", { value: key, text: this.say(key), selected: key === order })));
    const size = el("input", { type: "range", id: "z-size", min: 60, max: 260, step: 10, value: this.size ?? 120, oninput: (e) => this.resize(e.target.value) });
    const button = (key, action, id) => el("button", { type: "button", id, onclick: action, text: this.say(key) });
    this.playing = button("play", () => this.play(), "z-play");
    return el("div", { class: "tools" },
      el("label", { for: "z-order" }, el("span", { text: this.say("order") }), select),
      el("label", { for: "z-size" }, el("span", { text: this.say("size") }), size),
      button("random", () => this.random(), "z-random"), this.playing,
      el("span", { class: "save" }, el("span", { text: this.say("save") }),
        el("button", { type: "button", id: "z-jsonl", text: "JSONL", onclick: () => this.saveLines() }),
        el("button", { type: "button", id: "z-svg", text: "SVG", onclick: () => this.saveSheet() })));
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
    this.status.textContent = this.total ? this.say("shown", { n: this.number(this.total), all: this.number(this.info.count) }) : this.say("none");
    this.status.dataset.total = this.total;
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
    this.pager.replaceChildren(go("first", "«", 0), go("back", "‹", now - 1),
      el("span", { text: this.say("page", { n: this.number(now + 1), all: this.number(pages) }) }),
      go("on", "›", now + 1), go("last", "»", pages - 1));
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
    const board = this.pen.frame({ class: "picture", role: "group", "aria-label": this.say("map"), onclick: (e) => this.mapClick(e), onkeydown: (e) => this.mapKey(e) }, ...cells, ...outer, ...lines, ...picked);
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
    return svg("g", { role: "button", class: "cell" + (forced ? " forced" : ""), "data-cell": cell, "data-part": part, tabindex: cell === (this.cell ?? 0) ? 0 : -1,
      "aria-pressed": String(cell === this.cell), "aria-label": this.say("mapCell", { name: this.name(cell), what }) },
      svg("path", { d: this.pen.shapes[cell], class: "base", "stroke-width": this.pen.sticks ? 3 : 0.25 }),
      svg("path", { d: this.pen.shapes[cell], class: "heat", ...(this.pen.sticks ? { "stroke-opacity": 0.1 + 0.7 * strength, "stroke-width": 3 } : { "fill-opacity": 0.75 * strength }) }),
      forced && !this.pen.sticks ? svg("path", { d: this.pen.shapes[cell], class: "frame", fill: "none", "stroke-width": 0.9 }) : null,
      svg("text", { x: x.toFixed(1), y: (y + 1.3).toFixed(1), "font-size": 3.6, "text-anchor": "middle", text: small }));
  }

  mapClick(event) {
    const own = event.target.closest("[data-cell]");
    if (own) this.pick(Number(own.dataset.cell));
  }

  pick(cell) {
    this.cell = cell;
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
        own.setAttribute("tabindex", -1);
        const target = this.map.querySelector(`[data-cell="${to}"]`);
        target.setAttribute("tabindex", 0);
        target.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick(Number(own.dataset.cell));
    }
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
      this.about.replaceChildren(el("p", { class: "hint", text: this.say("cellHint") }));
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
    this.about.replaceChildren(el("h3", { text: this.say("cell", { name: this.name(cell) }) }), el("ul", { class: "choices" }, ...rows));
  }

  choice(text, colour, n, total, filter, yes, no) {
    const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
    if (colour && colour !== "none") swatch.style.background = colour;
    const button = (key, own, left) => el("button", { type: "button", disabled: left === 0 || left === total, "data-left": left, onclick: () => this.add(own),
      "aria-label": `${text}: ${this.say(key)}, ${this.say("left", { n: this.number(left) })}` },
      el("span", { text: this.say(key) }), el("small", { text: this.number(left) }));
    return el("li", {}, colour ? swatch : null, el("span", { class: "what", text }), button(yes, filter, n), button(no, { ...filter, not: true }, total - n));
  }

  drawChips() {
    const chips = this.query.filters.map((filter, i) => {
      const text = this.words(filter);
      return el("li", {}, el("button", { type: "button", "aria-label": this.say("remove", { what: text }), text: text + " ×",
        onclick: () => this.ask({ filters: this.query.filters.filter((_, k) => k !== i) }) }));
    });
    if (chips.length > 1) chips.push(el("li", {}, el("button", { type: "button", class: "plain", text: this.say("clear"), onclick: () => this.ask({ filters: [] }) })));
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
      this.detail.replaceChildren(el("h2", { text: this.say("choose") }));
      return;
    }
    const words = this.info.group > 1 ? [this.say("orbitOf", { n: item.orbit })] : [];
    if (item.orbit < this.info.group) words.push(this.say("isSymmetric"));
    const step = (key, by) => el("button", { type: "button", text: this.say(key), onclick: () => this.step(by) });
    const pin = el("button", { type: "button", id: "z-pin", "aria-pressed": String(this.pinned !== null), text: this.say(this.pinned ? "unpin" : "pin"), onclick: () => this.pinIt() });
    this.detail.replaceChildren(el("h2", { text: this.say("solution", { n: this.number(item.n) }) }),
      el("p", { class: "hint", text: words.join(", ") }), ...this.pictures(item),
      el("div", { class: "row" }, step("previous", -1), step("next", 1), pin));
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
    const draw = () => { const made = this.pen.solid(item.board, this.apart, solid); made.setAttribute("aria-label", label); return made; };
    const holder = el("div", { class: "holder" }, this.space ? draw() : flat);
    const tabs = el("div", { class: "row", role: "group", "aria-label": this.say("view") }, ...[["layers", false], ["space", true]].map(([key, space]) =>
      el("button", { type: "button", id: "z-" + key, "aria-pressed": String(this.space === space), text: this.say(key), onclick: () => { this.space = space; this.drawDetail(); this.detail.querySelector("#z-" + key).focus(); } })));
    const pull = el("label", { for: "z-apart", class: "field" }, el("span", { text: this.say("apartBy") }),
      el("input", { type: "range", id: "z-apart", min: 0, max: 3, step: 0.1, value: this.apart, oninput: (e) => { this.apart = Number(e.target.value); holder.replaceChildren(draw()); } }));
    return [holder, tabs, ...(this.space ? [pull] : [])];
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
    if (!this.total) return;
    const { items } = await this.source.page(Math.floor(Math.random() * this.total), 1, this.query);
    await this.choose(items[0].index);
    this.list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  play() {
    if (this.timer) clearInterval(this.timer);
    this.timer = this.timer ? null : setInterval(() => this.step(1), 1000 / SPEED);
    this.playing.textContent = this.say(this.timer ? "stop" : "play");
    this.playing.setAttribute("aria-pressed", String(Boolean(this.timer)));
  }

  reorder(key) {
    const like = key === "found" || !this.chosen ? null : this.chosen.index;
    this.ask({ like, least: key === "leastLike" });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const action = { r: () => this.random(), p: () => this.play(), c: () => this.pinIt() }[event.key];
    if (action) action();
  }

  // ---- saving

  async saveLines() {
    download(this.info.name + ".jsonl", "application/x-ndjson", await this.source.lines(this.query));
  }

  saveSheet() {
    const across = Math.max(1, Math.ceil(Math.sqrt(this.items.length))), scale = 12, gap = 12;
    const wide = this.pen.width * scale / 5, high = this.pen.height * scale / 5;
    const sheet = svg("svg", { width: Math.ceil(across * (wide + gap) + gap), height: Math.ceil(Math.ceil(this.items.length / across) * (high + gap + 14) + gap) });
    this.items.forEach((item, i) => {
      const x = gap + (i % across) * (wide + gap), y = gap + Math.floor(i / across) * (high + gap + 14);
      sheet.append(this.pen.frame({ x: x.toFixed(1), y: y.toFixed(1), width: wide.toFixed(1), height: high.toFixed(1) }, ...this.pen.board(item.board)),
        svg("text", { x: (x + wide / 2).toFixed(1), y: (y + high + 12).toFixed(1), "font-family": "sans-serif", "font-size": 10, "text-anchor": "middle", text: String(item.n) }));
    });
    download(this.info.name + ".svg", "image/svg+xml", new XMLSerializer().serializeToString(sheet));
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

function percent(part, total) {
  if (!total || !part) return "·";
  const value = Math.round((100 * part) / total);
  return String(part === total ? 100 : Math.min(99, Math.max(1, value)));
}

function download(name, type, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
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
    root.replaceChildren(el("p", { role: "alert", text: said(TEXTS.en.failed, { why: error.message }) }));
    throw error;
  }
}
