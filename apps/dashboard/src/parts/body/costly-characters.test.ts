import { expect, test } from '@jest/globals'
import { costlyCharacters } from './costly-characters.js'

test('each costly character is listed once, with its first place', () => {
  expect(costlyCharacters('Ann’s and Bob’s 👋 – sale')).toEqual([
    { character: '’', count: 2, position: 3 },
    { character: '👋', count: 1, position: 16 },
    { character: '–', count: 1, position: 19 },
  ])
  expect(costlyCharacters("Ann's [20 €]")).toEqual([])
})
