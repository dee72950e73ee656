import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { becameTrue } from '../became-true.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { basic, startService } from '../../shared/service.js'

const POLL_EVERY_MS = 250

/** The two kinds of provider: after a crash, the service can query outcomes from only one of them. */
export const KINDS = {
  asks: { deduplicates: true, canBeAsked: true },
  guesses: { deduplicates: false, canBeAsked: false },
}

/** Calls `run` for both kinds of provider at once, each on a separate service without workers; returns all figures. */
export async function onEachKind(seed, run) {
  const figures = await Promise.all(
    Object.entries(KINDS).map(async ([kind, traits], i) => {
      const service = await startService({ works: false })
      try {
        const figures = await run({ service, kind, traits, random: randomNumbers(seed + i) })
        return Object.entries(figures).map(([name, figure]) => [`${kind}: ${name}`, figure])
      } finally {
        await service.stop()
      }
    }),
  )
  return Object.fromEntries(figures.flat())
}

/** `count` different numbers. */
export function phonesOf(count) {
  return Array.from({ length: count }, (_, n) => `+1202${2_000_000 + n}`)
}

/** Creates an account that can send from its number to opted-in phones. Returns a `call` for each process. */
export async function aBroadcaster(service, { name, key, from, phones }) {
  await service.apply({
    name,
    apiKeys: [key],
    credits: { sms: 10_000_000, mms: 0 },
    rateLimits: null,
    capabilities: { silentOptIn: true },
    numbers: [{ number: from }],
    groups: [{ name: 'All' }],
  })
  await service.importContacts(name, { group: 'All', phones })
  return service.urls.map((url) => (method, path, body) => callAs(key, { url, method, path, body }))
}

/** Starts a broadcast and returns its id. */
export async function startBroadcast(call, { from, phones, body, idempotencyKey = null }) {
  const recipients = phones.map((to) => ({ to }))
  const broadcast = { from, body, recipients, ...(idempotencyKey && { idempotencyKey }) }
  const response = await call('POST', '/messaging/broadcast', broadcast)
  if (response.status !== 201)
    throw new Error(`a broadcast got the response ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.id
}

/** Waits until more slices are open than one worker can have, so that at least two workers have some. */
export async function untilShared(service, { withinMs }) {
  const isShared = async () => (await service.sql(OPEN_SLICES)).length > OPEN_MAX
  if (await becameTrue(isShared, { withinMs })) return
  throw new Error(`no more than ${OPEN_MAX} slices were open at once within ${withinMs / 1000} s`)
}

/** The number of chunks that one worker processes at once. */
const OPEN_MAX = 4
const OPEN_SLICES = 'select from broadcast_chunk where attempt_id is not null'

/** Waits until the broadcast is completed; throws after `withinMs`. */
export async function untilEnded(service, id, { withinMs }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const [row] = await service.sql('select status, sent + failed as known, total from broadcast where id = :id', {
      id,
    })
    if (row.status !== 'queued' && row.status !== 'sending') return
    if (performance.now() > deadline) {
      throw new Error(
        `the broadcast has ${row.known} of ${row.total} outcomes after ${withinMs / 1000} s: ${row.status}`,
      )
    }
    await delay(POLL_EVERY_MS)
  }
}

/** Waits until no job is left: a chunk's job ends after its last outcome is stored, possibly on another worker. */
export async function untilNoJobs(service, { withinMs }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const [{ jobs }] = await service.sql('select count(*) as jobs from job')
    if (jobs === '0') return
    if (performance.now() > deadline) throw new Error(`${jobs} jobs are left after ${withinMs / 1000} s`)
    await delay(POLL_EVERY_MS)
  }
}

/** The maximum response time; a server that takes longer counts as hanging. */
const RESPONSE_WITHIN_MS = 30_000

async function callAs(key, { url, method, path, body }) {
  const response = await request(`${url}/api/v1${path}`, {
    method,
    headersTimeout: RESPONSE_WITHIN_MS,
    headers: { authorization: basic(key), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.body.text()
  return { status: response.statusCode, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
