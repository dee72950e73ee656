import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, anApiKey } from '../fixtures/builders.js'

export function describeApiKeyStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('API keys', () => {
    test('of an account are returned sorted by id, and are not visible to other accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const [b, a, C] = ['key_b', 'key_a', 'key_C'].map((id) =>
        anApiKey({ account: account.id, id, createdAt: after(9) }),
      )
      for (const key of [b!, a!, C!]) expect(await run(({ apiKeys }) => apiKeys.put(key))).toBe(true)
      expect(await run(({ apiKeys }) => apiKeys.of(account.id))).toEqual([C, a, b])
      const other = await neighbour()
      expect(await run(({ apiKeys }) => apiKeys.of(other.id))).toEqual([])
    })

    test('of an account are replaced when a key with the same id is put', async () => {
      const { run, account } = await openFixture()
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id })))
      const second = anApiKey({ account: account.id, secretHash: 'another hash' })
      expect(await run(({ apiKeys }) => apiKeys.put(second))).toBe(true)
      expect(await run(({ apiKeys }) => apiKeys.of(account.id))).toEqual([second])
    })

    test('are not stored if another account has the id: `put` returns false and changes nothing', async () => {
      const { run, account, neighbour } = await openFixture()
      const [ours, other] = [anApiKey({ account: account.id }), await neighbour()]
      await run(({ apiKeys }) => apiKeys.put(ours))
      const theirs = anApiKey({ account: other.id, secretHash: 'theirs' })
      expect(await run(({ apiKeys }) => apiKeys.put(theirs))).toBe(false)
      expect(await run(({ apiKeys }) => apiKeys.of(account.id))).toEqual([ours])
      expect(await run(({ apiKeys }) => apiKeys.of(other.id))).toEqual([])
    })

    test('that several accounts put concurrently with the same id are stored for only one of the accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const accounts = [account, await neighbour(), await neighbour()]
      const keys = accounts.map(({ id }) => anApiKey({ account: id }))
      const results = await Promise.all(keys.map((key) => run(({ apiKeys }) => apiKeys.put(key))))
      expect(results.filter((put) => put)).toHaveLength(1)
      const kept = await Promise.all(accounts.map(({ id }) => run(({ apiKeys }) => apiKeys.of(id))))
      expect(kept.flat()).toEqual([keys[results.indexOf(true)]])
    })

    test('that are revoked are deleted, and their ids can be used again', async () => {
      const { run, account, neighbour } = await openFixture()
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id })))
      expect(await run(({ apiKeys }) => apiKeys.revoke(account.id, 'key_demo'))).toBe(true)
      expect(await run(({ apiKeys }) => apiKeys.of(account.id))).toEqual([])
      const other = await neighbour()
      expect(await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: other.id })))).toBe(true)
    })

    test('that the account does not have cannot be revoked: `revoke` returns false', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const theirs = anApiKey({ account: other.id })
      await run(({ apiKeys }) => apiKeys.put(theirs))
      expect(await run(({ apiKeys }) => apiKeys.revoke(account.id, theirs.id))).toBe(false)
      expect(await run(({ apiKeys }) => apiKeys.revoke(account.id, 'key_of_nobody'))).toBe(false)
      expect(await run(({ apiKeys }) => apiKeys.of(other.id))).toEqual([theirs])
    })

    test('are revoked once: of two concurrent calls of `revoke`, only one returns true', async () => {
      const { run, account } = await openFixture()
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id })))
      const revoke = () => run(({ apiKeys }) => apiKeys.revoke(account.id, 'key_demo'))
      expect((await Promise.all([revoke(), revoke()])).sort()).toEqual([false, true])
    })
  })
}
