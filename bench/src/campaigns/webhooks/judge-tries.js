import { judgeLateness } from './judge-lateness.js'
import { spanAfter } from './schedule.js'

/** Tolerance for clock differences between service and receivers, and for requests in flight at a commit. */
const SLACK_MS = 1_000

/**
 * Checks in the log and at the receivers that each try was on schedule: in order, never early, and not before the time
 * in `Retry-After`; and that no request reached an endpoint after its 410 response had disabled it.
 */
export async function judgeTries({ service, receivers }, { receivers: known, seen, moved, deaths }) {
  const endpoints = await service.sql('select id, url, disabled_at from webhook_endpoint')
  const nameOf = new Map(
    endpoints.map(({ id, url }) => [id, known.find(({ name }) => receivers.urlOf(name) === url).name]),
  )
  const log = await service.sql(LOG)
  const retryAfterCount = judgeSpans(log, { moved, nameOf })
  const { latestMs, longestMs } = judgeLateness(log, { moved, nameOf, deaths })
  const unlogged = judgeSeen(log, { seen, nameOf })
  const gone = endpoints.find(({ disabled_at: at }) => at !== null)
  const after = seen.get('leaving').filter(({ atMs }) => atMs > gone.disabled_at.getTime() + SLACK_MS)
  if (after.length > 0) throw new Error(`${after.length} requests came after the response 410 was stored`)
  return {
    'tries in the log': log.length,
    'tries brought forward in the table': moved.size,
    'tries that waited as Retry-After asked': retryAfterCount,
    'greatest delay of a try, s': (latestMs / 1_000).toFixed(1),
    'longest pause while a try was due, s': (longestMs / 1_000).toFixed(1),
    'requests whose worker died before it stored them': unlogged,
  }
}

function judgeSpans(log, { moved, nameOf }) {
  let retryAfterCount = 0
  for (const [i, tried] of log.entries()) {
    const { endpoint_id: endpoint, event_id: event, number, at } = tried
    if (number === 1) continue
    const before = log[i - 1]
    const what = `try ${number} of ${event} at ${nameOf.get(endpoint)}`
    if (before.event_id !== event || before.number !== number - 1) throw new Error(`the try before ${what} is missing`)
    const movedToMs = moved.get(`${endpoint} ${event} ${number}`)
    const fromMs = movedToMs ?? spanAfter(before).fromMs
    if (at.getTime() < fromMs) throw new Error(`${what} came ${fromMs - at.getTime()} ms too early`)
    if (movedToMs === undefined && before.answer.retryAfterMs > 5_000) retryAfterCount++
  }
  return retryAfterCount
}

/** Checks that each try with a response matches a request with that response; returns the number of other requests. */
function judgeSeen(log, { seen, nameOf }) {
  const left = new Map([...seen].map(([name, requests]) => [name, groupById(requests)]))
  let unlogged = [...seen.values()].flat().length
  for (const { endpoint_id: endpoint, event_id: event, number, at, took_ms: tookMs, answer } of log) {
    const requests = left.get(nameOf.get(endpoint)).get(event) ?? []
    const isThis = ({ atMs, status }) =>
      atMs >= at.getTime() - SLACK_MS &&
      atMs <= at.getTime() + tookMs + SLACK_MS &&
      (answer.kind !== 'answered' || status === answer.status)
    const place = requests.findIndex(isThis)
    if (place !== -1) {
      requests.splice(place, 1)
      unlogged--
    } else if (answer.kind === 'answered') {
      throw new Error(
        `try ${number} of ${event} got the response ${answer.status}, which ${nameOf.get(endpoint)} did not send`,
      )
    }
  }
  return unlogged
}

function groupById(requests) {
  const byId = new Map()
  for (const request of requests) byId.set(request.id, [...(byId.get(request.id) ?? []), request])
  return byId
}

const LOG = `
  select endpoint_id, event_id, number, at, took_ms, answer, created_at
    from webhook_attempt
    join webhook_delivery using (account_id, endpoint_id, event_id)
   order by endpoint_id, event_id, number`
