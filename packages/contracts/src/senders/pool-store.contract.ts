import type { NumbersByPhone, PhoneNumber, Pool, PoolStore } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, ids } from '../fixtures/builders.js'

const ONE = '+12025550101'
const TWO = '+12025550102'
const THREE = '+12025550103'

export function describePoolStore(open: OpenTestAdapters) {
  const openPools = async () => {
    const fixture = await accountFixture(await open())
    const account = fixture.account.id
    const pool: Pool = { id: ids.next('pool'), name: 'Main', numbers: [TWO, ONE] }
    const pools = <T>(use: (store: PoolStore) => Promise<T>) => fixture.run((stores) => use(stores.pools))
    return {
      ...fixture,
      id: account,
      pool,
      pools,
      assign: (numbers: readonly (readonly [PhoneNumber, string])[], of = pool) =>
        pools(async (store) => {
          await store.lockLoads(account, of)
          await store.assign(account, of.id, new Map(numbers))
        }),
      numbers: (of = pool, phones: readonly PhoneNumber[] = [ANN, BOB, CAT]): Promise<NumbersByPhone> =>
        pools((store) => store.numbersOf(account, of.id, phones)),
      loads: async (of = pool) => [...(await pools((store) => store.loads(account, of)))],
    }
  }

  describe('the numbers that people have in a pool', () => {
    test('are none, and the loads are 0, until numbers are given to people', async () => {
      const { numbers, loads, pools, id, pool } = await openPools()
      expect(await numbers()).toEqual(new Map())
      expect(await loads()).toEqual([
        [TWO, 0],
        [ONE, 0],
      ])
      expect(await pools((store) => store.lockLoads(id, pool))).toEqual(await pools((store) => store.loads(id, pool)))
      expect(await numbers(pool, [])).toEqual(new Map())
    })

    test('are found for those who have one, and counted', async () => {
      const { assign, numbers, pools, id, pool } = await openPools()
      await assign([
        [ANN, ONE],
        [CAT, TWO],
      ])
      await assign([[BOB, ONE]])
      await assign([])
      expect(await numbers()).toEqual(new Map([[ANN, ONE], [BOB, ONE], [CAT, TWO]])) // prettier-ignore
      expect(await numbers(pool, [BOB])).toEqual(new Map([[BOB, ONE]]))
      const expected = new Map([[TWO, 1], [ONE, 2]]) // prettier-ignore
      expect(await pools((store) => store.loads(id, pool))).toEqual(expected)
      expect(await pools((store) => store.lockLoads(id, pool))).toEqual(expected)
    })

    test('are replaced when people are given others, and the loads follow', async () => {
      const { assign, numbers, loads } = await openPools()
      await assign([
        [ANN, ONE],
        [BOB, ONE],
      ])
      await assign([
        [ANN, TWO],
        [BOB, ONE],
        [CAT, ONE],
      ])
      expect(await numbers()).toEqual(new Map([[ANN, TWO], [BOB, ONE], [CAT, ONE]])) // prettier-ignore
      expect(await loads()).toEqual([
        [TWO, 1],
        [ONE, 2],
      ])
    })

    test('remain when a number leaves the pool, and are counted again when it comes back', async () => {
      const { assign, numbers, loads, pool } = await openPools()
      await assign([
        [ANN, ONE],
        [BOB, ONE],
      ])
      const changed = { ...pool, numbers: [THREE, TWO] }
      expect(await loads(changed)).toEqual([
        [THREE, 0],
        [TWO, 0],
      ])
      await assign([[ANN, THREE]], changed)
      expect(await numbers(changed)).toEqual(new Map([[ANN, THREE], [BOB, ONE]])) // prettier-ignore
      expect(await loads()).toEqual([
        [TWO, 0],
        [ONE, 1],
      ])
    })

    test('are separate for each pool and account, and are removed with the pool', async () => {
      const { assign, numbers, loads, pools, id, pool, neighbour } = await openPools()
      const other = { ...pool, id: ids.next('pool') }
      const stranger = (await neighbour()).id
      await assign([[ANN, ONE]])
      await assign([[ANN, TWO]], other)
      expect(await pools((store) => store.numbersOf(stranger, pool.id, [ANN]))).toEqual(new Map())
      await pools((store) => store.remove(stranger, pool.id))
      expect(await numbers(other)).toEqual(new Map([[ANN, TWO]]))
      await pools((store) => store.remove(id, pool.id))
      expect([await numbers(), await numbers(other)]).toEqual([new Map(), new Map([[ANN, TWO]])])
      expect(await loads()).toEqual([
        [TWO, 0],
        [ONE, 0],
      ])
      expect(await loads(other)).toEqual([
        [TWO, 1],
        [ONE, 0],
      ])
    })

    test('are found for as many people as a slice has', async () => {
      const { assign, numbers, loads, pool } = await openPools()
      const phones = Array.from({ length: 1_000 }, (_, i) => `+1202555${1_000 + i}` as PhoneNumber)
      await assign(phones.map((phone, i) => [phone, i % 2 === 0 ? ONE : TWO] as const))
      expect((await numbers(pool, phones)).size).toBe(1_000)
      expect(await loads()).toEqual([
        [TWO, 500],
        [ONE, 500],
      ])
    })
  })
}
