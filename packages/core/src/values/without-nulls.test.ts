import { expect, test } from '@jest/globals'
import { withoutNulls } from './without-nulls.js'

test('what is null is absent, and all else stays, deep inside as well', () => {
  const value = { a: null, b: '', c: 0, d: false, e: { f: null }, g: undefined }
  expect(Object.entries(withoutNulls(value))).toEqual([
    ['b', ''],
    ['c', 0],
    ['d', false],
    ['e', { f: null }],
    ['g', undefined],
  ])
})
