import { expect, test } from '@jest/globals'
import { noteServerTime, serverNowMs } from './server-clock.js'

const AT = Date.parse('2026-03-01T12:00:00Z')
const date = (ms: number) => new Date(ms).toUTCString()

test('the time of the service is learned from its responses, and relearned after a clock was set', () => {
  expect(serverNowMs(AT)).toBe(AT)
  // Five seconds ahead: requests at different fractions of a second narrow the range.
  for (const sentMs of [AT + 10, AT + 990, AT + 1_960]) {
    noteServerTime(date(sentMs + 5_000 + 10), { sentMs, receivedMs: sentMs + 20 })
  }
  expect(Math.abs(serverNowMs(AT) - AT - 5_000)).toBeLessThanOrEqual(50)
  noteServerTime(date(AT - 60_000), { sentMs: AT, receivedMs: AT + 20 })
  expect(Math.abs(serverNowMs(AT) - AT + 60_000)).toBeLessThanOrEqual(520)
})

test('a response without a date teaches nothing', () => {
  const before = serverNowMs(AT)
  noteServerTime(null, { sentMs: 0, receivedMs: 1 })
  noteServerTime('no date', { sentMs: 0, receivedMs: 1 })
  expect(serverNowMs(AT)).toBe(before)
})
