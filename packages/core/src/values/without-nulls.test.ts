import { expect, test } from '@jest/globals'
import { withoutNulls } from './collections.js'

test('a field that is null is absent; all others stay, and so does what is inside them', () => {
  const value = { a: null, b: '', c: 0, d: false, e: { f: null }, g: undefined }
  expect(Object.entries(withoutNulls(value))).toEqual([
    ['b', ''],
    ['c', 0],
    ['d', false],
    ['e', { f: null }],
    ['g', undefined],
  ])
})
