import { expect, test } from '@jest/globals'
import { pauseWords } from './pause-words.js'

test('a limit that was passed is told with its numbers, and with what resuming does', () => {
  const cause = { rule: 'canary', limit: 'failedOver', allowed: 0.05, found: 0.3125, of: 1_600 } as const
  expect(pauseWords(cause)).toEqual({
    why: '31.25 % of 1,600 texts failed. At most 5 % are allowed.',
    next: 'Resuming sends to the people who waited for the first ones, and does not check this again.',
  })
  expect(pauseWords({ ...cause, rule: 'autoPause', limit: 'optedOutOver' })).toEqual({
    why: '31.25 % of 1,600 people opted out after the text. At most 5 % are allowed.',
    next: 'Resuming goes on sending, and does not check this again.',
  })
})

test('a pause by a person needs no words', () => {
  expect(pauseWords({ rule: 'request' })).toBeNull()
  expect(pauseWords(undefined)).toBeNull()
})
