import fc from 'fast-check'
import { exchangeWith } from './exchange.js'
import { furnish, mend } from './furnish.js'
import { hintsOf } from './hints.js'
import { judgeBy } from './judge.js'
import { nodeAt, operationsOf } from './operations.js'
import { requestsOf } from './requests.js'

/** Is in everything of the other account that is told to its clients, and in no request. */
const MARK = 'Zebulon'

/**
 * Asks a service, by every operation of its document, for what is valid, nearly valid and hostile, and throws at the
 * first answer that the document does not promise, with the smallest request that still has it. The same seed asks the
 * same. `work` has what is due done, where nobody else does.
 */
export async function fuzz({
  url,
  adminToken,
  document,
  seed,
  runs,
  itemsMax,
  now,
  work = async () => {},
  only = null,
  say = () => {},
}) {
  const { ask, close } = exchangeWith(url)
  try {
    const judge = judgeBy(document, { mark: MARK })
    const house = houseOf({ ask, adminToken, now, work })
    const other = await furnish(house, { account: `${MARK} Ltd`, label: `${MARK} `, n: 3 })
    const accounts = {
      basic: await furnish(house, { account: 'Acme', n: 1 }),
      adminToken: await furnish(house, { account: 'Yard', n: 2 }),
    }
    const figures = { operations: 0, requests: 0, byKind: {}, byStatus: {} }
    const resolve = resolverOf(document)
    const faults = []
    const operations = operationsOf(document)
    for (const [i, operation] of operations.entries()) {
      if (only !== null && !only.includes(operation.id)) continue
      const things = accounts[operation.credentials] ?? accounts.basic
      const pairs = [...Object.keys(other)].flatMap((name) => pairsOf(things[name], other[name]))
      const requests = requestsOf(operation, {
        resolve,
        itemsMax,
        methods: operations.filter(({ path }) => path === operation.path).map(({ method }) => method),
        hint: hintsOf({ things, now }),
        own: pairs.map(([mine]) => mine),
        foreign: pairs.map(([, theirs]) => theirs),
        credentials: ({ credentials }) => rightOf(credentials, things.key, adminToken),
        wrongCredentials: ({ credentials }) => wrongOf(credentials, things.key, adminToken),
      })
      const statuses = {}
      const broken = await checked(operation, requests, { seed: seed + i, runs, ask, judge, figures, statuses })
      if (broken !== null) faults.push(broken)
      if (operation.method !== 'GET') await mend(house, things, operation.path)
      figures.operations++
      say(`${operation.method} ${operation.path}: ${told(statuses)}`)
    }
    if (faults.length > 0) throw new Error(faults.join('\n\n'))
    return figures
  } finally {
    close()
  }
}

async function checked(operation, requests, { seed, runs, ask, judge, figures, statuses }) {
  const property = fc.asyncProperty(requests, async (request) => {
    const answer = await ask(request)
    figures.requests++
    count(figures.byKind, request.kind)
    count(figures.byStatus, answer.status)
    count(statuses, `${request.kind} ${answer.status}`)
    const faults = judge(request, answer)
    if (faults.length > 0)
      throw new Error(`${faults.join('; ')}\n${shown(request)}\n→ ${answer.status} ${cut(answer.text)}`)
  })
  const result = await fc.check(property, { seed, numRuns: runs, endOnFailure: false })
  if (!result.failed) return null
  const { errorInstance, numShrinks } = result
  const head = `${operation.method} ${operation.path}, after ${result.numRuns} requests, made smaller ${numShrinks} times`
  return `${head}: ${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}`
}

function houseOf({ ask, adminToken, now, work }) {
  const read = async (headers, method, path, body, alsoFine = []) => {
    const content = body === undefined ? null : JSON.stringify(body)
    const typed = content === null ? {} : { 'content-type': 'application/json' }
    const { status, text } = await ask({ method, path, headers: { ...headers, ...typed }, body: content })
    if (status >= 300 && !alsoFine.includes(status)) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    now,
    work,
    call: (key, method, path, ...rest) => read(rightOf('basic', key), method, `/api/v1${path}`, ...rest),
    admin: (method, path, ...rest) =>
      read(rightOf('adminToken', null, adminToken), method, `/admin/v1${path}`, ...rest),
  }
}

function rightOf(credentials, key, adminToken) {
  if (credentials === null) return {}
  return { authorization: credentials === 'basic' ? basic(`${key.id}:${key.secret}`) : `Bearer ${adminToken}` }
}

function wrongOf(credentials, { id, secret }, adminToken) {
  const shared = [
    {},
    { authorization: '' },
    { authorization: 'Basic' },
    { authorization: 'Basic Og==' },
    { authorization: 'Bearer ' },
    { authorization: 'Digest x' },
    { authorization: `Basic ${'A'.repeat(2_000)}` },
  ]
  const wrong = [
    `${id}:${secret}x`,
    `${id}:`,
    `:${secret}`,
    `${secret}:${id}`,
    `${id.toUpperCase()}:${secret}`,
    `${id}\u0000:${secret}`,
    '__proto__:constructor',
  ].map((pair) => ({ authorization: basic(pair) }))
  if (credentials === 'basic') return [...shared, ...wrong, { authorization: `Bearer ${adminToken}` }]
  return [
    ...shared,
    { authorization: basic(`${id}:${secret}`) },
    { authorization: basic(`admin:${adminToken}`) },
    { authorization: `Bearer ${adminToken}x` },
    { authorization: `Bearer ${adminToken.toUpperCase()}` },
  ]
}

function basic(pair) {
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** What is one's own, beside what the other has in its place. */
function pairsOf(mine, theirs) {
  if (Array.isArray(mine)) return mine.flatMap((one, i) => pairsOf(one, theirs[i]))
  const isThing =
    typeof mine === 'string' && (/^[a-z]{3}_[0-9a-z]{26}$/.test(mine) || /^(go\.|key_|1234|\+12025\d\d02)/.test(mine))
  return isThing ? [[mine, theirs]] : []
}

function resolverOf(document) {
  return (schema) => {
    const ref = schema.$ref?.slice('#/components/schemas/'.length)
    return ref === undefined
      ? { schema, ref }
      : { schema: { ...nodeAt(document, schema.$ref.slice(1)).node, ...overridden(schema) }, ref }
  }
}

function overridden({ $ref: _, ...rest }) {
  return rest
}

function shown({ what, kind, method, path, headers, body }) {
  return `${kind} (${what}): ${method} ${cut(path)}\n${cut(JSON.stringify(headers))}\n${cut(body ?? '')}`
}

function cut(text) {
  const whole = typeof text === 'string' ? text : `${text.length} bytes ${text.subarray(0, 100).toString('hex')}`
  return whole.length > 1_500 ? `${whole.slice(0, 1_500)}… (${whole.length})` : whole
}

function count(counts, name) {
  counts[name] = (counts[name] ?? 0) + 1
}

function told(counts) {
  return Object.entries(counts)
    .toSorted()
    .map(([name, times]) => `${times} ${name}`)
    .join(', ')
}
