import { expect, test } from '@jest/globals'
import { ids } from '@carillon/contracts'
import type { Condition } from '../filters/condition.js'
import type { SegmentId } from '../../values/ids.js'
import { circleThrough, wholeCountOf } from './segment.js'

const [A, B, C] = [ids.next('seg'), ids.next('seg'), ids.next('seg')]
const naming = (...named: readonly SegmentId[]): Condition => ({ not: { segments: { ids: { in: named } } } })

test('a segment may name others, but not itself, directly or through others', () => {
  const conditions = new Map([
    [B, naming(C)],
    [C, naming(A)],
  ])
  expect(circleThrough(A, naming(A), conditions)).toBe(A)
  expect(circleThrough(A, naming(C), conditions)).toBe(C)
  expect(circleThrough(A, { any: [{ tz: { exists: true } }, naming(B)] }, conditions)).toBe(B)
  expect(circleThrough(ids.next('seg'), naming(A, B, C), conditions)).toBeNull()
})

test('the conditions of a segment count as often as it is named', () => {
  const twoFields: Condition = { tz: { exists: true }, isFavorite: { eq: true } }
  const conditions = new Map<SegmentId, Condition>([
    [A, twoFields],
    [B, { all: [naming(A), naming(A)] }],
  ])
  expect(wholeCountOf(naming(A), conditions)).toBe(1 + 2)
  expect(wholeCountOf(naming(A, B), conditions)).toBe(1 + 2 + (1 + 2) * 2)
  expect(wholeCountOf(naming(C), conditions)).toBe(1)
})

test('a segment without fields counts too, and as often as a list repeats it', () => {
  const conditions = new Map<SegmentId, Condition>([
    [A, { any: [] }],
    [B, { segments: { ids: { in: Array.from({ length: 100 }, () => A) } } }],
  ])
  expect(wholeCountOf(naming(B), conditions)).toBe(1 + 1 + 100)
})

test('segments that name each other have endlessly many conditions', () => {
  const conditions = new Map([
    [A, naming(B)],
    [B, naming(A)],
  ])
  expect(wholeCountOf(naming(A), conditions)).toBe(Infinity)
})
