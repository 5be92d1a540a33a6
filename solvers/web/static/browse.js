// The solutions of a job in the page of all solutions: filters, heat map, comparison.
import { mount, servedSource } from './gallery.js';
import { post } from './net.js';
import { current } from './strings.js';

const root = document.getElementById('zenkai-gallery');
const path = `/api/jobs/${location.pathname.split('/').at(-1)}/gallery/`;
const ask = (what, asked) => post(path + what, asked);
try {
  const info = await ask('info', {});
  document.title = info.name;
  mount(root, servedSource(info, ask), { language: current() });
} catch (error) {
  root.textContent = error.message;
}
