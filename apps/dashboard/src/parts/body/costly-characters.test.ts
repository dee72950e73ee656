import { measureText } from '@carillon/core/text-segments'
import { expect, test } from '@jest/globals'
import { costlyCharacters, plainText } from './costly-characters.js'

test('each costly character is listed once, with its first place', () => {
  expect(costlyCharacters('Ann’s and Bob’s 👋 – sale')).toEqual([
    { character: '’', count: 2, position: 3, plain: "'" },
    { character: '👋', count: 1, position: 16, plain: null },
    { character: '–', count: 1, position: 19, plain: '-' },
  ])
  expect(costlyCharacters("Ann's [20 €]")).toEqual([])
})

test('the plain form costs less and keeps what it cannot replace', () => {
  expect(plainText('“Ann’s” – now…\u00a0👋')).toBe('"Ann\'s" - now... 👋')
  expect(measureText(plainText('“Ann’s” – now…')).encoding).toBe('GSM-7')
})
