import { expect, test } from '@jest/globals'
import { choiceOf } from './choice-of-condition.js'
import { conditionOfChoice, isBlankChoice, missingInChoice, newFilterChoice } from './filter-choice.js'
import type { Condition } from './language/condition.js'

test.each<[string, Condition, string]>([
  ['one segment', { segments: { ids: { in: ['seg_1'] } } }, 'segment'],
  ['two segments', { segments: { ids: { in: ['seg_1', 'seg_2'] } } }, 'own'],
  ['the opposite of a segment', { not: { segments: { ids: { in: ['seg_1'] } } } }, 'own'],
  ['a condition', { tz: { exists: true } }, 'own'],
  ['what the builder does not know', { shoeSize: { eq: 40 } }, 'asIs'],
])('%s comes back as it was', (_name, condition, by) => {
  const choice = choiceOf(condition)
  expect([choice.by, conditionOfChoice(choice)]).toEqual([by, condition])
  expect([missingInChoice(choice), isBlankChoice(choice)]).toEqual([null, false])
})

test('a new choice says what is missing', () => {
  const fresh = newFilterChoice()
  expect(isBlankChoice(fresh)).toBe(true)
  expect(missingInChoice(fresh)).toBe('Choose a segment.')
  expect(missingInChoice({ ...fresh, by: 'own' })).toBe('Complete the conditions of the filter.')
})
