import { expect, test } from '@jest/globals'
import { Carillon } from '../carillon.js'
import { aSimulation, NOW_MS, refusal, type SimulatedRequest } from '../testing/simulation.js'

const SMS = { to: '+12025550123', from: '+12025550100', body: 'Hi' }
const WINDOW_MS = 60_000

/** Counts as the service does: at most `limit` requests in any 60 seconds. */
function aLimit(limit: number, others = 0) {
  const taken: number[] = Array<number>(others).fill(NOW_MS)
  let refused = 0
  const respond = ({ atMs }: SimulatedRequest) => {
    const within = taken.filter((at) => at > atMs - WINDOW_MS)
    const allowed = within.length < limit
    if (allowed) taken.push(atMs)
    const left = limit - within.length - (allowed ? 1 : 0)
    const oldest = within[within.length - limit + (left > 0 ? 0 : allowed ? 1 : 0)] ?? within[0] ?? atMs
    const reset = left > 0 ? 0 : Math.ceil((oldest + WINDOW_MS - atMs) / 1_000)
    const headers = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(left),
      'RateLimit-Reset': String(reset),
    }
    if (allowed) return { status: 201, headers, body: { id: 'msg' } }
    refused++
    return refusal(429, 33002, { ...headers, 'Retry-After': String(Math.max(1, reset)) })
  }
  return { respond, refused: () => refused }
}

test('after a response with 0 remaining requests, calls wait for the limit to reset, and none is refused', async () => {
  const { respond, refused } = aLimit(3)
  const { options, requests, simulated } = aSimulation(respond)
  const { messages } = new Carillon({ ...options, deadlineMs: Infinity, waitMaxMs: Infinity })
  await simulated(messages.send(SMS))
  await simulated(Promise.all(Array.from({ length: 8 }, () => messages.send(SMS))))
  expect(refused()).toBe(0)
  expect(requests.length).toBe(9)
  expect(requests.map(({ atMs }) => Math.floor((atMs - NOW_MS) / WINDOW_MS))).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2])
})

test('an unknown limit is exceeded only by the first calls, and respected from then on', async () => {
  const { respond, refused } = aLimit(3)
  const { options, requests, simulated } = aSimulation(respond)
  const { messages } = new Carillon({ ...options, deadlineMs: Infinity, waitMaxMs: Infinity })
  const sent = await simulated(Promise.all(Array.from({ length: 6 }, () => messages.send(SMS))))
  expect(sent.length).toBe(6)
  expect(refused()).toBe(3)
  expect(requests.length).toBe(9)
})

test('a limit on one kind of request does not delay other kinds', async () => {
  const { respond } = aLimit(1)
  const { options, requests, simulated, now } = aSimulation((one, nth) =>
    one.url.endsWith('/message') ? respond(one) : { status: 200, body: { nth } },
  )
  const carillon = new Carillon(options)
  await simulated(carillon.messages.send(SMS))
  await simulated(carillon.credits.balance())
  expect(now()).toBe(NOW_MS)
  expect(requests.length).toBe(2)
})

test('a call that would have to wait too long fails at once, without a request', async () => {
  const { respond } = aLimit(1)
  const { options, requests, simulated } = aSimulation(respond)
  const { messages } = new Carillon({ ...options, waitMaxMs: 5_000 })
  await simulated(messages.send(SMS))
  await expect(simulated(messages.send(SMS))).rejects.toMatchObject({ code: 33002, status: 429, retryAfterMs: 60_000 })
  expect(requests.length).toBe(1)
})

test('a waiting call that is aborted does not delay the next one', async () => {
  const { respond } = aLimit(1)
  const { options, requests, simulated } = aSimulation(respond)
  const { messages } = new Carillon(options)
  await simulated(messages.send(SMS))
  const stop = new AbortController()
  const given = messages.send(SMS, { signal: stop.signal })
  const next = messages.send(SMS)
  stop.abort(new Error('given up'))
  await expect(given).rejects.toThrow('given up')
  await simulated(next)
  expect(requests.map(({ atMs }) => atMs - NOW_MS)).toEqual([0, WINDOW_MS])
})

test.each([
  ['its own maximum wait', { waitMaxMs: 500 }, 500],
  ['its own deadline', { waitMaxMs: Infinity, deadlineMs: 1_000 }, 1_000],
])('a call queued behind a call with a longer wait waits no longer than %s', async (_, limits, waitsMs) => {
  const { respond } = aLimit(1)
  const { options, requests, simulated, now } = aSimulation(respond)
  const { messages } = new Carillon({ ...options, waitMaxMs: Infinity })
  await simulated(messages.send(SMS))
  const waiting = messages.send(SMS)
  await expect(simulated(messages.send(SMS, limits))).rejects.toMatchObject({ code: 33002, retries: 0 })
  expect([now() - NOW_MS, requests.length]).toEqual([waitsMs, 1])
  await simulated(waiting)
  expect(requests.map(({ atMs }) => atMs - NOW_MS)).toEqual([0, WINDOW_MS])
})

test('a call queued behind a request without a response waits no longer than its own maximum wait', async () => {
  const { respond } = aLimit(1)
  const { options, simulated, now } = aSimulation((one, nth) => (nth === 2 ? 'silent' : respond(one)))
  const { messages } = new Carillon({ ...options, waitMaxMs: Infinity })
  await simulated(messages.send(SMS))
  const silent = messages.send(SMS, { timeoutMs: 40_000 })
  const behind = messages.send(SMS, { waitMaxMs: WINDOW_MS + 1_000 })
  await expect(simulated(behind)).rejects.toMatchObject({ code: 33002 })
  expect(now() - NOW_MS).toBe(WINDOW_MS + 1_000)
  await simulated(silent)
})

test('a try without a response frees its place for the next try', async () => {
  const { respond } = aLimit(1)
  const { options, requests, simulated } = aSimulation((one, nth) => (nth === 2 ? 'broken' : respond(one)))
  const { messages } = new Carillon(options)
  await simulated(messages.send(SMS))
  await simulated(messages.send(SMS))
  expect(requests.length).toBe(3)
})
