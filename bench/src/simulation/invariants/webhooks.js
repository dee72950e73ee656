import { CLOCK_SKEW_MAX_MS } from '../life.js'
import { History } from './history.js'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const FAILING_MAX_MS = 5 * DAY_MS
/** After each of these tries comes another one. */
const DELAYS_MS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((delay) => delay * SECOND_MS)
const TRIES_MAX = DELAYS_MS.length + 1
const JITTER = 0.1
const CLOCKS_DIFFER_MS = 2 * CLOCK_SKEW_MAX_MS
/** Between a commit and what a process does then. */
const SLOW_MS = 100
/** What is due is posted within it, where nothing goes wrong. */
const NOTICED_WITHIN_MS = 5 * 60 * SECOND_MS
const TEST_TYPE = 'webhook.test'

/** From the change to the endpoints that want to hear of it. */
export const WEBHOOKS = [
  {
    name: 'an event leaves the outbox as it is kept, unchanged, and for every endpoint that subscribes to it',
    watch: ({ records }) => ({
      *atCommit({ outbox, keptEvents, deliveries }) {
        const left = new Map(outbox.flatMap(({ before, after }) => (after === null ? [[before.id, before]] : [])))
        const kept = new Map(keptEvents.map(({ before, after }) => [(after ?? before).id, { before, after }]))
        for (const [id, event] of left) {
          const told = kept.get(id)?.after ?? records.tables.keptEvents.get(event.account, id)
          if (told === undefined) yield `${id} left the outbox and is not kept`
          else if (contentOf(told) !== contentOf(event)) yield `${id} is kept as something else`
        }
        for (const { before, after } of kept.values()) {
          if (after === null) yield `${before.id} is not kept any more`
          else if (before !== null) yield `${after.id} was changed`
          else if (after.type !== TEST_TYPE && !left.has(after.id)) yield `${after.id} is kept, and was in no outbox`
          else if (after.type !== TEST_TYPE) yield* differences(records, after, deliveries)
          if (before === null && records.find('outbox', after.id) !== undefined)
            yield `${after.id} is kept, and still waits`
        }
      },
      *atRest() {
        for (const { id } of records.all('outbox')) yield `${id} has never left the outbox`
      },
    }),
  },
  {
    name: 'what is delivered to an endpoint is of its account, and of a type that it subscribes to',
    watch: ({ records }) => ({
      *atCommit({ deliveries }) {
        for (const { before, after } of deliveries) {
          if (before !== null || after === null) continue
          const { account, endpoint, event, type } = after
          const told = records.tables.keptEvents.get(account, event)
          const { events } = records.tables.webhookEndpoints.get(account, endpoint) ?? { events: [] }
          if (told?.type !== type) yield `${event} of ${account} is delivered as ${type}, and is ${told?.type}`
          if (type !== TEST_TYPE && !events.includes(type)) yield `${endpoint} is told of ${type}`
        }
      },
    }),
  },
  {
    name: 'what waits for an endpoint has a job, unless the endpoint is disabled',
    watch: ({ records }) => {
      const pending = new Map()
      return {
        *atCommit({ deliveries, jobs, webhookEndpoints }) {
          for (const { before, after } of deliveries) {
            const { endpoint, event } = after ?? before
            if (!pending.has(endpoint)) pending.set(endpoint, new Map())
            if (after?.status === 'pending') pending.get(endpoint).set(event, after.nextAt.getTime())
            else pending.get(endpoint).delete(event)
          }
          const touched = new Set([
            ...deliveries.map(({ before, after }) => (after ?? before).endpoint),
            ...jobs.flatMap(({ before, after }) => (after ?? before).payload.endpoint ?? []),
            ...webhookEndpoints.map(({ before, after }) => (after ?? before).id),
          ])
          for (const id of touched) {
            const endpoint = records.find('webhookEndpoints', id)
            const times = [...(pending.get(id)?.values() ?? [])]
            if (endpoint === undefined || endpoint.disabled !== null || times.length === 0) continue
            const job = records.find('jobs', `job_${id.slice('whk_'.length)}`)
            if (job === undefined) yield `${times.length} wait for ${id}, and it has no job`
            else if (job.fence === null && job.attempt === 0 && job.runAt.getTime() > Math.min(...times))
              yield `the job of ${id} comes at ${job.runAt.toISOString()}, and something is due before`
          }
        },
      }
    },
  },
  {
    name: 'what is posted waits for that, its time has come, and its endpoint is there and enabled',
    watch: (world) => {
      const { records } = world
      const [deliveries, endpoints] = [new History(), new History()]
      const idsByUrl = new Map()
      return {
        atCommit({ deliveries: delivered, webhookEndpoints }) {
          const atMs = world.nowMs()
          for (const { before, after } of delivered) deliveries.add(keyOf(after ?? before), { atMs, row: after })
          for (const { before, after } of webhookEndpoints) {
            const { id, url } = after ?? before
            endpoints.add(id, { atMs, row: after })
            idsByUrl.set(url, (idsByUrl.get(url) ?? new Set()).add(id))
          }
          return []
        },
        *atPost({ post, life }) {
          const nowMs = world.nowMs()
          const stalls = life.stalls.filter(({ untilMs }) => untilMs >= nowMs - SLOW_MS)
          const looksMs = [nowMs, ...stalls.map(({ sinceMs }) => sinceMs)]
          const ids = [...(idsByUrl.get(post.url) ?? [])]
          const isRight = looksMs.some((atMs) =>
            ids.some((id) => mayBePosted({ endpoints, deliveries, id, post, atMs })),
          )
          if (isRight) return
          const states = ids.map((id) => records.find('deliveries', `${id} ${post.id}`))
          yield `${post.id} to ${post.url}: ${JSON.stringify(states)}`
        },
      }
    },
  },
  {
    name: 'whoever works on an endpoint does not try again what is tried, before it has stored how that went',
    watch: (world) => {
      const tried = new Map()
      return {
        *atPost({ post: { url, id }, life }) {
          const key = `${life.name} ${url} ${id}`
          const endpoint = world.records.all('webhookEndpoints').find((one) => one.url === url)
          const delivery = world.records.find('deliveries', `${endpoint?.id} ${id}`)
          const before = tried.get(key)
          const fence = world.records.find('jobs', `job_${endpoint?.id.slice('whk_'.length)}`)?.fence
          tried.set(key, { fence, delivery })
          // What a stall has held up goes by an earlier claim.
          const isHeldUp = life.stalls.some(({ untilMs }) => untilMs >= world.nowMs() - SLOW_MS)
          if (before !== undefined && before.delivery === delivery && before.fence === fence && !isHeldUp)
            yield `${id} goes to ${url} once more`
        },
      }
    },
  },
  {
    name: 'an event is told in one body, which has what happened, signed with the secret of the endpoint',
    watch: ({ records, adapters: { secrets } }) => {
      const bodies = new Map()
      return {
        *atPost({ post: { url, id, body, secrets: signing } }) {
          const before = bodies.get(id)
          bodies.set(id, body)
          if (before !== undefined && before !== body) yield `${id} is ${body}, and was ${before}`
          const event = records.find('keptEvents', id)
          if (before === undefined && JSON.stringify(JSON.parse(body)) !== bodyOf(event))
            yield `${id} is told as ${body}`
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
    name: 'the log has every try that is counted, as it was answered',
    watch: ({ records }) => {
      const answers = new Map()
      return {
        atPostAnswer({ post: { url, id }, answer }) {
          const key = `${url} ${id}`
          answers.set(key, [...(answers.get(key) ?? []), answer])
          return []
        },
        *atCommit({ deliveries, attempts }) {
          for (const { before, after } of attempts) {
            if (after === null) continue
            if (before !== null) yield `try ${after.number} of ${after.event} was changed`
            const { url } = records.find('webhookEndpoints', after.endpoint) ?? {}
            const heard = answers.get(`${url} ${after.event}`) ?? []
            const place = heard.findIndex((answer) => JSON.stringify(answer) === JSON.stringify(after.answer))
            if (place === -1)
              yield `try ${after.number} of ${after.event} was not answered ${JSON.stringify(after.answer)}`
            else heard.splice(place, 1)
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
    name: 'after each try comes what the schedule has',
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
    name: 'who says that it is gone, or has failed for 5 days, is disabled',
    watch: ({ records }) => ({
      *atCommit({ attempts, webhookEndpoints }) {
        for (const { after } of attempts) {
          const endpoint = after === null ? undefined : records.find('webhookEndpoints', after.endpoint)
          if (endpoint === undefined) continue
          const { at, tookMs, answer } = after
          const { disabled, failingSince } = endpoint
          if (answer.status === 410 && disabled === null) yield `${endpoint.id} is gone, and enabled`
          if (answer.status !== 204 && failingSince === null && !attempts.some(isTakenBy(endpoint)))
            yield `${endpoint.id} does not fail by itself`
          const failingMs = failingSince === null ? 0 : at.getTime() + tookMs - failingSince.getTime()
          if (failingMs > FAILING_MAX_MS + CLOCKS_DIFFER_MS && disabled === null)
            yield `${endpoint.id} fails since ${failingSince.toISOString()}, and is enabled`
        }
        for (const { before, after } of webhookEndpoints) {
          if (after?.disabled?.reason !== 'failing' || before?.disabled?.reason === 'failing') continue
          const failingMs = after.disabled.at.getTime() - after.failingSince.getTime()
          if (failingMs < FAILING_MAX_MS) yield `${after.id} is given up after ${failingMs} ms`
        }
      },
    }),
  },
  {
    name: 'what was delivered was taken, what failed was tried to the end, and nothing else is left that is due',
    watch: (world) => {
      const left = () => leftBehind(world)
      return { atRest: left, atEnd: left, afterKeys: left, atLast: left }
    },
  },
]

function keyOf({ endpoint, event }) {
  return `${endpoint} ${event}`
}

function contentOf({ id, account, at, type, data }) {
  return JSON.stringify([id, account, at, type, textOf(data)])
}

function bodyOf({ id, type, at, data }) {
  return JSON.stringify({ id, type, timestamp: at, data: JSON.parse(textOf(data)) })
}

/** What was kept is text. */
function textOf(data) {
  return typeof data === 'string' ? data : JSON.stringify(data)
}

/** Between what the new deliveries of an event are, and what they should be. */
function* differences(records, { id, account, type }, deliveries) {
  const made = new Set(
    deliveries.flatMap(({ before, after }) => (before === null && after.event === id ? after.endpoint : [])),
  )
  for (const endpoint of records.tables.webhookEndpoints.of(account)) {
    const isDue = endpoint.events.includes(type) && endpoint.disabled === null
    if (made.has(endpoint.id) !== isDue) yield `${id}, ${type}, ${isDue ? 'is not' : 'is'} for ${endpoint.id}`
  }
}

/** As the process that posts may have seen it when it last looked. */
function mayBePosted({ endpoints, deliveries, id, post, atMs }) {
  const since = { fromMs: atMs - SLOW_MS, toMs: atMs }
  const isThere = endpoints.during(id, since).some((row) => row?.disabled === null && row.url === post.url)
  const isDue = (row) => row?.status === 'pending' && row.nextAt.getTime() <= atMs + CLOCKS_DIFFER_MS
  return isThere && deliveries.during(`${id} ${post.id}`, since).some(isDue)
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
    if (status === 'delivered' && times === 0) yield `${keyOf(delivery)} is delivered, and was not taken`
    if (status === 'failed' && attempts < TRIES_MAX) yield `${keyOf(delivery)} has failed after ${attempts} tries`
    const isLate = status === 'pending' && nextAt.getTime() < world.nowMs() - NOTICED_WITHIN_MS
    if (isLate && endpoint.disabled === null) yield `${keyOf(delivery)} is due since ${nextAt.toISOString()}`
  }
}
