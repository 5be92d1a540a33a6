// Elements, and what is said on them. Text is text, never HTML.
import { inWords, lead } from './strings.js';

export const SVG = 'http://www.w3.org/2000/svg';

export function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name === 'text') made.textContent = value ?? '';
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export const el = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

// A sentence of the server or the solver: one that has no translation follows a lead, marked as English.
export function spoken(sentence, language, kind) {
  const own = inWords(sentence, language);
  return own === null ? [`${lead(kind)} `, el('span', { lang: 'en', translate: 'no', text: sentence })] : [own];
}
