import { describe, expect, test } from '@jest/globals'
import type { IdempotencyKeyRecord, IdempotencyKeyStore } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after } from '../fixtures/builders.js'

const HOUR_S = 3_600
const RESPONSE = { id: 'msg_1', status: 'sent', errorType: null, tags: ['a', 1, true], deep: { a: { b: null } } }

export function describeIdempotencyKeyStore(open: OpenTestAdapters) {
  const openKeys = async () => {
    const fixture = await accountFixture(await open())
    const aKey = (given?: Partial<IdempotencyKeyRecord>): IdempotencyKeyRecord => {
      return { ...NAME, account: fixture.account.id, target: 'msg_1', answer: null, expiresAt: null, ...given }
    }
    const keys = <T>(use: (store: IdempotencyKeyStore) => Promise<T>) =>
      fixture.run((stores) => use(stores.idempotencyKeys))
    const bind = (given?: Partial<IdempotencyKeyRecord>, now = NOW) => keys((store) => store.bind(aKey(given), now))
    const find = (given?: Partial<IdempotencyKeyRecord>) => keys((store) => store.find(aKey(given)))
    return { ...fixture, aKey, keys, bind, find }
  }

  describe('an idempotency key', () => {
    test('is not found before its first use', async () => {
      const { find } = await openKeys()
      expect(await find()).toBeNull()
    })

    test('is bound to its target, and can contain any allowed character', async () => {
      const { bind, find, aKey } = await openKeys()
      const key = 'aZ09@-_)('
      expect(await bind({ key, answer: RESPONSE, expiresAt: after(HOUR_S) })).toBeNull()
      expect(await find({ key })).toEqual(aKey({ key, answer: RESPONSE, expiresAt: after(HOUR_S) }))
    })

    test('does not change when it is bound again; the second call returns the existing record', async () => {
      const { bind, find, aKey } = await openKeys()
      await bind()
      expect(await bind({ target: 'msg_2', answer: RESPONSE })).toEqual(aKey())
      expect(await find()).toEqual(aKey())
    })

    test('counts as free for the target to which it is bound', async () => {
      const { bind } = await openKeys()
      await bind()
      expect(await bind()).toBeNull()
    })

    test('is bound to one of the targets of concurrent calls; the other calls return the record', async () => {
      const { bind, find } = await openKeys()
      const targets = ['msg_1', 'msg_2', 'msg_3', 'msg_4']
      const bound = await Promise.all(targets.map((target) => bind({ target })))
      const winner = (await find())!.target
      expect(bound.filter((record) => record === null)).toHaveLength(1)
      expect(bound.filter((record) => record?.target === winner)).toHaveLength(3)
      expect(bound[targets.indexOf(winner)]).toBeNull()
    })

    test('is free if the unit of work that bound it failed', async () => {
      const { run, aKey, bind } = await openKeys()
      const failing = run(async ({ idempotencyKeys }) => {
        await idempotencyKeys.bind(aKey(), NOW)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await bind({ target: 'msg_2' })).toBeNull()
    })

    test('is free again at the instant it expires, not before', async () => {
      const { bind, find, aKey } = await openKeys()
      await bind({ answer: RESPONSE, expiresAt: after(HOUR_S) })
      expect(await bind({ target: 'msg_2' }, after(HOUR_S - 1))).toMatchObject({ target: 'msg_1' })
      expect(await bind({ target: 'msg_2' }, after(HOUR_S))).toBeNull()
      expect(await find()).toEqual(aKey({ target: 'msg_2' }))
    })

    test('that has expired is bound to only one target by two concurrent calls', async () => {
      const { bind } = await openKeys()
      await bind({ expiresAt: after(HOUR_S) })
      const bound = await Promise.all(['msg_2', 'msg_3'].map((target) => bind({ target }, after(HOUR_S))))
      expect(bound.filter((record) => record === null)).toHaveLength(1)
      expect(['msg_2', 'msg_3']).toContain(bound.find((record) => record !== null)?.target)
    })

    test('keeps its first response, and the expiry that was saved last', async () => {
      const { bind, keys, find, aKey } = await openKeys()
      await bind()
      await keys((store) => store.save(aKey({ answer: RESPONSE })))
      await keys((store) => store.save(aKey({ answer: { id: 'another' }, expiresAt: after(HOUR_S) })))
      expect(await find()).toEqual(aKey({ answer: RESPONSE, expiresAt: after(HOUR_S) }))
    })

    test('cannot be changed or freed with another target', async () => {
      const { bind, keys, find, aKey } = await openKeys()
      await bind()
      await keys((store) => store.save(aKey({ target: 'msg_2', answer: RESPONSE })))
      await keys((store) => store.free(aKey({ target: 'msg_2' })))
      expect(await find()).toEqual(aKey())
    })

    test('is free after a call of `free`', async () => {
      const { bind, keys, find, aKey } = await openKeys()
      await bind()
      await keys((store) => store.free(aKey()))
      expect(await find()).toBeNull()
      expect(await bind({ target: 'msg_2' })).toBeNull()
    })

    test('belongs to one account and one kind of request, and is case-sensitive', async () => {
      const { bind, keys, find, aKey, neighbour } = await openKeys()
      const other = await neighbour()
      await bind()
      for (const given of [{ account: other.id }, { scope: 'batch' }, { key: 'KEY' }] as const) {
        expect(await find(given)).toBeNull()
        expect(await bind({ ...given, target: 'msg_2' })).toBeNull()
        await keys((store) => store.free(aKey({ ...given, target: 'msg_2' })))
      }
      expect(await find()).toEqual(aKey())
    })
  })

  describe('trimming idempotency keys', () => {
    test('deletes expired keys of one account, up to the limit', async () => {
      const { bind, keys, find, account, neighbour } = await openKeys()
      const other = await neighbour()
      await bind({ key: 'running' })
      await bind({ key: 'fresh', expiresAt: after(HOUR_S + 1) })
      for (const key of ['old-1', 'old-2', 'old-3']) await bind({ key, expiresAt: after(HOUR_S) })
      await bind({ account: other.id, key: 'old-1', expiresAt: after(HOUR_S) })
      const trim = (limit: number) => keys((store) => store.trim(account.id, after(HOUR_S), limit))
      expect([await trim(2), await trim(2), await trim(2)]).toEqual([2, 1, 0])
      expect(await find({ key: 'old-1' })).toBeNull()
      expect([await find({ key: 'running' }), await find({ key: 'fresh' })]).not.toContain(null)
      expect(await find({ account: other.id, key: 'old-1' })).not.toBeNull()
    })
  })
}

const NAME = { scope: 'message', key: 'key' } as const
