import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { anAccount, anApiKey } from '../fixtures/builders.js'

export function describeKeyring(open: OpenTestAdapters) {
  const openFixture = async () => {
    const adapters = await open()
    const fixture = await accountFixture(adapters)
    const key = anApiKey({ account: fixture.account.id })
    await fixture.run(({ apiKeys }) => apiKeys.put(key))
    return {
      ...{ ...fixture, key },
      find: (id: string = key.id) => adapters.keyring.find(id),
      /** A look-up for a caller with a wrong secret. */
      findRefusing: (id: string = key.id) => adapters.keyring.find(id, () => false),
    }
  }

  describe('the keyring', () => {
    test('finds a key, with the hash of its secret and its account', async () => {
      const { find, account, key } = await openFixture()
      expect(await find()).toEqual({ secretHash: key.secretHash, account })
    })

    test('returns the same result at every call', async () => {
      const { find, account, key } = await openFixture()
      for (let i = 0; i < 3; i++) expect(await find()).toEqual({ secretHash: key.secretHash, account })
    })

    test('returns null for an unknown key', async () => {
      const { find } = await openFixture()
      for (const id of ['key_of_nobody', 'KEY_DEMO', '', "'; --", '🔑']) expect(await find(id)).toBeNull()
    })

    test('finds a new key even if an earlier look-up did not find it', async () => {
      const { find, run, account } = await openFixture()
      expect(await find('key_new')).toBeNull()
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id, id: 'key_new' })))
      expect(await find('key_new')).toMatchObject({ account: { id: account.id } })
    })

    test('finds the key even if the caller refuses it, and an unknown key is unknown either way', async () => {
      const { find, findRefusing, account, key } = await openFixture()
      for (let i = 0; i < 3; i++) {
        expect(await findRefusing()).toEqual({ secretHash: key.secretHash, account })
        expect(await find()).toEqual({ secretHash: key.secretHash, account })
        expect(await findRefusing('key_of_nobody')).toBeNull()
      }
    })

    test('finds a new key at once, and a new secret, even if a caller was just refused', async () => {
      const { find, findRefusing, run, account, key } = await openFixture()
      await findRefusing()
      await findRefusing('key_new')
      await run(({ apiKeys }) => apiKeys.put({ ...key, secretHash: 'hash of a new secret' }))
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id, id: 'key_new' })))
      expect(await findRefusing()).toMatchObject({ secretHash: 'hash of a new secret' })
      expect(await find('key_new')).toMatchObject({ account: { id: account.id } })
    })

    test('does not find a revoked key for a caller that was just refused', async () => {
      const { findRefusing, run, account, key } = await openFixture()
      await findRefusing()
      await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
      expect(await findRefusing()).toBeNull()
    })

    test('returns the account of each key', async () => {
      const { find, run, account, neighbour } = await openFixture()
      const other = await neighbour()
      await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: other.id, id: 'key_other' })))
      expect(await find('key_other')).toMatchObject({ account: { id: other.id } })
      expect(await find()).toMatchObject({ account: { id: account.id } })
    })

    test('does not find a key once the unit of work that revoked it has ended', async () => {
      const { find, run, account, key } = await openFixture()
      await find()
      await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
      expect(await find()).toBeNull()
    })

    test('does not find a revoked key, even after look-ups that ran during the revocation', async () => {
      const { find, run, account, key } = await openFixture()
      const pending = Array.from({ length: 10 }, () => find())
      const revoking = run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
      const stillPending = Array.from({ length: 10 }, () => find())
      await revoking
      expect(await find()).toBeNull()
      await Promise.all([...pending, ...stillPending])
      expect(await find()).toBeNull()
    })

    test('returns the new secret hash of a changed key', async () => {
      const { find, run, account, key } = await openFixture()
      await find()
      await run(({ apiKeys }) => apiKeys.put({ ...key, secretHash: 'hash of a new secret' }))
      expect(await find()).toEqual({ secretHash: 'hash of a new secret', account })
    })

    test('returns the new settings of an account once the unit of work that saved them has ended', async () => {
      const { find, run, account } = await openFixture()
      await find()
      const changed = { ...account, capabilities: { silentOptIn: false }, dailyMessageQuota: 3 }
      await run(({ accounts }) => accounts.save(changed))
      expect(await find()).toMatchObject({ account: changed })
    })

    test('ignores changes that were rolled back', async () => {
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

    test('returns the new account of a key that moved to another account', async () => {
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
