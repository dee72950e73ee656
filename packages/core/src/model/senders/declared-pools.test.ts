import { expect, test } from '@jest/globals'
import type { PoolId } from '../../values/ids.js'
import {
  faultsOfPools,
  poolChanges,
  poolsAfter,
  poolsNaming,
  unknownPoolNumbers,
  unknownPools,
} from './declared-pools.js'
import { poolWith, type Pool } from './pool.js'

const ONE = '+12025550100'
const TWO = '+12125550100'
const EAST: Pool = { id: 'pool_east' as PoolId, name: 'East', numbers: [ONE, TWO] }
const WEST: Pool = { id: 'pool_west' as PoolId, name: 'West', numbers: [TWO] }

const after = (declared: Parameters<typeof poolsAfter>[0], stored: readonly Pool[] = [EAST, WEST]) => {
  let count = 0
  return poolsAfter(declared, stored, () => `pool_new${++count}` as PoolId)
}

test('declared pools without an id have the id of the stored pool of their name, and new names get new ids', () => {
  expect(
    after([
      { name: 'West', numbers: [ONE] },
      { name: 'North', numbers: [TWO] },
    ]),
  ).toEqual([
    { ...WEST, numbers: [ONE] },
    { id: 'pool_new1', name: 'North', numbers: [TWO] },
  ])
  expect(after([{ name: 'east', numbers: [ONE] }])).toEqual([{ id: 'pool_new1', name: 'east', numbers: [ONE] }])
})

test('a declared id keeps the pool under another name, and its old name is then free for a new pool', () => {
  expect(
    after([
      { name: 'East', numbers: [TWO] },
      { id: EAST.id, name: 'South', numbers: [ONE] },
    ]),
  ).toEqual([
    { id: 'pool_new1', name: 'East', numbers: [TWO] },
    { id: EAST.id, name: 'South', numbers: [ONE] },
  ])
})

test('two pools can exchange their names by their ids', () => {
  const swapped = [
    { ...EAST, name: 'West' },
    { ...WEST, name: 'East' },
  ]
  expect(after(swapped)).toEqual(swapped)
})

test('stored pools that are declared as they are do not change', () => {
  expect(after([EAST, WEST])).toEqual([EAST, WEST])
  expect(poolChanges([EAST, WEST], after([EAST, WEST]))).toEqual({ created: [], changed: [], removed: [] })
})

test('a name, an id, and a number of a pool must not be repeated; the fault names the first one', () => {
  const faults = faultsOfPools(
    [{ ...EAST, numbers: [ONE, TWO, ONE] }, { name: 'East', numbers: [ONE] }, { id: EAST.id }, {}],
    'pools',
  )
  expect(faults).toEqual([
    { field: 'pools[2].id', message: 'is the same as in pools[0]: got "pool_east"' },
    { field: 'pools[1].name', message: 'is the same as in pools[0]: got "East"' },
    { field: 'pools[0].numbers[2]', message: `is the same as in pools[0].numbers[0]: got ${ONE}` },
  ])
})

test('a number may be in several pools, and names that differ in case are different', () => {
  expect(faultsOfPools([EAST, WEST, { name: 'east', numbers: [ONE] }], 'pools')).toEqual([])
})

test('an id must be that of a pool of the account', () => {
  const declared = [{ id: 'pool_else', name: 'Else', numbers: [ONE] }, EAST]
  const field = 'account.pools[0].id'
  expect(unknownPools(declared, [EAST, WEST], 'account.pools')).toEqual([
    { field, message: 'is not the id of a pool of this account: expected pool_east, pool_west, got pool_else' },
  ])
  expect(unknownPools(declared.slice(0, 1), [], 'account.pools')).toEqual([
    { field, message: 'is not the id of a pool of this account: it has none, got pool_else' },
  ])
})

test('every number of a pool must be a number of the account', () => {
  expect(unknownPoolNumbers([WEST, EAST], [{ number: TWO }], 'pools')).toEqual([
    { field: 'pools[1].numbers[0]', message: `is not a number of this account: got ${ONE}` },
  ])
  expect(unknownPoolNumbers([WEST, EAST], [{ number: TWO }, { number: ONE }], 'pools')).toEqual([])
})

test('changes are pools that were created, that have another name or other numbers, or that were removed', () => {
  const north = { ...WEST, id: 'pool_north' as PoolId, name: 'North' }
  const renamed = { ...EAST, name: 'Coast' }
  expect(poolChanges([EAST, WEST], [renamed, north])).toEqual({ created: [north], changed: [renamed], removed: [WEST] })
  const reordered = { ...EAST, numbers: [TWO, ONE] }
  expect(poolChanges([EAST], [reordered]).changed).toEqual([reordered])
})

test('a number is named by all pools that have it, and a pool is found by its id alone', () => {
  expect(poolsNaming([EAST, WEST], TWO)).toEqual([EAST, WEST])
  expect(poolsNaming([EAST, WEST], ONE)).toEqual([EAST])
  expect([poolWith([EAST, WEST], WEST.id), poolWith([EAST], 'East'), poolWith([EAST], ONE)]).toEqual([WEST, null, null])
})
