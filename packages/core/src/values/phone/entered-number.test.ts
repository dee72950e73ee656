import { expect, test } from '@jest/globals'
import { enteredNumber } from './entered-number.js'

test.each<[string, string | null, string | null]>([
  ['+12025550123', null, '+12025550123'],
  [' (+1) 202.555–0123\u200e', null, '+12025550123'],
  ['12025550123', null, null],
  ['(202) 555-0123', '1', '+12025550123'],
  ['1-202-555-0123', '1', '+12025550123'],
  ['+442079460958', '1', '+442079460958'],
  ['020 7946 0958', '44', '+442079460958'],
  ['00442079460958', '1', '+442079460958'],
  ['612345678', '34', '+34612345678'],
  ['346123456', '34', '+34346123456'],
  ['555', '1', null],
  ['', '1', null],
  ['+', '1', null],
  ['Bob', '1', null],
])('%j with the calling code %s is %s', (entry, code, number) => {
  expect(enteredNumber(entry, code)).toBe(number)
})
