import type { SessionId } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { liveSeats } from './live-seats.js'

const sessionOf = (n: number): SessionId => `ses_${String(n).padStart(26, '0')}`

test('a session has six seats, and may take one again that it has left', () => {
  const seats = liveSeats()
  const leave = Array.from({ length: 6 }, () => seats.take(sessionOf(1)))
  expect(() => seats.take(sessionOf(1))).toThrow('Too many pages are shown live')
  seats.take(sessionOf(2))
  leave[0]!()
  seats.take(sessionOf(1))
  expect(() => seats.take(sessionOf(1))).toThrow()
})

test('a process has 500 seats', () => {
  const seats = liveSeats()
  const leave = Array.from({ length: 500 }, (_, n) => seats.take(sessionOf(n)))
  expect(() => seats.take(sessionOf(500))).toThrow('Too many pages are shown live')
  leave[7]!()
  seats.take(sessionOf(500))
})
