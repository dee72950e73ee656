import { expect, test } from '@jest/globals'
import { phraseTable } from './phrase-table.js'
import { clausesOf } from './words.js'

const wordsOf = (text: string) => clausesOf(text).flatMap(({ words }) => words)

test('a word in capitals stands for any phrase of its list, and a word with ? is optional', () => {
  const table = phraseTable('stop CALLING ME? now?, end', {
    CALLING: 'calling, texting and calling',
    ME: 'me, my phone',
  })
  const endsOf = (text: string, start = 0) => [...table.endsAt(wordsOf(text), start)].sort()
  expect(endsOf('stop calling')).toEqual([2])
  expect(endsOf('stop texting and calling my phone now')).toEqual([4, 6, 7])
  expect(endsOf('please stop calling now', 1)).toEqual([3, 4])
  expect(endsOf('end')).toEqual([1])
  expect(endsOf('stop texting')).toEqual([])
  expect(endsOf('stop', 1)).toEqual([])
})

test('an optional word at the beginning may be missing', () => {
  const table = phraseTable('ALREADY? opted out', { ALREADY: 'i, i already' })
  for (const text of ['opted out', 'i opted out', 'i already opted out']) {
    expect(table.endsAt(wordsOf(text), 0)).toEqual([wordsOf(text).length])
  }
})

test('a name without a list is an error of the table', () => {
  expect(() => phraseTable('stop THAT', {})).toThrow('No list of phrases has the name THAT')
})
