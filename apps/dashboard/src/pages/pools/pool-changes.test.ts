import { expect, test } from '@jest/globals'
import { poolErrors, rateWords, withoutPool, withPool } from './pool-changes.js'

const EAST = { id: 'pool_east', name: 'East', numbers: ['+12025550100'] }
const WEST = { id: 'pool_west', name: 'West', numbers: ['+12125550100'] }

test('a changed pool stays in its place, and a new one comes last', () => {
  const coast = { ...EAST, name: 'Coast' }
  expect(withPool([EAST, WEST], coast)).toEqual([coast, WEST])
  const north = { name: 'North', numbers: ['+12125550100'] }
  expect(withPool([EAST, WEST], north)).toEqual([EAST, WEST, north])
})

test('a pool that somebody else removed meanwhile is declared with its id, so that the service refuses it', () => {
  expect(withPool([WEST], EAST)).toEqual([WEST, EAST])
})

test('a removed pool is left out', () => {
  expect(withoutPool([EAST, WEST], EAST.id)).toEqual([WEST])
})

test('the errors of a pool stand at the fields of its form', () => {
  expect(poolErrors({ 'pools[2].name': 'a', 'pools[2].numbers[1]': 'b', other: 'c' })).toEqual({
    name: 'a',
    numbers: 'b',
  })
  expect(poolErrors({ pools: 'a' })).toEqual({})
})

test('a rate is said in words', () => {
  expect([null, 0, 1, 1_500].map(rateWords)).toEqual([
    'no limit',
    '0 texts a second',
    '1 text a second',
    '1,500 texts a second',
  ])
})
