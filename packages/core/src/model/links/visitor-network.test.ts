import { FakeSecrets } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { NETWORKS_OF_CODE_MAX, NETWORKS_OF_LINK_MAX, networkOnUrl, visitorNetworkOf } from './visitor-network.js'

const secrets = new FakeSecrets()
const numbers = Array.from({ length: 10_000 }, (_, i) => visitorNetworkOf(secrets.hash(`network ${i}`)))

test('the number of a network is the same for the same hash, and evenly spread below the maximum', () => {
  expect(visitorNetworkOf(secrets.hash('network 0'))).toBe(numbers[0])
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(NETWORKS_OF_LINK_MAX)
  // Of 10,000 numbers drawn at random, about 9,280 are different.
  expect(new Set(numbers).size).toBeGreaterThan(9_000)
})

test('on the URL of a message, networks have one of fewer numbers, on the bare link their own', () => {
  const onCode = numbers.map((number) => networkOnUrl(number, 'aZ09bY18cX'))
  expect(new Set(onCode).size).toBe(NETWORKS_OF_CODE_MAX)
  expect(Math.max(...onCode)).toBe(NETWORKS_OF_CODE_MAX - 1)
  expect(numbers.map((number) => networkOnUrl(number, null))).toEqual(numbers)
})
