import { expect, test } from '@jest/globals'
import { simulatedPhonesAt } from './simulated-phones.js'

test.each([
  ['/dashboard', '/sim'],
  ['/carillon/dashboard', '/carillon/sim'],
])('beside the dashboard at %s, the phones are at %s', (basePath, path) =>
  expect(simulatedPhonesAt(basePath)).toBe(path),
)
