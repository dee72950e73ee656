import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isStorable } from '../../values/text/text.js'
import { backoffMs, deadJobError, JOB_ATTEMPTS_MAX } from './job.js'

const anAttempt = fc.integer({ min: 1, max: 10_000 })
const aChance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('without jitter the backoff doubles from 1 second to 10 minutes', () => {
  const pauses = [1, 2, 3, 4, 10, 11, JOB_ATTEMPTS_MAX].map((attempt) => backoffMs(attempt, 0))
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 512_000, 600_000, 600_000])
})

test('jitter subtracts at most half, and the backoff never exceeds 10 minutes', () => {
  fc.assert(
    fc.property(anAttempt, aChance, (attempt, chance) => {
      const [pause, whole] = [backoffMs(attempt, chance), backoffMs(attempt, 0)]
      expect(pause).toBeLessThanOrEqual(whole)
      expect(pause).toBeGreaterThanOrEqual(whole / 2)
      expect(pause).toBeLessThanOrEqual(600_000)
      expect(Number.isInteger(pause)).toBe(true)
    }),
  )
})

test('the backoff never shrinks from attempt to attempt, and a higher chance never makes it longer', () => {
  fc.assert(
    fc.property(anAttempt, aChance, aChance, (attempt, one, other) => {
      expect(backoffMs(attempt + 1, one)).toBeGreaterThanOrEqual(backoffMs(attempt, one))
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(backoffMs(attempt, more)).toBeLessThanOrEqual(backoffMs(attempt, less))
    }),
  )
})

test('a dead job has the message of the error, or the thrown value as text', () => {
  expect(deadJobError(new Error('It broke'))).toBe('It broke')
  expect(deadJobError('a word')).toBe('a word')
  expect(deadJobError(undefined)).toBe('undefined')
})

test('the error text of a dead job is limited in length, and every store can keep it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      for (const note of [deadJobError(new Error(text)), deadJobError(new Error(`\0\ud800${text}`))]) {
        expect(isStorable(note)).toBe(true)
        expect(note.length).toBeLessThanOrEqual(1_000)
      }
    }),
  )
  expect(deadJobError(new Error(`${'x'.repeat(999)}🎉`))).toBe(`${'x'.repeat(999)}\uFFFD`)
})
