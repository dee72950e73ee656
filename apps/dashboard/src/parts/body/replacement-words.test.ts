import { expect, test } from '@jest/globals'
import { replacementWords } from './replacement-words.js'

test.each([
  [{ character: '’', by: "'", count: 1 }, "’ becomes '"],
  [{ character: '½', by: ' 1/2', count: 1_200 }, '½ becomes 1/2 (1,200 times)'],
  [{ character: '\u00a0', by: ' ', count: 2 }, 'non-breaking space becomes a space (2 times)'],
  [{ character: '\u00ad', by: '', count: 1 }, 'soft hyphen is removed'],
  [{ character: '\u2005', by: ' ', count: 1 }, 'U+2005 becomes a space'],
])('%j: %s', (replacement, words) => {
  expect(replacementWords(replacement)).toBe(words)
})
