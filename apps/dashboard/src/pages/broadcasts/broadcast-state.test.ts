import { expect, test } from '@jest/globals'
import { heldWords, waitsForWindows } from './broadcast-state.js'

const counts = { queued: 5, sent: 0, failed: 0, delivered: 0 }

test('a broadcast waits for sending windows if all whom it has not reached are held', () => {
  expect(waitsForWindows({ counts: { ...counts, held: 5 } })).toBe(true)
  expect(waitsForWindows({ counts: { ...counts, held: 4 } })).toBe(false)
  expect(waitsForWindows({ counts })).toBe(false)
  expect(waitsForWindows({ counts: { ...counts, queued: 0, held: 0 } })).toBe(false)
})

test('how many are held is said of one and of many', () => {
  expect(heldWords(1)).toBe('1 of those waiting is held until their sending window opens.')
  expect(heldWords(1_234)).toBe('1,234 of those waiting are held until their sending window opens.')
})
