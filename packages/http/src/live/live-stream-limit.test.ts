import type { SessionId } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { liveStreamLimit } from './live-stream-limit.js'

const sessionOf = (n: number): SessionId => `ses_${String(n).padStart(26, '0')}`

test('a session has six seats, and may take one again that it has left', () => {
  const streams = liveStreamLimit()
  const leave = Array.from({ length: 6 }, () => streams.take(sessionOf(1)))
  expect(() => streams.take(sessionOf(1))).toThrow('Too many pages are shown live')
  streams.take(sessionOf(2))
  leave[0]!()
  streams.take(sessionOf(1))
  expect(() => streams.take(sessionOf(1))).toThrow()
})

test('a process has 500 seats', () => {
  const streams = liveStreamLimit()
  const leave = Array.from({ length: 500 }, (_, n) => streams.take(sessionOf(n)))
  expect(() => streams.take(sessionOf(500))).toThrow('Too many pages are shown live')
  leave[7]!()
  streams.take(sessionOf(500))
})
