import { expect, test } from '@jest/globals'
import { driftWords } from './drift-words.js'

const COMPARED = { account: 'Acme', carrier: 'main' }
const PHONE = { phoneNumber: '+12025550123' }

test('a number that has opted out only here is shown with the STOP, the refusal, or both', () => {
  const [optedOutAt, refusedAt] = ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z']
  const words = (known: { readonly optedOutAt?: string; readonly refusedAt?: string }) =>
    driftWords({ onlyHere: { ...PHONE, ...known } }, COMPARED)
  const start = '+12025550123 opted out only here:'
  expect(words({ optedOutAt })).toBe(`${start} STOP on 2026-03-01 09:30:00 UTC\n`)
  expect(words({ refusedAt })).toBe(`${start} a text was refused on 2026-03-02 09:30:00 UTC\n`)
  expect(words({ optedOutAt, refusedAt })).toBe(
    `${start} STOP on 2026-03-01 09:30:00 UTC, a text was refused on 2026-03-02 09:30:00 UTC\n`,
  )
})

test('progress is not shown', () => {
  const progress = { atCarrier: 1_000, onlyAtCarrier: 0, onlyHere: 0, ignored: 0 }
  expect(driftWords({ progress }, COMPARED)).toBe('')
})
