import { expect, test } from '@jest/globals'
import { driftWords } from './drift-words.js'

const COMPARED = { account: 'Acme', carrier: 'main' }
const PHONE = { phoneNumber: '+12025550123' }

test('a number that has opted out only at Carillon is shown with the STOP, the refusal, or both', () => {
  const [optedOutAt, refusedAt] = ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z']
  const words = (known: { readonly optedOutAt?: string; readonly refusedAt?: string }) =>
    driftWords({ onlyHere: { ...PHONE, ...known } }, COMPARED)
  const start = '+12025550123 opted out only at Carillon:'
  expect(words({ optedOutAt })).toBe(`${start} STOP on 2026-03-01 09:30:00 UTC\n`)
  expect(words({ refusedAt })).toBe(`${start} a text was refused on 2026-03-02 09:30:00 UTC\n`)
  expect(words({ optedOutAt, refusedAt })).toBe(
    `${start} STOP on 2026-03-01 09:30:00 UTC, a text was refused on 2026-03-02 09:30:00 UTC\n`,
  )
})

test('the summary counts numbers and other entries, one or several', () => {
  const words = (counts: { readonly onlyAtCarrier: number; readonly ignored: number }) =>
    driftWords({ done: { atCarrier: 5, onlyHere: 0, ...counts } }, COMPARED)
  expect(words({ onlyAtCarrier: 1, ignored: 0 })).toBe(
    'Acme: 1 number opted out only at main, 0 only at Carillon, 4 at both\n',
  )
  expect(words({ onlyAtCarrier: 2, ignored: 1 })).toMatch(/: 2 numbers .*; 1 other entry at main does not concern the/)
  expect(words({ onlyAtCarrier: 0, ignored: 2 })).toMatch(/: 0 numbers .*; 2 other entries at main do not concern the/)
})

test('progress is not shown', () => {
  const progress = { atCarrier: 1_000, onlyAtCarrier: 0, onlyHere: 0, ignored: 0 }
  expect(driftWords({ progress }, COMPARED)).toBe('')
})
