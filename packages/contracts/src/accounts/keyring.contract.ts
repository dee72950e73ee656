import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { anAccount, anApiKey } from '../fixtures/builders.js'

export function describeKeyring(open: OpenTestAdapters) {
  const openFixture = async () => {
    const adapters = await open()
    const fixture = await accountFixture(adapters)
    const key = anApiKey({ account: fixture.account.id })
    await fixture.run(({ apiKeys }) => apiKeys.put(key))
    return { ...fixture, key, find: (id: string = key.id) => adapters.keyring.find(id) }
  }

  describe('the keyring', () => {
    test('finds a key, with the hash of its secret and its account', async () => {
      const { find, account, key } = await openFixture()
      expect(await find()).toEqual({ secretHash: key.secretHash, account })
    })

    test('finds the same again', async () => {
      const { find, account, key } = await openFixture()
      for (let i = 0; i < 3; i++) expect(await find()).toEqual({ secretHash: key.secretHash, account })
    })

    test('finds no key that nobody has', async () => {
      const { find } = await openFixture()
      for (const id of ['key_of_nobody', 'KEY_DEMO', '', "'; --", '🔑']) expect(await find(id)).toBeNull()
    })

    test('finds a key that was looked for before there was one', async () => {
      const { find, run, account } = await openFixture()
      expect(await find('key_new')).toBeNull()
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id, id: 'key_new' })))
      expect(await find('key_new')).toMatchObject({ account: { id: account.id } })
    })

    test('tells the account of each key', async () => {
      const { find, run, account, neighbour } = await openFixture()
      const other = await neighbour()
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: other.id, id: 'key_other' })))
      expect(await find('key_other')).toMatchObject({ account: { id: other.id } })
      expect(await find()).toMatchObject({ account: { id: account.id } })
    })

    test('finds a revoked key no more, from the end of the unit of work on', async () => {
      const { find, run, account, key } = await openFixture()
      await find()
      await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
      expect(await find()).toBeNull()
    })

    test('finds a revoked key no more, however many were looking for it at that moment', async () => {
      const { find, run, account, key } = await openFixture()
      const looking = Array.from({ length: 10 }, () => find())
      const revoking = run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
      const stillLooking = Array.from({ length: 10 }, () => find())
      await revoking
      expect(await find()).toBeNull()
      await Promise.all([...looking, ...stillLooking])
      expect(await find()).toBeNull()
    })

    test('knows the new secret of a key, and no longer the old one', async () => {
      const { find, run, account, key } = await openFixture()
      await find()
      await run(({ apiKeys }) => apiKeys.put({ ...key, secretHash: 'hash of a new secret' }))
      expect(await find()).toEqual({ secretHash: 'hash of a new secret', account })
    })

    test('knows the new settings of an account from the end of the unit of work on', async () => {
      const { find, run, account } = await openFixture()
      await find()
      const changed = { ...account, capabilities: { silentOptIn: false }, dailyMessageQuota: 3 }
      await run(({ accounts }) => accounts.save(changed))
      expect(await find()).toMatchObject({ account: changed })
    })

    test('knows nothing of what was undone', async () => {
      const { find, run, account, key } = await openFixture()
      const before = await find()
      const failing = run(async ({ accounts, apiKeys }) => {
        await apiKeys.revoke(account.id, key.id)
        await apiKeys.put(anApiKey({ account: account.id, id: 'key_undone' }))
        await accounts.save({ ...account, dailyMessageQuota: 3 })
        throw new Error('Undone')
      })
      const during = find()
      await expect(failing).rejects.toThrow('Undone')
      expect(await during).toEqual(before)
      expect(await find()).toEqual(before)
      expect(await find('key_undone')).toBeNull()
    })

    test('finds the key of a new owner after it went from one account to another', async () => {
      const { find, run, account, key } = await openFixture()
      await find()
      const other = anAccount({ name: 'New owner' })
      await run(async ({ accounts, apiKeys }) => {
        await accounts.add(other)
        await apiKeys.revoke(account.id, key.id)
        await apiKeys.put({ ...key, account: other.id })
      })
      expect(await find()).toEqual({ secretHash: key.secretHash, account: other })
    })
  })
}
