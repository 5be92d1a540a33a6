// Elements with texts of the table: `t` is the key of what an element shows, `label` of its name.
import { el, filled, svg } from './elements.js';
import { t } from './language.js';

function texts({ t: key, label, ...others }) {
  const shown = key ? { 'data-t': key, text: t(key) } : {};
  const name = label ? { 'data-label': label, 'aria-label': t(label) } : {};
  return { ...others, ...shown, ...name };
}

export const h = (tag, attributes = {}, ...children) => el(tag, texts(attributes), ...children);
export const s = svg;

export const button = (key, onclick, more = {}) => h('button', { type: 'button', t: key, onclick, ...more });

// A field with its name before it.
export function field(key, input, kind = 'field') {
  if (input.type !== 'file') filled(input, texts({ label: key }), []);
  return h('label', { class: kind }, h('span', { t: key }), input);
}

export function select(options, chosen, onchange, more = {}) {
  const list = options.map(([value, text, key]) => h('option', { value, selected: value === chosen, ...(key ? { t: key } : {}) }, ...(key ? [] : [text])));
  return h('select', { onchange: (event) => onchange(event.target.value), ...more }, ...list);
}

export const image = (picture, alt) => h('img', { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`, alt, draggable: 'false' });

export const svgSize = (picture) => {
  const found = /<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"/.exec(picture);
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
};
