// Requests to the server, and streams of events. Text of others is only ever shown as text.

// What the server refuses, in its own words.
export class Failed extends Error {
  constructor({ error, kind }) {
    super(error);
    this.kind = kind;
  }
}

export class Told extends Error {} // its message is a key of the table of texts

// The session's key comes once, behind the # of the address that a token leads to. It is kept by origin, which has a
// port: cookies have none, so that a cookie alone opens nothing.
const given = /^#key=([\w-]+)$/.exec(location.hash);
if (given) {
  localStorage.setItem('key', given[1]);
  history.replaceState(null, '', '/');
}
const own = () => ({ 'X-Zenkai': localStorage.getItem('key') ?? '' });

function gone(error) {
  throw error.name === 'AbortError' ? error : new Told('gone');
}

export async function ask(method, path, body, signal) {
  const options = { method, headers: own(), signal };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options).catch(gone);
  const said = await answer.json().catch(gone);
  if (!answer.ok) throw new Failed(said);
  return said;
}

export const get = (path) => ask('GET', path);
export const post = (path, body = {}, signal = undefined) => ask('POST', path, body, signal);

// Hear the events of a job until it ends or `signal` is aborted: hear(event, data).
export async function listen(path, hear, signal) {
  const answer = await fetch(path, { headers: own(), signal }).catch(gone);
  if (!answer.ok) throw new Failed(await answer.json());
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value.replaceAll('\r', '')).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
      if (lines.data) hear(lines.event, JSON.parse(lines.data));
    }
  }
}

// A puzzle's text in the fragment of an address: deflated, in URL-safe base64. Unpacking stops at LARGEST bytes.
const LARGEST = 1 << 20;

async function piped(bytes, stream, largest = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > largest) throw new Told('bigLink');
    parts.push(value);
  }
}

export async function packed(text) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function unpacked(word) {
  try {
    const binary = atob(word.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await piped(bytes, new DecompressionStream('deflate-raw'), LARGEST));
  } catch (error) {
    throw error instanceof Told ? error : new Told('badLink');
  }
}
