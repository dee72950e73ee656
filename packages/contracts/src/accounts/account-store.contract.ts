import { describe, expect, test } from '@jest/globals'
import { NO_RATE_LIMITS, parseTimeZone } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, anAccount, ids } from '../fixtures/builders.js'

export function describeAccountStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('accounts', () => {
    test('are found by name, with every field', async () => {
      const { run, neighbour } = await openFixture()
      const account = await neighbour({
        name: 'Bells & Co.',
        timezone: parseTimeZone('America/New_York'),
        capabilities: { silentOptIn: false },
        dailyMessageQuota: 10_000,
        rateLimits: { ...NO_RATE_LIMITS, message: 5 },
        compliance: { blockedPhrases: ['free money', 'ünï'], blockPublicShorteners: false, helpText: 'Call us.' },
        destinations: { allowedCountries: ['US', 'XK'], allowPremium: true, formCountries: ['US'] },
        refuseLandlines: true,
        smartEncoding: true,
        sendingHours: {
          windows: [
            { days: ['mon', 'sun'], from: '20:00', to: '02:30' },
            { days: ['tue'], from: '08:00', to: '24:00', group: 'Ünï "VIP"' },
          ],
          holidays: ['2026-12-25'],
          holdAtMost: '36h',
        },
        frequencyCaps: [{ messages: 2, per: '24h', counts: 'all', group: 'Ünï "VIP"' }],
        autoPause: { failedOver: 0.25, atLeast: 100 },
        rateCounts: 'messages',
        pools: [{ id: ids.next('pool'), name: 'East', numbers: ['+12025550199', '+12125550199'] }],
        createdAt: after(1.5),
      })
      expect(await run(({ accounts }) => accounts.findByName('Bells & Co.'))).toEqual(account)
      expect(await run(({ accounts }) => accounts.find(account.id))).toEqual(account)
      expect(await run(({ accounts }) => accounts.lockByName('Bells & Co.'))).toEqual(account)
    })

    test('are found only by the exact, case-sensitive name', async () => {
      const { run } = await openFixture()
      for (const name of ['acme', 'Acm', 'Acme ', '']) {
        expect(await run(({ accounts }) => accounts.findByName(name))).toBeNull()
        expect(await run(({ accounts }) => accounts.lockByName(name))).toBeNull()
      }
    })

    test('are found by id, and not by an unknown id', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      expect(await run(({ accounts }) => accounts.find(other.id))).toEqual(other)
      expect(await run(({ accounts }) => accounts.find(account.id))).toEqual(account)
      expect(await run(({ accounts }) => accounts.lock(account.id))).toEqual(account)
      expect(await run(({ accounts }) => accounts.find(anAccount().id))).toBeNull()
      expect(await run(({ accounts }) => accounts.lock(anAccount().id))).toBeNull()
    })

    test('are not added if another account has the name: `add` returns false and changes nothing', async () => {
      const { run, account } = await openFixture()
      const second = anAccount({ name: account.name, dailyMessageQuota: 7 })
      expect(await run(({ accounts }) => accounts.add(second))).toBe(false)
      expect(await run(({ accounts }) => accounts.list())).toEqual([account])
    })

    test('with the same name are added only once, even concurrently: the other calls return false', async () => {
      const { run } = await openFixture()
      const twins = [1, 2, 3, 4].map(() => anAccount({ name: 'Twin' }))
      const results = await Promise.all(twins.map((twin) => run(({ accounts }) => accounts.add(twin))))
      expect(results.filter((added) => added)).toHaveLength(1)
      const kept = await run(({ accounts }) => accounts.findByName('Twin'))
      expect(kept).toEqual(twins[results.indexOf(true)])
    })

    test('are saved separately: saving one account does not change the others', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour({ name: 'Other' })
      const changed = {
        ...account,
        timezone: parseTimeZone('Europe/Paris'),
        capabilities: { silentOptIn: false },
        dailyMessageQuota: 1,
        rateLimits: NO_RATE_LIMITS,
        compliance: { blockedPhrases: ['x'], blockPublicShorteners: false, helpText: 'Help' },
      }
      await run(({ accounts }) => accounts.save(changed))
      expect(await run(({ accounts }) => accounts.list())).toEqual([changed, other])
    })

    test('are not saved with the name of another account', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour({ name: 'Other' })
      await expect(run(({ accounts }) => accounts.save({ ...account, name: 'Other' }))).rejects.toMatchObject({
        code: 'name-taken',
      })
      await run(({ accounts }) => accounts.save({ ...account, name: 'Renamed' }))
      expect(await run(({ accounts }) => accounts.list())).toEqual([other, { ...account, name: 'Renamed' }])
    })

    test('are locked, so that concurrent changes of an account run one after the other', async () => {
      const { run, account } = await openFixture()
      const raise = (byId: boolean) =>
        run(async ({ accounts }) => {
          const locked = (await (byId ? accounts.lock(account.id) : accounts.lockByName(account.name)))!
          await accounts.save({ ...locked, dailyMessageQuota: (locked.dailyMessageQuota ?? 0) + 1 })
        })
      await Promise.all([true, false, true, false, true, false].map(raise))
      expect(await run(({ accounts }) => accounts.findByName(account.name))).toMatchObject({ dailyMessageQuota: 6 })
    })

    test('are listed by name, capitals first', async () => {
      const { run, neighbour } = await openFixture()
      for (const name of ['b', 'a-1', 'é', 'Zoo', 'a1', 'B']) await neighbour({ name })
      const names = (await run(({ accounts }) => accounts.list())).map(({ name }) => name)
      expect(names).toEqual(['Acme', 'B', 'Zoo', 'a-1', 'a1', 'b', 'é'])
    })
  })
}
