import { brotliCompressSync, gzipSync } from 'node:zlib'
import { nested } from './hostile.js'

const BODY_LENGTH_MAX = 256 * 1024
const BOMB_LENGTH = 64 * 1024 * 1024
const DEPTHS = [31, 32, 33, 1_000, 50_000]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']

/** Makes requests with unusual heads, paths or bodies from an ordinary request. */
export function odd(plain, making) {
  const takesBody = plain.body !== null && plain.reading.isJson
  return [...odderHeads(plain, making), ...odderPaths(plain, making), ...(takesBody ? odderBodies(plain, making) : [])]
}

function odderBodies(plain, { place, operation }) {
  const { body, reading } = plain
  const never = (why) => ({ never: why })
  // The text is built only when it is sent, because some texts are slow to build.
  const sent =
    (what, text, rest = {}) =>
    () => ({
      what,
      ...plain,
      body: typeof text === 'function' ? text() : text,
      reading: null,
      ...rest,
    })
  const typed = (type) => () => ({
    what: `a body of the type ${type}`,
    ...plain,
    headers: { ...plain.headers, 'content-type': type },
    ...never('its type is not JSON in UTF-8'),
  })
  const packed = (encoding, bytes, rest) =>
    sent(`a body in ${encoding}`, bytes, { headers: { ...plain.headers, 'content-encoding': encoding }, ...rest })
  const same = { reading }
  // Operations that document a 408 accept large bodies, and so does the one that saves a contact list.
  const isLarge = operation.responses['408'] !== undefined || operation.id === 'saveContactList'
  const inner = () => nested(DEPTHS[place % DEPTHS.length], place % 2 === 0 ? 'array' : 'object')
  return [
    sent(
      'JSON that breaks off',
      body.slice(0, Math.max(1, place % Math.max(2, body.length))),
      never(body.length > 1 ? 'it is not JSON' : null),
    ),
    sent('JSON with something behind it', `${body}]`, never('it is not JSON')),
    sent('JSON with a comment', `${body}// or so`, never('it is not JSON')),
    sent('JSON in single quotes', `{'a':'b'}`, never('it is not JSON')),
    sent('NaN in JSON', '{"a":NaN}', never('it is not JSON')),
    sent('JSON behind a byte order mark', `\ufeff${body}`, same),
    sent(
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
      never('it is not UTF-8'),
    ),
    sent('JSON in UTF-16', Buffer.from(body, 'utf16le'), never('it is not UTF-8')),
    sent(
      'a key given twice',
      `{"unknown":1,${body.slice(1) === '}' ? '"unknown":2}' : body.slice(1)}`,
      never(body.startsWith('{') ? 'it has an unknown property' : null),
    ),
    sent('what is nested deeply', () => `{"x":${inner()}}`, never('it has an unknown property')),
    sent(
      'what is nested deeply, and nothing else',
      inner,
      operation.isBodyRequired ? never('it is no such object') : {},
    ),
    sent('an array', `[${body}]`, never('it is no object')),
    sent('null', 'null', never('it is no object')),
    sent('a text', '"x"', never('it is no object')),
    sent('a number', '1e400', never('it is no object')),
    sent('nothing but white space', ' \n', never('it is not JSON')),
    sent('white space around it', ` \r\n${body}\t`, same),
    ...(isLarge ? [] : [sent('too long a body', () => body + ' '.repeat(BODY_LENGTH_MAX), never('it is too long'))]),
    sent(
      'an own __proto__',
      body.replace(/^\{/, '{"__proto__":{"x":1},').replace(/,\}$/, '}'),
      never(body.startsWith('{') ? 'it has an unknown property' : null),
    ),
    typed('text/plain'),
    typed('application/xml'),
    typed('application/json; charset=latin1'),
    typed('multipart/form-data; boundary=x'),
    typed('application/json\u00a0'),
    typed('application/x-www-form-urlencoded'),
    packed('gzip', () => gzipSync(body), same),
    packed('br', () => brotliCompressSync(body), same),
    packed('gzip', Buffer.from(body), never('it is not gzip')),
    packed('gzip', bomb, never('it is nothing but NUL')),
    packed('compress', Buffer.from(body), never('its encoding is not known')),
    packed('identity', Buffer.from(body), same),
    sent('a body in chunks', Buffer.from(body), {
      ...same,
      headers: { ...plain.headers, 'transfer-encoding': 'chunked' },
    }),
  ]
}

function odderHeads(plain, { place, methods }) {
  const headed =
    (what, headers, rest = {}) =>
    () => ({ what, ...plain, headers: { ...plain.headers, ...headers }, ...rest })
  const others = METHODS.filter((method) => !methods.includes(method))
  const method = others[place % others.length]
  const asOther = (other, rest) => () => {
    const body = ['GET', 'HEAD', 'TRACE'].includes(other) ? null : plain.body
    return { what: `the method ${other}`, ...plain, operation: null, method: other, reading: null, body, ...rest }
  }
  return [
    headed('headers of 20 KB', { 'x-long': 'x'.repeat(20 * 1024) }, { never: 'its head is too long', statuses: [431] }),
    headed('an expectation', { expect: 'a-miracle' }, { never: 'it expects what is not known', statuses: [417] }),
    headed('another method in a header', { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }),
    headed('what was read before', { 'if-none-match': '*', 'if-modified-since': 'now', range: 'bytes=0-1' }),
    headed('a wish for XML', { accept: 'application/xml;q=1, ;;;, */' }, { accepts: true }),
    headed('a wish for CSV', { accept: 'text/csv' }, { accepts: true }),
    headed('a wish for lines of JSON', { accept: 'application/x-ndjson' }, { accepts: true }),
    headed('what proxies say', {
      'x-forwarded-for': '1, ::, "',
      'x-forwarded-host': 'evil.example.com',
      forwarded: 'for=""',
    }),
    headed('another host', { host: '[::1' }),
    headed('a cookie and a site', { cookie: 'a=\u00e9; __proto__=1', origin: 'null', referer: 'javascript:0' }),
    asOther(method, { never: 'no operation has this method' }),
    asOther('HEAD'),
    asOther('OPTIONS'),
  ]
}

function odderPaths(plain, { place, operation }) {
  const [path, search = ''] = plain.path.split('?')
  const at =
    (what, target, rest = {}) =>
    () => ({ what, ...plain, path: target, operation: null, reading: null, ...rest })
  const nowhere = { never: 'there is nothing at this path' }
  const declared = operation.parameters.filter(({ where }) => where === 'query').map(({ name }) => name)
  const twice = declared.length === 0 ? [] : [declared[place % declared.length]]
  const params = operation.parameters.filter(({ where }) => where === 'path')
  return [
    at('a path with a slash at its end', `${path}/`),
    at('a path in capitals', path.toUpperCase()),
    at('a path with a slash too many', path.replace('/', '//')),
    at('a way up', `${path}/../../../../../../etc/passwd`, nowhere),
    at('an encoded way up', `${path}/%2e%2e/%2e%2e/%2fetc%2fpasswd`, nowhere),
    at('a part of the path too many', `${path}/x/y/z`, nowhere),
    at('a NUL in the path', `${path}%00`),
    ...params.flatMap(({ name }) =>
      ['%', '%ZZ', '%C3%28', '%E0%A4%A', '%2F', '%5C..%5C', ';x=1', '%F0%9F%94%94'].map((text) =>
        at(`a broken ${name}`, operation.path.replace(`{${name}}`, text).replaceAll(/\{\w+\}/g, 'x')),
      ),
    ),
    at('a whole URL', `http://example.com${plain.path}`, { operation, reading: plain.reading }),
    ...twice.map((name) =>
      at(`${name} twice`, `${path}?${name}=1&${name}=1`, { operation, never: 'a parameter is given twice' }),
    ),
    at('a query that cannot be decoded', `${path}?%=%&%ZZ=1&=&&a[b]=c&__proto__=1&${search}`, {
      operation,
      reading: plain.reading,
    }),
  ]
}

let packedBomb = null

/** Compressed only once, because it takes a while. */
function bomb() {
  packedBomb ??= gzipSync(Buffer.alloc(BOMB_LENGTH))
  return packedBomb
}
