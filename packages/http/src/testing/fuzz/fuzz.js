import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { rightOf, wrongOf } from './credentials.js'
import { operationsBeside } from './beside.js'
import { exchangeWith } from './exchange.js'
import { furnish, mend } from './furnish.js'
import { hintsOf } from './hints.js'
import { judgeBy } from './judge.js'
import { operationsOf, resolverOf } from './operations.js'
import { requestsOf } from './requests.js'

/** All data of the other account contains this text, and no fuzz request does: a response with this text is a leak. */
const MARK = 'Zebulon'

/**
 * Sends valid, nearly valid and hostile requests to every operation of the document. Throws at the end if any response
 * violated the document, with the smallest failing request of each operation. The same seed sends the same requests.
 * `outside` simulates phones: `text` sends a text to the service, and `refuse` makes a phone reject every text.
 *
 * @typedef {object} FuzzOptions
 * @property {string} url The service must trust one proxy.
 * @property {string} adminToken
 * @property {unknown} document The parsed OpenAPI document.
 * @property {number} seed
 * @property {number} runs The number of requests for each operation.
 * @property {number} itemsMax The maximum length of a list.
 * @property {Date} now The time of the service's clock.
 * @property {() => Promise<void>} [work] Runs due jobs, if the service has no worker.
 * @property {{ text: (text: Text) => Promise<unknown>, refuse: (phone: string) => Promise<unknown> }} outside
 * @property {readonly string[]} [only] The ids of the operations to call; by default all.
 * @property {(line: string) => void} [say] Called with a line for each operation, which counts its responses.
 *
 * @typedef {{ from: string, to: string, body: string }} Text
 * @typedef {Record<string, number>} Counts
 *
 * @param {FuzzOptions} options
 * @returns {Promise<{ operations: number, requests: number, byKind: Counts, byStatus: Counts }>}
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
  outside,
  only = null,
  say = () => {},
}) {
  const { ask, close } = exchangeWith(url)
  try {
    const fixture = fixtureOf({ ask, adminToken, now, work, outside })
    const { other, accounts } = await openAccounts(fixture)
    const operations = [...operationsOf(document), ...operationsBeside(accounts.basic)]
    const making = makingOf({ document, operations, adminToken, itemsMax, now, other, accounts })
    const judge = judgeBy(document, { mark: MARK })
    const figures = { operations: 0, requests: 0, byKind: {}, byStatus: {} }
    const [faults, barren] = [[], []]
    for (const [i, operation] of operations.entries()) {
      if (only !== null && !only.includes(operation.id)) continue
      const { things, requests } = making(operation)
      const statuses = {}
      const refresh = async () => mend(fixture, things, operation.path)
      const counting = { ask, judge, figures, statuses, things, refresh }
      const broken = await checked(operation, requests, { seed: seed + i, runs, ...counting })
      if (broken !== null) faults.push(broken)
      if (broken !== null) say(`FAULT ${broken}`)
      if (!Object.keys(statuses).some((name) => /^valid [23]\d\d$/.test(name))) barren.push(operation.id)
      if (operation.method !== 'GET') await mend(fixture, things, operation.path)
      if (!operation.isBeside) figures.operations++
      say(`${operation.method} ${operation.path}: ${told(statuses)}`)
    }
    if (barren.length > 0) say(`Never a success: ${barren.join(', ')}`)
    const unexpected = barren.filter((id) => !BARREN.includes(id))
    if (runs >= RUNS_TO_SUCCEED && unexpected.length > 0) faults.push(`Never a success: ${unexpected.join(', ')}`)
    if (faults.length > 0) throw new Error(faults.join('\n\n'))
    return figures
  } finally {
    close()
  }
}

const TRIES_MAX = 600
const PAUSE_MS = 100

/** The number of requests within which every operation that is not in BARREN succeeds at least once. */
const RUNS_TO_SUCCEED = 200
/** No generated request has the id of a form entry. */
const OF_AN_ENTRY = ['showOptInEntry', 'enterOptInCode', 'resendOptInCode']
/** The operations that are expected never to succeed. There is no dead job to retry. */
const BARREN = ['retryDeadJob', ...OF_AN_ENTRY]
/** Operations whose success removes their target. */
const USING_UP = ['cancelSchedule', 'deleteTemplate', 'revokeApiKey', 'removeWebhook', 'removeSegment']

/** Opens an account for client requests, one for operator requests, and another whose data must never leak. */
async function openAccounts(fixture) {
  const other = await furnish(fixture, { account: `${MARK} Ltd`, label: `${MARK} `, n: 3 })
  const basic = await furnish(fixture, { account: 'Acme', n: 1 })
  const adminToken = await furnish(fixture, { account: 'Yard', n: 2 })
  return { other, accounts: { basic, adminToken } }
}

/** Generates the requests of an operation, from the objects of the account that the requests are sent for. */
function makingOf({ document, operations, adminToken, itemsMax, now, other, accounts }) {
  const resolve = resolverOf(document)
  return (operation) => {
    const things = accounts[operation.credentials] ?? accounts.basic
    const pairs = Object.keys(other).flatMap((name) => pairsOf(things[name], other[name]))
    const requests = requestsOf(operation, {
      things,
      resolve,
      itemsMax,
      methods: operations.filter(({ path }) => path === operation.path).map(({ method }) => method),
      hint: hintsOf({ things, now }),
      own: pairs.map(([mine]) => mine),
      foreign: pairs.map(([, theirs]) => theirs),
      credentials: ({ credentials }) => rightOf(credentials, things.key, adminToken),
      wrongCredentials: ({ credentials }) => wrongOf(credentials, things.key, adminToken),
    })
    return { things, requests }
  }
}

async function checked(operation, requests, { seed, runs, ask, judge, figures, statuses, things, refresh }) {
  const before = { ...things }
  const property = fc.asyncProperty(requests, async (made) => {
    const request = fromElsewhere(renewed(made, before, things), figures.requests)
    const answer = await ask(request)
    figures.requests++
    count(figures.byKind, request.kind)
    count(figures.byStatus, answer.status)
    count(statuses, `${request.kind} ${answer.status}`)
    const faults = judge(request, answer, things)
    if (answer.status < 300 && USING_UP.includes(operation.id)) await refresh()
    if (faults.length > 0)
      throw new Error(`${faults.join('; ')}\n${shown(request)}\n→ ${answer.status} ${cut(answer.text)}`)
  })
  const result = await fc.check(property, { seed, numRuns: runs, endOnFailure: false })
  if (!result.failed) return null
  const { errorInstance, numShrinks } = result
  const head = `${operation.method} ${operation.path}, after ${result.numRuns} requests, made smaller ${numShrinks} times`
  return `${head}: ${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}`
}

/** Replaces the ids of removed objects with the ids of their replacements. */
function renewed(request, before, { schedule, webhook, event, segment, template }) {
  const text = (given) =>
    Object.entries({ schedule, webhook, event, segment, template }).reduce(
      (known, [name, id]) => known.replaceAll(before[name], id),
      given,
    )
  return { ...request, path: text(request.path) }
}

/** Sends wrong credentials from a new address each, because failures slow down further requests of their address. */
function fromElsewhere(request, n) {
  if (request.status !== 401) return request
  return {
    ...request,
    headers: { ...request.headers, 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
  }
}

function fixtureOf({ ask, adminToken, now, work, outside }) {
  const read = async (headers, method, path, body, alsoFine = []) => {
    const content = body === undefined ? null : JSON.stringify(body)
    const typed = content === null ? {} : { 'content-type': 'application/json' }
    const { status, text } = await ask({ method, path, headers: { ...headers, ...typed }, body: content })
    if (status >= 300 && !alsoFine.includes(status)) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  /** Runs due work and waits, again and again, until the condition is true. */
  const until = async (isDone) => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      await work()
      if (await isDone()) return
      await delay(PAUSE_MS)
    }
    throw new Error(`What was to be done was not done within ${TRIES_MAX * PAUSE_MS} ms`)
  }
  return {
    now,
    work,
    outside,
    until,
    call: (key, method, path, ...rest) => read(rightOf('basic', key), method, `/api/v1${path}`, ...rest),
    admin: (method, path, ...rest) =>
      read(rightOf('adminToken', null, adminToken), method, `/admin/v1${path}`, ...rest),
  }
}

/** Pairs each id of the account with the matching id of the other account. */
function pairsOf(mine, theirs) {
  if (Array.isArray(mine)) return mine.flatMap((one, i) => pairsOf(one, theirs[i]))
  const isThing =
    typeof mine === 'string' && (/^[a-z]{3}_[0-9a-z]{26}$/.test(mine) || /^(go\.|key_|1234|\+12025\d\d02)/.test(mine))
  return isThing ? [[mine, theirs]] : []
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
