import { CLOCK_SKEW_MAX_MS } from '../../processes/life.js'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const FAILING_MAX_MS = 5 * DAY_MS
/** The delays before the next try, by the number of tries. */
const DELAYS_MS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((delay) => delay * SECOND_MS)
const TRIES_MAX = DELAYS_MS.length + 1
const JITTER = 0.1
const CLOCKS_DIFFER_MS = 2 * CLOCK_SKEW_MAX_MS
/** Without faults, a due delivery is posted within this time. */
const NOTICED_WITHIN_MS = 5 * 60 * SECOND_MS

/** Invariants on posts and deliveries. */
export const DELIVERIES = [
  {
    name: 'an event always has the same body, with the data of the event, signed with the secret of the endpoint',
    watch: ({ records, adapters: { secrets } }) => {
      const bodies = new Map()
      return {
        *atPost({ post: { url, id, body, secrets: signing } }) {
          const before = bodies.get(id)
          bodies.set(id, body)
          if (before !== undefined && before !== body) yield `${id} is ${body}, and was ${before}`
          const event = records.find('keptEvents', id)
          if (before === undefined && JSON.stringify(JSON.parse(body)) !== bodyOf(event))
            yield `${id} is posted as ${body}`
          const endpoint = records.all('webhookEndpoints').find((one) => one.url === url)
          if (endpoint === undefined) return
          const own = secrets.unseal(endpoint.sealedSecret)
          const previous = endpoint.previousSecret
          if (!signing.includes(own) && previous === null) yield `${id} is not signed with the secret of ${endpoint.id}`
        },
      }
    },
  },
  {
    name: 'the log has every counted try, with its response',
    watch: ({ records }) => {
      const responses = new Map()
      return {
        atPostResponse({ post: { url, id }, response }) {
          const key = `${url} ${id}`
          responses.set(key, [...(responses.get(key) ?? []), response])
          return []
        },
        *atCommit({ deliveries, attempts }) {
          for (const { before, after } of attempts) {
            if (after === null) continue
            if (before !== null) yield `try ${after.number} of ${after.event} was changed`
            const { url } = records.find('webhookEndpoints', after.endpoint) ?? {}
            const received = responses.get(`${url} ${after.event}`) ?? []
            const index = received.findIndex((response) => JSON.stringify(response) === JSON.stringify(after.answer))
            if (index === -1) yield `try ${after.number} of ${after.event} did not get ${JSON.stringify(after.answer)}`
            else received.splice(index, 1)
          }
          for (const { before, after } of deliveries) {
            if (after === null) continue
            const more = after.attempts - (before?.attempts ?? 0)
            if (more < 0 || more > 1) yield `${keyOf(after)} has ${after.attempts} tries after ${before?.attempts}`
            const last = records.find('attempts', `${keyOf(after)} ${after.attempts}`)
            if (after.attempts > 0 && last === undefined)
              yield `try ${after.attempts} of ${after.event} is not in the log`
          }
        },
      }
    },
  },
  {
    name: 'each try is followed by the next step of the schedule',
    watch: ({ records }) => {
      const replayed = new Set()
      return {
        *atCommit({ deliveries }) {
          for (const { before, after } of deliveries) {
            if (after === null) continue
            const key = keyOf(after)
            if (before === null || after.attempts === before.attempts) {
              if (before !== null) replayed.add(key)
              if (after.status !== 'pending' || after.tries !== 0) yield `${key} begins as ${JSON.stringify(after)}`
              continue
            }
            if (replayed.has(key) && after.tries === before.tries && after.status === before.status) continue
            const tried = records.find('attempts', `${key} ${after.attempts}`)
            if (tried !== undefined) yield* againstSchedule({ before, after, tried })
          }
        },
      }
    },
  },
  {
    name: 'an endpoint that responds 410 or has failed for 5 days is disabled',
    watch: ({ records }) => ({
      *atCommit({ attempts, webhookEndpoints }) {
        for (const { after } of attempts) {
          const endpoint = after === null ? undefined : records.find('webhookEndpoints', after.endpoint)
          if (endpoint === undefined) continue
          const { at, tookMs, answer } = after
          const { disabled, failingSince } = endpoint
          if (answer.status === 410 && disabled === null) yield `${endpoint.id} is gone, and enabled`
          if (answer.status !== 204 && failingSince === null && !attempts.some(isTakenBy(endpoint)))
            yield `${endpoint.id} is disabled without a failure`
          const failingMs = failingSince === null ? 0 : at.getTime() + tookMs - failingSince.getTime()
          if (failingMs > FAILING_MAX_MS + CLOCKS_DIFFER_MS && disabled === null)
            yield `${endpoint.id} fails since ${failingSince.toISOString()}, and is enabled`
        }
        for (const { before, after } of webhookEndpoints) {
          if (after?.disabled?.reason !== 'failing' || before?.disabled?.reason === 'failing') continue
          const failingMs = after.disabled.at.getTime() - after.failingSince.getTime()
          if (failingMs < FAILING_MAX_MS) yield `${after.id} is disabled after failing for ${failingMs} ms`
        }
      },
    }),
  },
  {
    name: 'a delivered event was accepted, a failed one was tried to the end, and no other is due',
    watch: (world) => {
      const left = () => leftBehind(world)
      return { atRest: left, atEnd: left, afterKeys: left, atLast: left }
    },
  },
]

export function keyOf({ endpoint, event }) {
  return `${endpoint} ${event}`
}

/** Event data as text, which is the form in which it is stored. */
export function textOf(data) {
  return typeof data === 'string' ? data : JSON.stringify(data)
}

function bodyOf({ id, type, at, data }) {
  return JSON.stringify({ id, type, timestamp: at, data: JSON.parse(textOf(data)) })
}

function* againstSchedule({ before, after, tried: { at, tookMs, answer } }) {
  const tries = before.tries + 1
  const isTaken = answer.kind === 'answered' && answer.status === 204
  const status = isTaken ? 'delivered' : tries === TRIES_MAX ? 'failed' : 'pending'
  if (after.tries !== tries || after.status !== status) {
    yield `${keyOf(after)} is ${after.status} after ${after.tries} tries, not ${status} after ${tries}`
  } else if (status !== 'pending') {
    if (after.nextAt !== null) yield `${keyOf(after)} is ${status}, and is tried again`
  } else {
    const leastMs = Math.max(DELAYS_MS[tries - 1], Math.min(answer.retryAfterMs ?? 0, DAY_MS))
    const delayMs = after.nextAt.getTime() - at.getTime() - tookMs
    if (delayMs < leastMs || delayMs > leastMs * (1 + JITTER) + 1)
      yield `${keyOf(after)} is tried again after ${delayMs} ms, not ${leastMs}`
  }
}

function isTakenBy({ id }) {
  return ({ after }) => after?.endpoint === id && after.answer.status === 204
}

function* leftBehind(world) {
  const { records, receivers } = world
  for (const delivery of records.all('deliveries')) {
    const { endpoint: id, event, status, attempts, nextAt } = delivery
    const endpoint = records.find('webhookEndpoints', id)
    if (endpoint === undefined) continue
    const times = receivers.taken.get(endpoint.url)?.get(event) ?? 0
    if (status === 'delivered' && times === 0) yield `${keyOf(delivery)} is delivered, and was not accepted`
    if (status === 'failed' && attempts < TRIES_MAX) yield `${keyOf(delivery)} has failed after ${attempts} tries`
    const isLate = status === 'pending' && nextAt.getTime() < world.nowMs() - NOTICED_WITHIN_MS
    if (isLate && endpoint.disabled === null) yield `${keyOf(delivery)} is due since ${nextAt.toISOString()}`
  }
}
