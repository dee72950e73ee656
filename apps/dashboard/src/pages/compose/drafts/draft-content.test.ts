import { expect, test } from '@jest/globals'
import { newComposition, type Composition } from '../composition.js'
import { compositionOf, contentOf, isBlank } from './draft-content.js'

const GIVEN = { timezone: 'America/New_York', idempotencyKey: 'key' }
const FRESH = newComposition(GIVEN)
const COMPOSED: Composition = {
  ...FRESH,
  body: 'Hi',
  source: 'template',
  template: 'tpl_1',
  to: 'filter',
  numbers: ['+12025550123'],
  groups: ['grp_1'],
  filter: { ...FRESH.filter, segment: 'seg_1' },
}

test('a composition comes back from its draft as it was, with its key', () => {
  expect(compositionOf(contentOf(COMPOSED), { timezone: 'UTC', idempotencyKey: 'other' })).toEqual(COMPOSED)
})

test('fields that an older page did not know have their usual values', () => {
  expect(compositionOf({ body: 'Hi', numbers: [], form: {} }, GIVEN)).toEqual({ ...FRESH, body: 'Hi' })
})

test('more numbers than a draft keeps are left out', () => {
  const numbers = Array.from({ length: 2_001 }, (_, i) => `+1202555${1_000 + i}`)
  expect(contentOf({ ...COMPOSED, numbers }).numbers).toEqual([])
})

test('a composition without a text and without recipients is not kept', () => {
  expect([isBlank(FRESH), isBlank({ ...FRESH, from: '+12025550100' }), isBlank(COMPOSED)]).toEqual([true, true, false])
  expect(isBlank({ ...FRESH, filter: COMPOSED.filter })).toBe(false)
  expect(isBlank({ ...FRESH, template: 'tpl_1' })).toBe(false)
})
