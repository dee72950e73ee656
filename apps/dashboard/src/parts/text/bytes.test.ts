import { expect, test } from '@jest/globals'
import { formatBytes } from './bytes.js'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_345_678, '12.3 MB'],
  [999_499_999, '999 MB'],
  [999_500_000, '1 GB'],
  [3.5e15, '3.5 PB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown)
})
