// Small helpers to build elements. Texts are text, never HTML.
import { t } from './strings.js';

const SVG = 'http://www.w3.org/2000/svg';

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 't') {
      element.dataset.t = value;
      element.textContent = t(value);
    } else if (name === 'label') {
      element.dataset.label = value;
      element.setAttribute('aria-label', t(value));
    } else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
export const s = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

export const button = (key, onclick, more = {}) => h('button', { type: 'button', t: key, onclick, ...more });

// A field with its name before it.
export function field(key, input, kind = 'field') {
  if (input.type !== 'file') filled(input, { label: key }, []);
  return h('label', { class: kind }, h('span', { t: key }), input);
}

export function select(options, chosen, onchange, more = {}) {
  const list = options.map(([value, text, key]) => h('option', { value, selected: value === chosen, ...(key ? { t: key } : {}) }, ...(key ? [] : [text])));
  return h('select', { onchange: (event) => onchange(event.target.value), ...more }, ...list);
}

export const image = (svg, alt) => h('img', { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt, draggable: 'false' });

export const svgSize = (svg) => {
  const found = /<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"/.exec(svg);
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
};
