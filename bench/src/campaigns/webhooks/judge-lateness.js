import { JOB_LEASE_MS } from '@carillon/core'
import { TAKEN_OVER_WITHIN_MS } from '@carillon/node'
import { spanAfter } from './schedule.js'

/** Tolerance between the planned time of a try and its request, on a busy machine. */
const SLACK_MS = 1_000

/**
 * Checks the pauses between the tries of each endpoint: while a try is due, the time until the next try of the endpoint
 * begins never exceeds that of a take-over. The total delay of a try has no limit, because a slow endpoint delays its
 * own queue. `deaths` has, for each death of a worker, the time at which another worker was ready. Returns the greatest
 * delay of a try and the longest pause.
 */
export function judgeLateness(log, { moved, nameOf, deaths }) {
  let [latestMs, longestMs] = [0, 0]
  for (const [endpoint, tries] of groupByEndpoint(planned(log, moved))) {
    for (const [place, { what, toMs, atMs }] of tries.entries()) {
      latestMs = Math.max(latestMs, atMs - toMs)
      let fromMs = toMs
      for (const beganMs of begunBetween(tries, { toMs, place })) {
        const lateMs = beganMs - lastTakeOver(fromMs, deaths)
        if (lateMs > SLACK_MS) {
          const [pause, late] = [beganMs - fromMs, atMs - toMs].map((ms) => `${ms} ms`)
          throw new Error(`${what} at ${nameOf.get(endpoint)} came ${late} late: no try began for ${pause}`)
        }
        longestMs = Math.max(longestMs, beganMs - fromMs)
        fromMs = beganMs
      }
    }
  }
  return { latestMs, longestMs }
}

/** The latest start of a due try: each death during the wait, or shortly before or after it, may add a take-over. */
function lastTakeOver(fromMs, deaths) {
  let byMs = fromMs + TAKEN_OVER_WITHIN_MS
  for (const diedMs of deaths.toSorted((a, b) => a - b)) {
    if (diedMs < fromMs - TAKEN_OVER_WITHIN_MS || diedMs > byMs + JOB_LEASE_MS) continue
    byMs = Math.max(byMs, Math.min(diedMs, byMs) + TAKEN_OVER_WITHIN_MS)
  }
  return byMs
}

/** The start times of the tries that were due earlier and began while this try was due; then that of this try. */
function begunBetween(tries, { toMs, place }) {
  const begun = []
  for (let before = place - 1; before >= 0 && tries[before].atMs > toMs; before--) {
    if (tries[before].fromMs <= toMs) begun.unshift(tries[before].atMs)
  }
  return tries[place].atMs > toMs ? [...begun, tries[place].atMs] : []
}

/** Each try with the period in which it became due. The first try is due when its delivery is created. */
function planned(log, moved) {
  return log.map(({ endpoint_id: endpoint, event_id: event, number, at, created_at: createdAt }, i) => {
    const atMs = at.getTime()
    const dueMs = number === 1 ? createdAt.getTime() : moved.get(`${endpoint} ${event} ${number}`)
    const span = dueMs === undefined ? spanAfter(log[i - 1]) : { fromMs: dueMs, toMs: dueMs }
    return { endpoint, what: `try ${number} of ${event}`, atMs, ...span }
  })
}

/** The tries of each endpoint, sorted by start time. */
function groupByEndpoint(tries) {
  const byEndpoint = new Map()
  for (const one of tries.toSorted((a, b) => a.atMs - b.atMs)) {
    const known = byEndpoint.get(one.endpoint)
    if (known === undefined) byEndpoint.set(one.endpoint, [one])
    else known.push(one)
  }
  return byEndpoint
}
