// What is searched for, how far it is, the verdict, and the solutions page by page.
import { button, dialog, field, h, image, menu, select } from './dom.js';
import { ask, get, listen, post } from './net.js';
import { current, heard, known, named, number, t, within } from './language.js';

const PAGE = 60;
const MOST_BEHIND = 3; // jobs at work of a tab beside the one that is shown
const REASONS = { rule: 'byLine', case: 'byContradiction', contradiction: 'noFilling' };
const LEVELS = { verified: 'verified', certified: 'certified', 'certified (model)': 'certifiedModel' };
const PLACES = [[/^row (\d+) /, 'row'], [/^column (\d+) /, 'column'], [/^R(\d+)C(\d+)/, 'sharesAt']];
// Names of what a generator can be told, where they differ from its options.
const TOLD = { 'line-solvable': 'lineSolvable', unique: 'isUnique', solutions: 'howMany', even: 'evenOutline', to: 'rectangle' };
const MISSED = { count: 'missedCount', all: 'missedAll' };
// Does a value of the cell leave one solution of several?
const decides = (table, own) => table.whole && table.total > 1 && Object.values(own).includes(1);
const $ = (id) => document.getElementById(id);

// A place of a sheet in the words of `zenkai explain`: a cell, or a side or corner of the cell above it or to its left, and
// which layer of several it is of.
function placeName([y, x], layer) {
  const [r, c] = [y, x].map((n) => Math.max(1, Math.floor((n + 1) / 2)));
  const [down, right] = [y ? 'lower' : 'upper', x ? 'right' : 'left'];
  const side = y % 2 ? right : x % 2 ? down : `${down} ${right}`;
  const cell = `R${r}C${c}`;
  const name = y % 2 && x % 2 ? cell : `${side} ${(y + x) % 2 ? 'side' : 'corner'} of ${cell}`;
  return layer ? `${name} (${layer})` : name;
}

export function results(app) {
  let job = null; // what the server said last of the job that is shown
  let hearing = null; // ends the stream that is heard
  const behind = new Set(); // streams of other jobs at work: each is heard, lest it be ended
  let first = 1; // the solution that a page begins with
  let pictures = []; // of this page: [number, picture, orbit]
  let playing = null;
  let text = ''; // of the puzzle that was searched
  const asked = { what: 'all', symmetry: '', limit: '', seconds: '', certify: false, keep: false };

  // ---- controls

  const tick = (key) => {
    const input = h('input', { type: 'checkbox' });
    input.addEventListener('change', () => { asked[key] = input.checked; });
    return h('label', { class: 'tick' }, input, h('span', { t: key }));
  };
  const limit = h('input', { type: 'number', min: 1 });
  limit.addEventListener('change', () => { asked.limit = limit.value; });
  const seconds = h('input', { type: 'number', min: 1 });
  seconds.addEventListener('change', () => { asked.seconds = seconds.value; });
  const where = h('input', { size: 16, spellcheck: 'false', translate: 'no', placeholder: '5@R1C2 and not 3@C1' });
  where.addEventListener('change', () => app.edit((data) => {
    if (where.value.trim()) data.where = where.value.trim();
    else delete data.where;
  }));
  const solve = button('solve', () => begin(asked.what), { class: 'main', id: 'solve' });
  const stop = button('stop', () => halt(), { class: 'main', id: 'stop', disabled: true, hidden: true });
  const shares = button('shares', () => begin('shares'), { id: 'shares' });
  const steps = button('steps', () => begin('steps'), { id: 'steps' });
  const hint = button('hint', () => begin('hint'), { id: 'hint' });
  let hints = []; // of the last job for one: where to look, by which technique, the step
  let strength = 1; // how many of them are shown
  const options = menu('options', 'gear', [
    field('what', select([['all', '', 'all'], ['count', '', 'count'], ['unique', '', 'unique']], 'all', (value) => { asked.what = value; }), 'beside'),
    field('symmetry', select([['', '', 'default'], ['orbits', '', 'orbits'], ['all', '', 'every']], '', (value) => { asked.symmetry = value; }), 'beside'),
    field('limit', limit, 'beside'), field('seconds', seconds, 'beside'), field('where', where, 'beside'), tick('certify'), tick('keep')], { id: 'options' });
  // What the commands of zenkai answer in words.
  const spoken = ['estimate', 'explain', 'rate', 'why', 'none', 'spare', 'make-unique', 'fewest', 'generate'];
  const WORDS = { none: 'whyNone', rate: 'howHard', 'make-unique': 'makeUnique', fewest: 'fewestGivens' }; // keys of texts that differ from the name
  const worded = (what) => WORDS[what] ?? what;
  const asks = spoken.map((what) => button(worded(what), () => begin(what), { id: `ask-${what}` }));
  const few = [['unique', 'isUnique'], ['count', 'countAll'], ['hint', 'hint'], ['shares', 'shares']].map(([what, key]) => button(key, () => begin(what), { class: 'narrow' }));
  const more = menu('moreAsks', 'more', [h('div', { class: 'list' }, ...few, ...asks)], { id: 'asks' });
  const quick = [button('isUnique', () => begin('unique'), { id: 'isUnique' }), button('countAll', () => begin('count'), { id: 'countAll' }), hint, shares, steps];
  for (const one of quick) one.classList.add('plain');
  $('acts').append(solve, stop, h('span', { class: 'quick wide' }, ...quick), more, options);

  async function begin(what) {
    await app.settled(); // what was entered last comes first
    if (app.state.error) return;
    const plain = what === 'all' || what === 'count';
    const symmetry = asked.symmetry || (app.state.family === 'sudoku' && what === 'all' ? 'all' : null);
    const body = { text: app.state.text, name: app.name, what, symmetry, certify: plain && asked.certify, keep: plain && asked.keep && !asked.limit };
    if (what === 'all' && asked.limit) body.limit = Number(asked.limit);
    if (what === 'why') body.about = await fact();
    if (what === 'hint' && app.state.own?.board) body.board = app.state.own.board;
    if (what === 'generate') Object.assign(body, await made());
    if (['why', 'generate'].includes(what) && !body.about) return;
    if (asked.seconds) body.seconds = Number(asked.seconds);
    try {
      const begun = await post('/api/jobs', body);
      app.said('');
      await hear(begun, app.state.text);
    } catch (error) {
      app.failed(error);
    }
  }

  // The fact that is asked about: of the cell that was pointed at, or as it is written.
  function fact() {
    const { last } = app;
    const place = last && (last.place ? placeName(last.place, last.layer) : `R${last.r + 1}C${last.c + 1}`);
    const input = h('input', { size: 24, spellcheck: 'false', value: place ? `${place}=` : '', placeholder: 'R1C2=3', label: 'fact' });
    return dialog('fact', [input, h('p', { class: 'help', t: 'factHelp' })], 'why', () => input.value.trim());
  }

  // What generates puzzles such as this one: a family or a genre; null where nothing does.
  function maker() {
    const { family, sheet } = app.state;
    if (sheet) return typeof sheet.genre === 'string' ? sheet.genre : null;
    return family === 'formula' ? null : family;
  }

  // What the generator is told: the family, and its options as the server lists them.
  async function made() {
    const family = maker();
    const list = await get(`/api/generators/${family}`);
    const fields = list.map(({ key, default: usual, choices }) => {
      const input = usual === false ? h('input', { type: 'checkbox' })
        : choices.length ? h('select', {}, ...choices.map((value) => h('option', { value, selected: value === usual, ...(value && named(value) === value ? { lang: 'en', translate: 'no' } : {}) }, value ? named(value) : t('any'))))
          : h('input', { size: 14, value: usual, spellcheck: 'false' });
      return [key, input, field(family === 'dissection' && key === 'pieces' ? 'numberOfPieces' : TOLD[key] ?? key, input, 'beside')];
    });
    const options = () => Object.fromEntries(fields.map(([key, input]) => [key, input.type === 'checkbox' ? input.checked : input.value.trim()]));
    return dialog('generate', fields.map(([, , row]) => row), 'make', () => ({ about: family, options: options() }));
  }

  async function halt() {
    if (job) await post(`/api/jobs/${job.id}/stop`).catch((error) => app.failed(error));
  }

  // The job that is shown goes on; another one will be shown.
  function aside() {
    if (hearing) behind.add(hearing);
    hearing = null;
    halted();
  }

  function halted() {
    hearing?.abort();
    hearing = null;
    clearInterval(playing);
    playing = null;
  }

  // Show a job from now on; what it says comes as events until it ends.
  async function hear(begun, own) {
    aside();
    [job, first, pictures, text, hints] = [begun, 1, [], own, []];
    sessionStorage.setItem('job', job.id);
    show();
    const own_ear = (hearing = new AbortController());
    try {
      await listen(`/api/jobs/${job.id}/events`, (event, data) => {
        if (hearing !== own_ear) return;
        if (event === 'first') pictures = [...pictures, ...data];
        else job = data;
        if (job.cells && text === app.state.text) app.tabled({ total: job.written ?? job.sofar, cells: job.cells, whole: false });
        show();
      }, own_ear.signal);
      if (hearing === own_ear) await ended();
    } catch (error) {
      if (error.name !== 'AbortError') {
        app.failed(error);
        if (hearing === own_ear) [job, hearing] = [{ ...job, phase: 'ended', reason: 'the server is gone' }, null];
      }
    } finally {
      if (behind.delete(own_ear) && details.open) runs();
      show();
    }
  }

  async function ended() {
    hearing = null;
    if (details.open) runs();
    if (job.table) await tabled();
    else if (job.written && pictures.length < Math.min(job.written, PAGE)) await page(1);
    show();
  }

  async function tabled() {
    const table = await get(`/api/jobs/${job.id}/table`);
    if (text !== app.state.text) return;
    if (job.what === 'hint') [hints, strength] = [table.hints, 1];
    else if (job.what === 'shares') app.tabled({ ...table, whole: !job.reason });
    else app.stepped(table.steps, table.open, table.steps.length && 1);
  }

  // ---- what is known

  function verdict() {
    const [count, all] = [number(job.count ?? 0), number(job.all ?? 0)];
    if (job.what === 'shares' && job.all !== 1) return t('sharesDone', { all });
    if (job.what === 'steps') return t('stepsDone', { n: all });
    if (job.what === 'hint') return t('hintDone');
    if (spoken.includes(job.what)) return job.reason ? t('cutShort', { reason: within(job.reason) }) : t(worded(job.what));
    if (job.what === 'unique' && job.written === 2) return t('several');
    if (job.reason) return t('atLeast', { n: number(Math.max(job.written ?? 0, job.sofar ?? 0)), reason: within(job.reason) });
    if (!job.all) return t('none');
    if (job.pieces?.length) return t(job.all === 1 ? 'cutOnce' : 'cutInto', { all, k: job.pieces.join(', ') });
    if (job.all === 1) return t('one');
    return job.count === job.all ? t('exactlyAll', { all }) : t('exactly', { count, all });
  }

  function facts() {
    const all = [];
    if (!job.reason && !job.error && job.levels) all.push(t('complete'), ...job.levels.map((level) => LEVELS[level] ? t(LEVELS[level]) : known(level) ?? level));
    if (job.digest) all.push(t('digest', { digest: job.digest }));
    if (job.seconds !== undefined) all.push(t('inSeconds', { s: job.seconds.toFixed(2) }));
    const wrong = Object.entries(job.missed ?? {});
    if (wrong.length) all.push(t('missed', { what: wrong.map(missed).join(' · ') }));
    else if (job.known && !job.reason) all.push(t('asExpected'));
    return all.join(' · ');
  }

  const missed = ([key, wanted]) => t(MISSED[key], { n: number(job[key]), wanted: number(wanted) });

  const browse = (id, ...text) => h('a', { href: `/gallery/${id}`, target: '_blank', rel: 'noopener', ...(text.length ? {} : { t: 'gallery' }) }, ...text);

  // The shares come from a set of all solutions, which can be looked at.
  const compiled = () => (job.what === 'shares' && job.table && job.all ? [h('p', {}, browse(job.id))] : []);

  const deciding = () => (job.what === 'shares' && app.table?.cells.some(([, , own]) => decides(app.table, own)) && app.state.family === 'sudoku'
    ? [h('p', { class: 'help', t: 'decides' })] : []);

  // One strength of the hint after the other, in the words of `zenkai explain`.
  function hinted() {
    if (job.what !== 'hint' || !hints.length) return [];
    const words = hints[strength - 1].replace(/\S.*$/gm, (line) => known(line) ?? line); // the indents stay
    const told = h('pre', { id: 'told', lang: current(), translate: 'no', role: 'status' }, words);
    const more = button('moreHint', () => { strength += 1; show(); $('more')?.focus(); }, { id: 'more' });
    return strength < hints.length ? [told, more] : [told];
  }

  // What a command has said so far, and the puzzle that it has made.
  function answered() {
    if (!job?.told && !job?.made) return [];
    const made = job.made ? [h('p', { class: 'row' }, button('openMade', () => app.load(job.made, app.name), { class: 'main', id: 'made' }))] : [];
    return [...made, h('pre', { id: 'told', lang: 'en', translate: 'no', tabindex: '0' }, job.told || job.made)];
  }

  function live() {
    if (!job) return [];
    if (job.phase === 'ended') return [h('p', { class: 'verdict', id: 'verdict', role: 'status' }, ...(job.error ? heard(job.error, job.kind) : [verdict()])), h('p', { class: 'facts' }, facts())];
    if (job.phase === 'waiting') return [h('p', { class: 'big', id: 'place' }, t('waiting', { n: number(job.place ?? 1) })), h('p', { class: 'facts' }, t('waits'))];
    const rate = job.sofar && job.seconds ? t('rate', { n: number(Math.round(job.sofar / job.seconds)) }) : '';
    const time = /about (.+) left/.exec(job.left ?? '');
    const bar = h('progress', { max: 1, label: 'working', ...(job.share ? { value: job.share } : {}) });
    if (spoken.includes(job.what)) return [bar, h('p', { class: 'facts' }, t('working'))];
    if (['shares', 'steps', 'hint'].includes(job.what)) return [bar, h('p', { class: 'facts' }, [job.foreseen ? t(job.surely ? 'solutions' : 'foreseen', { n: number(job.foreseen) }) : '', known(job.message || null) ?? t('counting')].filter(Boolean).join(' · '))];
    return [h('p', { class: 'big', id: 'count' }, number(job.sofar ?? 0), ' ', h('small', {}, t('found'))), bar,
      h('p', { class: 'facts' }, [rate, time ? t('timeLeft', { time: within(time[1]) }) : '', known(job.message || null) ?? t('working')].filter(Boolean).join(' · '))];
  }

  function show() {
    const working = Boolean(job) && job.phase !== 'ended';
    const [from, to] = working ? [solve, stop] : [stop, solve]; // who works by keys stays at hand
    const follows = document.activeElement === from;
    const other = app.state.text !== text; // another puzzle can be searched meanwhile
    [solve.hidden, stop.hidden] = [working && !other, !working];
    const full = behind.size + working > MOST_BEHIND; // a browser has few connections
    solve.disabled = (working && !other) || full || Boolean(app.state.error);
    stop.disabled = !working;
    if (follows) to.focus();
    for (const one of [...quick, ...few, ...asks]) one.disabled = full || Boolean(app.state.error);
    steps.hidden = app.state.family !== 'nonogram';
    asks.at(-1).hidden = maker() === null;
    if (document.activeElement !== where) where.value = typeof app.state.data.where === 'string' ? app.state.data.where : '';
    $('live').replaceChildren(...live());
    $('answer').replaceChildren(...answered(), ...(job?.phase === 'ended' ? [...compiled(), ...deciding(), ...hinted()] : []));
    $('found').replaceChildren(...found());
    document.body.classList.toggle('drawer', Boolean($('found').firstChild || $('answer').firstChild));
    stepper();
  }

  // ---- pages of solutions

  async function page(from) {
    const own = job;
    const { solutions } = await get(`/api/jobs/${own.id}/solutions?from=${from}&n=${PAGE}`);
    if (job.id !== own.id) return;
    [first, pictures] = [from, solutions];
    show();
  }

  const total = () => Math.max(job.written ?? 0, job.sofar ?? 0);

  function found() {
    if (!job || !pictures.length) return [];
    const linked = job.phase === 'ended' && job.what === 'all';
    const seen = (n, svg) => {
      const picture = image(svg, t('solution', { n }), job.family);
      return linked ? h('a', { href: `/gallery/${job.id}#s=${n}`, target: '_blank', rel: 'noopener' }, picture) : picture;
    };
    const tiles = pictures.map(([n, svg, orbit]) => h('figure', {}, seen(n, svg), h('figcaption', {}, `${number(n)}${orbit > 1 ? ` · ${t('orbit', { n: orbit })}` : ''}`)));
    return [pager(), h('div', { class: 'thumbs' }, ...tiles)].filter(Boolean);
  }

  function pager() {
    const last = first + pictures.length - 1;
    const all = total();
    const go = (key, to, off) => button(key, () => page(to), { disabled: off });
    const more = job.what === 'all' ? [go('previous', Math.max(1, first - PAGE), first === 1), go('next', first + PAGE, first + PAGE > all),
      button('random', () => page(1 + Math.floor(Math.random() * all)), { disabled: all <= PAGE })] : [];
    const file = job.phase === 'ended' && job.written ? [browse(job.id), button('download', () => fetched(job.id)), ...(job.proof ? [button('proof', () => fetched(job.id, 'proof'), { id: 'proof' })] : [])] : [];
    return h('div', { class: 'pager' }, h('span', {}, t('page', { first: number(first), last: number(last), total: number(all) })), ...more, ...file);
  }

  // The browser fetches the file by itself, from an address that is good for one time: it sends no header of ours.
  async function fetched(id, file = 'solutions') {
    const { at } = await post(`/api/jobs/${id}/file`, { file });
    location.assign(at);
  }

  // ---- steps

  let speed = 5;
  const slider = h('input', { type: 'range', min: 0, label: 'position' });
  slider.addEventListener('input', () => to(Number(slider.value)));
  const play = button('play', () => {
    if (playing) {
      clearInterval(playing);
      playing = null;
    } else {
      if (app.step >= app.steps.length) to(0);
      run();
    }
    show();
  });
  const pace = h('input', { type: 'number', min: 1, max: 60, value: speed });
  pace.addEventListener('change', () => {
    speed = Number(pace.value) || 5;
    if (playing) run();
  });
  const said = h('p', { class: 'facts', id: 'step' });
  const line = h('div', { class: 'row' }, play, button('step', () => to(app.step + 1)), slider, field('speed', pace));

  function run() {
    clearInterval(playing);
    playing = setInterval(() => {
      to(app.step + 1);
      if (app.step >= app.steps.length) {
        clearInterval(playing);
        playing = null;
        show();
      }
    }, 1000 / speed);
  }

  function to(step) {
    app.stepped(app.steps, app.opened, Math.max(0, Math.min(step, app.steps.length)));
    stepper();
  }

  // What the last step leaves open.
  function open() {
    const { rows, columns } = app.state.grid;
    const left = rows * columns - app.steps.reduce((sum, { cells }) => sum + cells.length, 0);
    return left && app.steps.at(-1)?.reason !== 'contradiction' ? t('searchFrom', { n: number(left) }) : '';
  }

  // Of a case the cell that it decides comes first.
  function place([where]) {
    const [pattern, key] = PLACES.find(([one]) => one.test(where)) ?? [];
    const [, r, c] = pattern ? pattern.exec(where) : [];
    return key ? t(key, { n: r, r, c }) : where;
  }

  function stepper() {
    const own = app.steps && app.state.family === 'nonogram';
    if (!own) {
      $('stepper').replaceChildren();
      return;
    }
    slider.max = app.steps.length;
    slider.value = app.step;
    play.textContent = t(playing ? 'pause' : 'play');
    const last = app.steps[app.step - 1];
    line.hidden = !app.steps.length;
    const told = last ? t('stepAt', { i: app.step, n: app.steps.length, where: place(last.where), reason: t(REASONS[last.reason] ?? last.reason) }) : '';
    said.textContent = [told, app.step === app.steps.length ? open() : ''].filter(Boolean).join(' ');
    if (!line.isConnected) $('stepper').replaceChildren(line, said);
  }

  // ---- runs

  // What has become of a run, in a few words.
  function outcome(one) {
    if (one.phase === 'waiting') return t('waiting', { n: number(one.place ?? 1) });
    if (one.error) return t('wrong');
    const n = one.all ?? one.written ?? one.sofar;
    return [one.phase === 'working' ? t('working') : one.reason ? within(one.reason) : '', n === undefined || spoken.includes(one.what) ? '' : t('solutions', { n: number(n) })].filter(Boolean).join(' · ');
  }

  async function runs() {
    const all = await get('/api/jobs');
    list.replaceChildren(...(all.length ? all.map(entry) : [h('li', {}, t('noRuns'))]));
  }

  // A run in the list: its picture, its name, what has become of it, and what can be done with it.
  function entry(one) {
    const { id } = one;
    const facts = [outcome(one), new Date(1000 * one.began).toLocaleTimeString(current()), one.seconds === undefined ? '' : t('inSeconds', { s: one.seconds.toFixed(1) })];
    const act = (key, onclick) => button(key, onclick, { class: 'small' });
    const removed = () => ask('DELETE', `/api/jobs/${id}`).then(() => { if (job?.id === id) clear(); runs(); });
    return h('li', {}, ...(one.picture ? [image(one.picture, '', one.family)] : []),
      h('span', {}, h('span', { translate: 'no' }, one.name), h('small', {}, ` ${t(worded(one.what))} · ${facts.filter(Boolean).join(' · ')}`)),
      act('open', () => reopen(id)), act('rename', () => rename(one)),
      ...(one.keep && one.phase === 'ended' && one.reason ? [act('resume', () => post(`/api/jobs/${id}/resume`).then(() => reopen(id)))] : []),
      act('remove', removed));
  }

  async function rename({ id, name }) {
    const input = h('input', { size: 20, value: name, maxlength: 100, required: true, label: 'name' });
    const given = await dialog('rename', [input], 'rename', () => input.value.trim());
    if (given) await post(`/api/jobs/${id}/name`, { name: given }).then(runs);
  }
  const list = h('ul', { class: 'runlist' });
  const details = h('details', {}, h('summary', { t: 'runs' }), list);
  details.addEventListener('toggle', () => details.open && runs());
  $('runs').append(details);
  get('/api/files').then((files) => {
    if (files.length) $('runs').append(h('h3', { t: 'sets' }), h('ul', { class: 'runlist', id: 'sets' }, ...files.map(({ id, name }) => h('li', {}, browse(id, name)))));
  });

  async function reopen(id) {
    const own = await get(`/api/jobs/${id}`);
    await app.load(own.text, own.name);
    await hear(own, own.text);
  }

  function clear() {
    halted();
    [job, pictures] = [null, []];
    sessionStorage.removeItem('job');
    show();
  }

  // After a reload: the job of before, if the server still knows it.
  async function restore() {
    const id = sessionStorage.getItem('job');
    if (!id) return;
    try {
      const own = await get(`/api/jobs/${id}`);
      hear(own, own.text === app.state.text ? app.state.text : own.text);
    } catch {
      sessionStorage.removeItem('job');
    }
  }

  // Another puzzle is edited: what was found of the one before goes, unless it is still searched.
  function changed() {
    clearInterval(playing);
    playing = null;
    $('pointed').replaceChildren();
    if (job?.phase === 'ended') clear();
  }

  return { show, restore, changed, begin };
}
