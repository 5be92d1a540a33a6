// The language of the page, which is kept, and its texts.
import { spoken } from './elements.js';
import { inWords, nameOf, text, within as partly } from './strings.js';

const KNOWN = ['en', 'ja'];
const kept = localStorage.getItem('language');
let language = KNOWN.includes(kept) ? kept : navigator.language.startsWith('ja') ? 'ja' : 'en';

export const current = () => language;

export function choose(name) {
  language = name;
  localStorage.setItem('language', name);
}

export const t = (key, values) => text(key, language, values);
export const named = (own) => nameOf(own, language);
export const heard = (sentence, kind) => spoken(sentence, language, kind);
export const number = (n) => Number(n).toLocaleString(language);

// What the server says, or null where only its English is known.
export const known = (sentence) => sentence && inWords(sentence, language);

// What the server says within a text of ours.
export const within = (sentence) => partly(sentence, language);

// Elements with data-t show that text; data-label is their name for those who do not see them.
export function translate(root = document) {
  document.documentElement.lang = language;
  document.title = t('title');
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
}
