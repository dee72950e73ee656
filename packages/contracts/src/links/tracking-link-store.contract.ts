import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { aTrackingLink } from '../fixtures/sending-builders.js'

export function describeTrackingLinkStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('tracking links', () => {
    test('of an account are returned sorted by link, and are not visible to other accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const names = ['go.example.com/b', 'go.example.com/B', 'a.example.com/z']
      const [b, B, a] = names.map((link) => aTrackingLink({ account: account.id, link, createdAt: after(3) }))
      for (const link of [b!, B!, a!]) expect(await run(({ trackingLinks }) => trackingLinks.put(link))).toBe(true)
      expect(await run(({ trackingLinks }) => trackingLinks.of(account.id))).toEqual([a, B, b])
      const other = await neighbour()
      expect(await run(({ trackingLinks }) => trackingLinks.of(other.id))).toEqual([])
    })

    test('of the account are replaced when the same link is put', async () => {
      const { run, account } = await openFixture()
      await run(({ trackingLinks }) => trackingLinks.put(aTrackingLink({ account: account.id })))
      const changed = aTrackingLink({ account: account.id, target: 'https://elsewhere.example.com/?a=b#c' })
      expect(await run(({ trackingLinks }) => trackingLinks.put(changed))).toBe(true)
      expect(await run(({ trackingLinks }) => trackingLinks.of(account.id))).toEqual([changed])
    })

    test('are not stored if another account has them: `put` returns false and changes nothing', async () => {
      const { run, account, neighbour } = await openFixture()
      const [ours, other] = [aTrackingLink({ account: account.id }), await neighbour()]
      await run(({ trackingLinks }) => trackingLinks.put(ours))
      const theirs = aTrackingLink({ account: other.id, target: 'https://theirs.example.com' })
      expect(await run(({ trackingLinks }) => trackingLinks.put(theirs))).toBe(false)
      expect(await run(({ trackingLinks }) => trackingLinks.of(account.id))).toEqual([ours])
      expect(await run(({ trackingLinks }) => trackingLinks.of(other.id))).toEqual([])
    })

    test('that several accounts put concurrently are stored for only one of the accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const accounts = [account, await neighbour(), await neighbour()]
      const wanted = accounts.map(({ id }) => aTrackingLink({ account: id }))
      const results = await Promise.all(wanted.map((link) => run((stores) => stores.trackingLinks.put(link))))
      expect(results.filter((put) => put)).toHaveLength(1)
      const kept = await Promise.all(accounts.map(({ id }) => run((stores) => stores.trackingLinks.of(id))))
      expect(kept.flat()).toEqual([wanted[results.indexOf(true)]])
    })

    test('are returned by `registered` only if they match exactly and belong to the account', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      await run(async ({ trackingLinks }) => {
        await trackingLinks.put(aTrackingLink({ account: account.id, link: 'go.example.com/ours' }))
        await trackingLinks.put(aTrackingLink({ account: account.id, link: 'go.example.com/not-asked' }))
        await trackingLinks.put(aTrackingLink({ account: other.id, link: 'go.example.com/theirs' }))
      })
      const requested = ['go.example.com/ours', 'go.example.com/theirs', 'go.example.com/OURS', 'go.example.com/our_']
      const registered = (links: readonly string[]) =>
        run(({ trackingLinks }) => trackingLinks.registered(account.id, links))
      expect(await registered([...requested, ...requested])).toEqual(new Set(['go.example.com/ours']))
      expect(await registered([])).toEqual(new Set())
    })

    test('of any account are returned by `findAll`', async () => {
      const { run, account, neighbour } = await openFixture()
      const ours = aTrackingLink({ account: account.id, createdAt: after(3) })
      const theirs = aTrackingLink({ account: (await neighbour()).id, link: 'go.example.com/theirs' })
      for (const link of [ours, theirs]) await run(({ trackingLinks }) => trackingLinks.put(link))
      const findAll = (links: readonly string[]) => run(({ trackingLinks }) => trackingLinks.findAll(links))
      expect(await findAll([ours.link, theirs.link, theirs.link, 'go.example.com', `${ours.link}/x`])).toEqual(
        new Map([
          [ours.link, ours],
          [theirs.link, theirs],
        ]),
      )
      expect(await findAll([])).toEqual(new Map())
    })

    test('that are removed are free for other accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const link = aTrackingLink({ account: account.id })
      await run(({ trackingLinks }) => trackingLinks.put(link))
      await run(({ trackingLinks }) => trackingLinks.remove(account.id, link.link))
      expect(await run(({ trackingLinks }) => trackingLinks.of(account.id))).toEqual([])
      const other = await neighbour()
      expect(await run(({ trackingLinks }) => trackingLinks.put({ ...link, account: other.id }))).toBe(true)
    })

    test('of another account are not deleted by `remove`', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const theirs = aTrackingLink({ account: other.id })
      await run(({ trackingLinks }) => trackingLinks.put(theirs))
      await run(({ trackingLinks }) => trackingLinks.remove(account.id, theirs.link))
      expect(await run(({ trackingLinks }) => trackingLinks.of(other.id))).toEqual([theirs])
    })
  })
}
