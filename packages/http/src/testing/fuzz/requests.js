import fc from 'fast-check'
import { boundsOf, broken } from './values/broken.js'
import { TEXTS } from './values/hostile.js'
import { odd } from './values/odd.js'
import { rulesOf } from './rules.js'
import { valuesOf } from './values/values.js'

const JSON_TYPES = ['application/json', 'application/merge-patch+json']

/**
 * Requests of one operation, of three kinds: `valid` by the schemas, `nearly` valid with one fault, and `hostile`. The
 * judge does not trust the kind: it checks the values in `reading` to decide whether the request may succeed.
 */
export function requestsOf(operation, fixture) {
  const { resolve, hint } = fixture
  const of = (schema, name) =>
    valuesOf(schema, { resolve, hint: (asked, plain) => hint({ ...asked, name: asked.name || name }, plain) })
  const types = Object.keys(operation.bodies)
  const parts = fc.record({
    params: fc.record(fieldsOf(operation, 'path', of)),
    query: fc.record(fieldsOf(operation, 'query', of), { requiredKeys: requiredOf(operation, 'query') }),
    type: types.length === 0 ? fc.constant(null) : fc.constantFrom(...types),
    body: bodiesOf(operation, of),
    plus: fc.boolean(),
  })
  const bounds = [...Object.values(operation.bodies), ...operation.parameters].flatMap(({ schema }) =>
    boundsOf(schema, resolve),
  )
  const spec = fc.record({ place: fc.nat(9_999), how: fc.nat(9_999), text: fc.constantFrom(...TEXTS) })
  const making = { ...fixture, operation, bounds: [...new Set(bounds)] }
  return fc.oneof(
    {
      weight: 5,
      arbitrary: parts.map((given) => ({ kind: 'valid', what: 'as the schemas say', ...asked(given, making) })),
    },
    { weight: 4, arbitrary: fc.tuple(parts, spec).map(([given, how]) => nearly(given, how, making)) },
    { weight: 3, arbitrary: fc.tuple(parts, spec).map(([given, how]) => hostile(given, how, making)) },
  )
}

function fieldsOf(operation, where, of) {
  const found = operation.parameters.filter((parameter) => parameter.where === where)
  return Object.fromEntries(found.map(({ name, schema }) => [name, of(schema, `${where}:${name}`).map(String)]))
}

function requiredOf({ parameters }, where) {
  return parameters.filter((parameter) => parameter.where === where && parameter.required).map(({ name }) => name)
}

function bodiesOf({ bodies, isBodyRequired }, of) {
  const [[type, content] = []] = Object.entries(bodies)
  if (content === undefined) return fc.constant(undefined)
  if (type === 'text/csv') return csvFiles()
  if (type === 'application/x-www-form-urlencoded') return forms()
  const values = of(content.schema, '')
  return isBodyRequired ? values : fc.option(values, { nil: undefined, freq: 9 })
}

/** Form fields, encoded as browsers encode them. */
function forms() {
  const typed = fc.constantFrom(
    '+12025560101',
    '(202) 556-0105',
    '123456',
    'yes',
    ...TEXTS.map((text) => text.toWellFormed()),
  )
  const mostly = (good) => fc.oneof({ arbitrary: fc.constant(good), weight: 3 }, { arbitrary: typed, weight: 1 })
  const first = { phone: mostly('+12025560101'), consent: mostly('yes'), version: mostly('1') }
  const fields = fc.record({ ...first, code: typed }, { requiredKeys: ['version'] })
  return fields.map((values) => new URLSearchParams(values).toString())
}

function csvFiles() {
  const cell = fc.oneof(
    fc.integer({ min: 0, max: 9_999 }).map((n) => `+1202556${String(n).padStart(4, '0')}`),
    fc.constantFrom('Ann', 'Pro', '"a,""b"', '"', '', 'true', 'x\u0000', 'Tea|Ale', '🔔'),
  )
  const head = fc.constantFrom(
    'phoneNumber,firstName',
    'phoneNumber',
    'firstName',
    'phoneNumber,phoneNumber',
    '\ufeffphoneNumber,Plan',
    '',
  )
  const rows = fc.array(
    fc.array(cell, { maxLength: 3 }).map((cells) => cells.join(',')),
    { maxLength: 5 },
  )
  return fc
    .tuple(head, rows, fc.constantFrom('\n', '\r\n', '\r'))
    .map(([first, rest, end]) => [first, ...rest].join(end))
}

/** Builds the request from its parts. */
function asked({ params, query, type, body, plus = false }, { operation, credentials }) {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encoded(params[name] ?? '', plus))
  const searched = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, wellFormed(value)]))
  const search = new URLSearchParams(searched).toString()
  const content = body === undefined ? null : contentOf(type, body)
  return {
    operation,
    method: operation.method,
    path: search === '' ? filled : `${filled}?${search}`,
    headers: {
      ...credentials(operation),
      ...(operation.host === undefined ? {} : { host: operation.host }),
      ...(content === null ? {} : { 'content-type': type }),
    },
    body: content,
    reading: { params, json: body, isJson: JSON_TYPES.includes(type) },
    never: null,
  }
}

function contentOf(type, body) {
  return JSON_TYPES.includes(type) ? (JSON.stringify(body) ?? '') : String(body)
}

function encoded(value, plus) {
  const text = encodeURIComponent(wellFormed(value))
  // Clients remove path segments that consist only of dots.
  const whole = /^\.+$/.test(text) ? text.replaceAll('.', '%2E') : text
  return plus ? whole.replaceAll('%2B', '+') : whole
}

function wellFormed(text) {
  return text.toWellFormed()
}

/** A request with one fault: a wrong body, path, query or credential, another account's id, or a broken rule. */
function nearly(given, { place, how, text }, making) {
  const { operation, foreign, own, things } = making
  const ways = []
  const make = (what, changed, never = null) => ({
    kind: 'nearly',
    what,
    ...asked({ ...given, ...changed }, making),
    never,
  })
  if (given.body !== undefined && typeof given.body !== 'string') {
    const inBody = () => make('a body with one place broken', { body: broken(given.body, { place, how, ...making }) })
    ways.push(inBody, inBody, inBody)
  }
  const names = Object.keys(given.params)
  if (names.length > 0) {
    const name = names[place % names.length]
    const value = broken(given.params[name], { place: 0, how, ...making })
    ways.push(() => make(`the path's ${name} broken`, { params: { ...given.params, [name]: textOf(value) || 'x' } }))
  }
  const queries = operation.parameters.filter(({ where }) => where === 'query')
  if (queries.length > 0) {
    const { name } = queries[place % queries.length]
    const value = broken(given.query[name] ?? '1', { place: 0, how, ...making })
    ways.push(() => make(`the query's ${name} broken`, { query: { ...given.query, [name]: textOf(value) } }))
    ways.push(() => make(`the query's ${name} of any text`, { query: { ...given.query, [name]: text } }))
  }
  if (operation.credentials !== null) ways.push(() => unauthenticated(make('no right to ask', {}), how, making))
  const theirs = (value) => foreign[own.indexOf(value)]
  const crossed = crossedOver(given, theirs, place)
  if (crossed !== null && foreignIsForbidden(operation)) {
    const isReplayable = true
    ways.push(() => ({
      ...make("another account's things", crossed, 'it names a thing of another account'),
      isReplayable,
    }))
  }
  for (const rule of rulesOf(operation)) {
    const { idempotencyKey: _, ...body } = given.body ?? {}
    const changed = rule.breaking({ params: given.params, body, things, place })
    ways.push(() => make(`valid, but ${rule.what}`, changed))
  }
  return ways.length === 0 ? make('nothing to break', {}) : ways[(place + how) % ways.length]()
}

/** Operators see every account, so another account's id is wrong only in a path that names an account, or in apply. */
function foreignIsForbidden({ credentials, path }) {
  return credentials === 'basic' || path.includes('/accounts/{name}/') || path.endsWith('/apply')
}

/** Replaces one of the account's ids in the path or body with another account's; null if there is no match. */
function crossedOver({ params, body }, theirs, place) {
  const names = Object.keys(params).filter((name) => theirs(params[name]) !== undefined)
  const inBody = []
  const look = (value, path) => {
    if (typeof value === 'string' && theirs(value) !== undefined) inBody.push([path, theirs(value)])
    if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value)) look(value[key], [...path, key])
  }
  look(body, [])
  const all = names.length + inBody.length
  if (all === 0) return null
  const n = place % all
  if (n < names.length) return { params: { ...params, [names[n]]: theirs(params[names[n]]) } }
  const copy = structuredClone(body)
  const [path, value] = inBody[n - names.length]
  if (path.length === 0) return { body: value }
  path.slice(0, -1).reduce((node, key) => node[key], copy)[path.at(-1)] = value
  return { body: copy }
}

function unauthenticated(request, how, { wrongCredentials }) {
  const wrong = wrongCredentials(request.operation)
  const { authorization: _, ...headers } = request.headers
  return {
    ...request,
    headers: { ...headers, ...wrong[how % wrong.length] },
    never: 'it has no right to ask',
    status: 401,
  }
}

function hostile(given, { place, how, text }, making) {
  const plain = asked(given, making)
  const ways = [
    ...odd(plain, { ...making, place }),
    ...(given.body !== undefined && typeof given.body !== 'string'
      ? [
          () => ({
            what: 'a body with a hostile text',
            ...asked({ ...given, body: withText(given.body, place, text) }, making),
          }),
        ]
      : []),
    ...Object.keys(given.params).map((name) => () => ({
      what: `a hostile text as ${name}`,
      ...asked({ ...given, params: { ...given.params, [name]: text.toWellFormed() || ' ' } }, making),
    })),
  ]
  return { kind: 'hostile', ...ways[how % ways.length]() }
}

/** The same body with one of its strings replaced. */
function withText(body, place, text) {
  const copy = structuredClone(body)
  const found = []
  const look = (holder) => {
    for (const key of Object.keys(holder)) {
      if (typeof holder[key] === 'string') found.push([holder, key])
      else if (typeof holder[key] === 'object' && holder[key] !== null) look(holder[key])
    }
  }
  if (typeof copy !== 'object' || copy === null) return text
  look(copy)
  if (found.length === 0) return { ...copy, [text]: text }
  const [holder, key] = found[place % found.length]
  holder[key] = text
  return copy
}

function textOf(value) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
