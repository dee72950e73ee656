import { CLOCK_SKEW_MAX_MS } from '../../processes/life.js'
import { keyOf, textOf } from './deliveries.js'
import { History } from './history.js'

const CLOCKS_DIFFER_MS = 2 * CLOCK_SKEW_MAX_MS
/** Tolerance between a commit and the next step of a process. */
const SLOW_MS = 100
/** Without faults, a worker polls for events twice within this time. */
const RELAYED_WITHIN_MS = 60_000
const TEST_TYPE = 'webhook.test'

/** Invariants on relaying events to the endpoints that subscribe to them. */
export const WEBHOOKS = [
  {
    name: 'an event leaves the outbox when it is stored, unchanged, with a delivery for every endpoint that subscribes',
    watch: (world) => {
      const { records } = world
      /** The commit time of each event in the outbox. */
      const waitsSinceMs = new Map()
      return {
        *atCommit({ outbox, keptEvents, deliveries }) {
          for (const { before, after } of outbox) {
            if (after === null) waitsSinceMs.delete(before.id)
            else if (before === null) waitsSinceMs.set(after.id, world.nowMs())
          }
          const left = new Map(outbox.flatMap(({ before, after }) => (after === null ? [[before.id, before]] : [])))
          const stored = new Map(keptEvents.map(({ before, after }) => [(after ?? before).id, { before, after }]))
          const made = newByEvent(deliveries)
          for (const [id, event] of left) {
            const storedEvent = stored.get(id)?.after ?? records.tables.keptEvents.get(event.account, id)
            if (storedEvent === undefined) yield `${id} left the outbox and is not stored`
            else if (contentOf(storedEvent) !== contentOf(event)) yield `${id} is stored with other data`
          }
          for (const { before, after } of stored.values()) {
            if (after === null) yield `${before.id} is not stored any more`
            else if (before !== null) yield `${after.id} was changed`
            else if (after.type !== TEST_TYPE && !left.has(after.id))
              yield `${after.id} is stored, and was never in the outbox`
            else if (after.type !== TEST_TYPE) yield* differences(records, after, made)
            if (before === null && records.find('outbox', after.id) !== undefined)
              yield `${after.id} is stored, and still in the outbox`
          }
        },
        // If a schedule is due at the end of the three hours, its event may not be relayed yet.
        *atRest() {
          for (const [id, sinceMs] of waitsSinceMs) {
            if (world.nowMs() - sinceMs > RELAYED_WITHIN_MS)
              yield `${id} has not left the outbox since ${new Date(sinceMs).toISOString()}`
          }
        },
        *atLast() {
          for (const id of waitsSinceMs.keys()) yield `${id} has never left the outbox`
        },
      }
    },
  },
  {
    name: 'a delivery is of the same account as its endpoint, and of a type that the endpoint subscribes to',
    watch: ({ records }) => ({
      *atCommit({ deliveries }) {
        for (const { before, after } of deliveries) {
          if (before !== null || after === null) continue
          const { account, endpoint, event, type } = after
          const storedEvent = records.tables.keptEvents.get(account, event)
          const { events } = records.tables.webhookEndpoints.get(account, endpoint) ?? { events: [] }
          if (storedEvent?.type !== type)
            yield `${event} of ${account} is delivered as ${type}, expected ${storedEvent?.type}`
          if (type !== TEST_TYPE && !events.includes(type)) yield `${endpoint} gets ${type}`
        }
      },
    }),
  },
  {
    name: 'an endpoint with waiting deliveries has a job, unless it is disabled',
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
            if (job === undefined) yield `${times.length} deliveries wait for ${id}, which has no job`
            else if (job.fence === null && job.attempt === 0 && job.runAt.getTime() > Math.min(...times))
              yield `the job of ${id} is due at ${job.runAt.toISOString()}, and a delivery is due before`
          }
        },
      }
    },
  },
  {
    name: 'a posted delivery is pending and due, and its endpoint exists and is enabled',
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
          const pollTimesMs = [nowMs, ...stalls.map(({ sinceMs }) => sinceMs)]
          const ids = [...(idsByUrl.get(post.url) ?? [])]
          const isRight = pollTimesMs.some((atMs) =>
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
    name: 'a job of an endpoint does not repeat a try before it has stored the result',
    watch: ({ records }) => {
      /** The delivery as of its last try, by claim and event. */
      const tried = new Map()
      return {
        *atPost({ post: { url, id }, fence }) {
          const key = `${fence} ${url} ${id}`
          const endpoint = records.all('webhookEndpoints').find((one) => one.url === url)
          const delivery = records.find('deliveries', `${endpoint?.id} ${id}`)
          if (tried.has(key) && tried.get(key) === delivery) yield `${id} is posted to ${url} again`
          tried.set(key, delivery)
        },
      }
    },
  },
]

function contentOf({ id, account, at, type, data }) {
  return JSON.stringify([id, account, at, type, textOf(data)])
}

/** The endpoints with a new delivery, by event. */
function newByEvent(deliveries) {
  const endpoints = new Map()
  for (const { before, after } of deliveries) {
    if (before !== null) continue
    if (!endpoints.has(after.event)) endpoints.set(after.event, new Set())
    endpoints.get(after.event).add(after.endpoint)
  }
  return endpoints
}

const NONE = new Set()

/** The differences between the new deliveries of an event and the expected ones. */
function* differences(records, { id, account, type }, made) {
  const endpoints = made.get(id) ?? NONE
  for (const endpoint of records.tables.webhookEndpoints.of(account)) {
    const isDue = endpoint.events.includes(type) && endpoint.disabled === null
    if (endpoints.has(endpoint.id) !== isDue) yield `${id}, ${type}, ${isDue ? 'is not' : 'is'} for ${endpoint.id}`
  }
}

/** Whether the posting process may have seen a state in which the post was allowed. */
function mayBePosted({ endpoints, deliveries, id, post, atMs }) {
  const since = { fromMs: atMs - SLOW_MS, toMs: atMs }
  const isThere = endpoints.during(id, since).some((row) => row?.disabled === null && row.url === post.url)
  const isDue = (row) => row?.status === 'pending' && row.nextAt.getTime() <= atMs + CLOCKS_DIFFER_MS
  return isThere && deliveries.during(`${id} ${post.id}`, since).some(isDue)
}
