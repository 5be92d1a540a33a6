// Constraints of XCSP3 as a person writes them: `x[] = 8` of a sum, `x < y`, `1 in x[] = 2` of a count,
// `x y in (0,1)(1,0)` of allowed tuples. What has no such form is shown, and can be entered, as XCSP3 has it.

const SIGNS = { le: '≤', ge: '≥', ne: '≠', lt: '<', gt: '>', eq: '=' };
const TYPED = { '<=': 'le', '>=': 'ge', '!=': 'ne', ...Object.fromEntries(Object.entries(SIGNS).map(([name, sign]) => [sign, name])) };
const SIGN = '(<=|>=|!=|[≤≥≠<>=])';
const LIST = String.raw`<list>([^<]*)<\/list>`;
const CONDITION = String.raw`<condition>\s*\(\s*(\w+)\s*,([^()]*)\)\s*<\/condition>`;
const list = (text) => `<list> ${text.trim()} </list>`;
const condition = (sign, value) => `<condition> (${TYPED[sign]},${value.trim()}) </condition>`;
const form = (...parts) => new RegExp(`^\\s*${parts.join('\\s*')}\\s*$`);

// How many parentheses are open behind each sign: a list of tuples may be long, so each is looked at once.
function depths(text) {
  let depth = 0;
  return [...text].map((sign) => { depth += (sign === '(') - (sign === ')'); return depth; });
}

function closed(text = '') {
  const all = depths(text);
  return !all.some((depth) => depth < 0) && !all.at(-1);
}

// The arguments of name(one,other), or null if there are not two: commas in inner parentheses divide nothing.
function both(inside) {
  const [signs, all] = [[...inside], depths(inside)];
  const commas = [...signs.keys()].filter((at) => signs[at] === ',' && !all[at]);
  return commas.length === 1 ? [signs.slice(0, commas[0]).join(''), signs.slice(commas[0] + 1).join('')] : null;
}

// By the tag of the constraint: pairs of a form of XCSP3 and what is shown of it, of a form that is typed and what is meant.
const NOTATIONS = {
  sum: [[form(LIST, CONDITION), (x, name, value) => SIGNS[name] && `${x.trim()} ${SIGNS[name]} ${value.trim()}`],
    [form('([^<>=≤≥≠!]+?)', SIGN, '([^<>=≤≥≠!]+)'), (x, sign, value) => `${list(x)} ${condition(sign, value)}`]],
  count: [[form(LIST, String.raw`<values>([^<]*)<\/values>`, CONDITION), (x, values, name, value) => SIGNS[name] && `${values.trim()} in ${x.trim()} ${SIGNS[name]} ${value.trim()}`],
    [form('([^<]+?)', String.raw`\bin\b`, '([^<>=≤≥≠!]+?)', SIGN, '([^<>=≤≥≠!]+)'), (values, x, sign, value) => `${list(x)} <values> ${values.trim()} </values> ${condition(sign, value)}`]],
  extension: [[form(LIST, String.raw`<(supports|conflicts)>([^<]*)<\/\2>`), (x, kind, tuples) => `${x.trim()} ${kind === 'supports' ? 'in' : 'not in'} ${tuples.trim()}`],
    [form('([^<]+?)', String.raw`\b(not +)?in\b`, '([^<]+)'), (x, not, tuples) => { const kind = not ? 'conflicts' : 'supports'; return `${list(x)} <${kind}> ${tuples.trim()} </${kind}>`; }]],
  intension: [[form(String.raw`(\w+)\((.*)\)`), (name, inside) => SIGNS[name] && both(inside)?.join(` ${SIGNS[name]} `)],
    [form('([^<>=≤≥≠!]+?)', SIGN, '([^<>=≤≥≠!]+)'), (one, sign, other) => `${TYPED[sign]}(${one.trim()},${other.trim()})`]],
};

const turned = ([pattern, made], text) => {
  const parts = pattern.exec(text)?.slice(1);
  return (parts?.every(closed) && made(...parts)) || text;
};
const unescaped = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
export const shown = (tag, text) => (NOTATIONS[tag] ? turned(NOTATIONS[tag][0], unescaped(text)) : text);
export const meant = (tag, text) => (NOTATIONS[tag] ? turned(NOTATIONS[tag][1], text) : text);
