import { describe, expect, test } from '@jest/globals'
import { countedBy, estimatedPartsOf, mostPartsOf, ratePartsOf } from './rate-counts.js'

const SMS = { mediaUrl: null }
const NOW = new Date('2026-03-01T12:00:00.000Z')

describe('the parts of a message for a rate', () => {
  test('are the wire parts of its text', () => {
    const bodies = ['', 'Hi', 'x'.repeat(160), 'x'.repeat(161), 'x'.repeat(307), '🔔'.repeat(36)]
    expect(bodies.map((body) => ratePartsOf({ body, ...SMS }))).toEqual([1, 1, 1, 2, 3, 2])
  })

  test('are one for an MMS, whatever its text', () => {
    expect(ratePartsOf({ body: 'x'.repeat(1_000), mediaUrl: 'https://example.com/bell.png' })).toBe(1)
  })
})

test('the parts of a broadcast are estimated from its body, after smart encoding; of a batch they are not known', () => {
  const body = `It’s on ${'x'.repeat(100)}`
  expect(estimatedPartsOf({ body, ...SMS, smartEncoding: false })).toBe(2)
  expect(estimatedPartsOf({ body, ...SMS, smartEncoding: true })).toBe(1)
  expect(estimatedPartsOf({ body: null, ...SMS, smartEncoding: true })).toBeNull()
})

test('the longest text of a batch decides how many parts its messages have, about', () => {
  const batch = { body: null, ...SMS, smartEncoding: false }
  expect(mostPartsOf(batch, ['Hi', 'x'.repeat(161), ''])).toBe(2)
  expect(mostPartsOf(batch, [])).toBe(1)
  expect(mostPartsOf({ ...batch, body: 'x'.repeat(307) }, null)).toBe(3)
})

test('a request has its parts only if the rate counts parts', () => {
  const plain = { id: 'a', wanted: 2, joinsQueue: false, now: NOW, until: NOW }
  const request = { ...plain, parts: [3, 1] }
  expect(countedBy('parts', request)).toEqual(request)
  expect(countedBy('messages', request)).toEqual(plain)
  expect(countedBy('parts', plain)).toEqual(plain)
})
