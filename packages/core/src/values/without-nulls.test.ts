import { expect, test } from '@jest/globals'
import { withoutNulls } from './collections.js'

test('null fields are removed; other fields are unchanged, including their nested nulls', () => {
  const value = { a: null, b: '', c: 0, d: false, e: { f: null }, g: undefined }
  expect(Object.entries(withoutNulls(value))).toEqual([
    ['b', ''],
    ['c', 0],
    ['d', false],
    ['e', { f: null }],
    ['g', undefined],
  ])
})
