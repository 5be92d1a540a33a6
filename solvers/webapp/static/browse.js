// A set of solutions in the page of all solutions: filters, heat map, comparison.
import { mount, servedSource } from './gallery.js';
import { Failed, get, post } from './net.js';
import { choose, current, heard, t, translate } from './language.js';

const root = document.getElementById('zenkai-gallery');
const path = `/api/gallery/${location.pathname.split('/').at(-1)}`;
const ask = (what, asked) => post(`${path}/${what}`, asked);

// A file is read once, before it can be asked: say how far that is.
const said = document.createElement('p');
said.setAttribute('role', 'status');
root.append(said);
translate();
const reading = setInterval(async () => {
  const { read } = await get(path);
  if (read !== null) said.textContent = t('reading', { n: Math.floor(100 * read) });
}, 500);
try {
  const info = await ask('info', {});
  document.title = info.name;
  mount(root, servedSource(info, ask), { language: current(), spoken: choose });
} catch (error) {
  said.replaceChildren(...(error instanceof Failed ? heard(error.message, error.kind) : [t('gone')]));
} finally {
  clearInterval(reading);
}
