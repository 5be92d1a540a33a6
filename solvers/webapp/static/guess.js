// A guess while a board is solved by hand: what is entered from then on is kept, or taken back as a whole. A guess may follow
// another one: `guesses` has what was entered before each.
import { button, h } from './dom.js';

// entered() -> {board, marks, guesses} of the person, or null; enter(it) puts it in the place of what is there.
export function guessing(entered, enter) {
  const guesses = () => entered()?.guesses ?? [];
  const begin = () => {
    const { board = [], marks = {} } = entered() ?? {};
    enter({ ...entered(), guesses: [...guesses(), { board, marks }] });
  };
  const end = (before) => enter({ ...entered(), ...before, guesses: guesses().slice(0, -1) });
  const number = h('span', { class: 'count' });
  const ends = [button('guessBack', () => end(guesses().at(-1)), { id: 'guess-back' }), button('guessKept', () => end({}), { id: 'guess-kept' })];

  return {
    buttons: [button('guess', begin, { id: 'guess' }), number, ...ends],
    show() {
      const { length } = guesses();
      number.textContent = length || '';
      for (const one of ends) one.hidden = !length;
    },
    // The places of what was entered since the last guess, as texts; an entry is its place and a value.
    places() {
      const last = guesses().at(-1);
      const before = new Set(last?.board.map(String));
      const since = last ? (entered().board ?? []).filter((one) => !before.has(String(one))) : [];
      return new Set(since.map((one) => String(one.slice(0, -1))));
    },
  };
}
