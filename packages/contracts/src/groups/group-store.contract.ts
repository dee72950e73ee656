import { describe, expect, test } from '@jest/globals'
import type { Group, GroupQuery } from '@carillon/core'
import { accountFixture, type AccountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aGroup, aTag, after, ids } from '../fixtures/builders.js'
import { aSender } from '../fixtures/sending-builders.js'
import { describeGroupRemoval } from './group-removal.contract.js'

export function describeGroupStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('groups: put and find', () => {
    test('keep every field, with the tags', async () => {
      const { run, account, group } = await openFixture()
      const sender = aSender({ account: account.id })
      await run(({ senders }) => senders.put(sender))
      const tags = [aTag({ name: 'news' }), aTag({ name: 'vip', createdAt: after(1), updatedAt: after(2) })]
      const full = await group({
        name: 'VIP & friends',
        isDefault: true,
        optInType: 'DOUBLE',
        optInMessage: 'Welcome 🎉',
        confirmMessage: 'Reply YES',
        sender: sender.number,
        tags,
        createdAt: after(3),
      })
      expect(await run(({ groups }) => groups.find(account.id, [full.id]))).toEqual(new Map([[full.id, full]]))
      expect(await run((stores) => stores.groups.tags(account.id))).toEqual(tags)
    })

    test('`find` returns the groups of the account', async () => {
      const { run, account, group, neighbour } = await openFixture()
      const [a, b, other] = [await group(), await group(), await neighbour()]
      const theirs = aGroup({ account: other.id })
      await run(({ groups }) => groups.put(theirs))
      const found = await run(({ groups }) => groups.find(account.id, [theirs.id, b.id, ids.next('grp'), a.id]))
      expect(found).toEqual(
        new Map([
          [a.id, a],
          [b.id, b],
        ]),
      )
      expect(await run(({ groups }) => groups.find(account.id, []))).toEqual(new Map())
    })

    test('`accountOf` returns the account of a group, and null if the group is unknown or was removed', async () => {
      const { run, account, group, neighbour } = await openFixture()
      const [other, ours, gone] = [await neighbour(), await group(), await group()]
      const theirs = aGroup({ account: other.id })
      await run(({ groups }) => groups.put(theirs))
      await run(({ groups }) => groups.remove(account.id, gone.id))
      const accountOf = (id: Group['id']) => run(({ groups }) => groups.accountOf(id))
      expect([await accountOf(ours.id), await accountOf(theirs.id)]).toEqual([account.id, other.id])
      expect([await accountOf(gone.id), await accountOf(ids.next('grp'))]).toEqual([null, null])
    })

    test('`put` changes every field except the count', async () => {
      const { run, contact, group, member, reread } = await openFixture()
      const before = await group({ tags: [aTag({ name: 'old' })] })
      await member(await contact(), before)
      const changed: Group = {
        ...before,
        name: 'Renamed',
        isDefault: true,
        optInType: 'DOUBLE',
        optInMessage: 'Hello',
        confirmMessage: 'YES?',
        tags: [aTag({ name: 'new' })],
        contactCount: 99,
      }
      await run(({ groups }) => groups.put(changed))
      expect(await reread(before)).toEqual({ ...changed, contactCount: 1 })
    })

    test('`put` can change the default group in one unit of work, even if the new one is set first', async () => {
      const { run, group, reread } = await openFixture()
      const [a, b] = [await group({ isDefault: true }), await group()]
      await run(async ({ groups }) => {
        await groups.put({ ...b, isDefault: true })
        await groups.put({ ...a, isDefault: false })
      })
      expect([(await reread(a)).isDefault, (await reread(b)).isDefault]).toEqual([false, true])
    })

    test('`put` creates new tags, and does not change existing tags', async () => {
      const { run, account, group, reread } = await openFixture()
      const [vip, news] = [aTag({ name: 'vip' }), aTag({ name: 'news' })]
      const first = await group({ tags: [vip] })
      const second = await group({ tags: [news, vip] })
      expect(await run(({ groups }) => groups.tags(account.id))).toEqual([news, vip])
      expect(await reread(first)).toEqual(first)
      expect(await reread(second)).toEqual(second)
    })

    test('keep tags in order of name, even if no group has them, and hide them from other accounts', async () => {
      const { run, account, group, neighbour } = await openFixture()
      const [b, a, C] = ['b', 'a', 'C'].map((name) => aTag({ name }))
      const tagged = await group({ tags: [C!, a!, b!] })
      await run(({ groups }) => groups.put({ ...tagged, tags: [] }))
      expect(await run(({ groups }) => groups.tags(account.id))).toEqual([C, a, b])
      const other = await neighbour()
      expect(await run(({ groups }) => groups.tags(other.id))).toEqual([])
    })
  })

  describe('groups: of and list', () => {
    test('`of` orders by name, capitals first', async () => {
      const { run, account, group, neighbour } = await openFixture()
      for (const name of ['b', 'B', 'a 1', 'a', 'é']) await group({ name })
      const other = await neighbour()
      await run(({ groups }) => groups.put(aGroup({ account: other.id })))
      const names = (await run(({ groups }) => groups.of(account.id))).map(({ name }) => name)
      expect(names).toEqual(['B', 'a', 'a 1', 'b', 'é'])
    })

    test('`list` returns the newest first, then by id descending, in pages, with tags and counts', async () => {
      const fixture = await openFixture()
      const a = await fixture.group({ createdAt: after(1), tags: [aTag()] })
      const b = await fixture.group({ createdAt: after(3) })
      const c = await fixture.group({ createdAt: after(1) })
      await fixture.member(await fixture.contact(), a)
      const counted = { ...a, contactCount: 1 }
      expect(await list(fixture)).toEqual({ page: 1, limit: 20, totalCount: 3, results: [b, c, counted] })
      expect(await list(fixture, { page: 2, limit: 2 })).toEqual({
        page: 2,
        limit: 2,
        totalCount: 3,
        results: [counted],
      })
      expect(await list(fixture, { page: 5 })).toMatchObject({ totalCount: 3, results: [] })
    })

    test('`list` excludes groups of other accounts', async () => {
      const fixture = await openFixture()
      const other = await fixture.neighbour()
      await fixture.run(({ groups }) => groups.put(aGroup({ account: other.id })))
      expect(await list(fixture)).toMatchObject({ totalCount: 0, results: [] })
    })

    test.each([
      ['vip', ['VIP Club']],
      ['P C', ['VIP Club']],
      ['club', ['VIP Club', 'clubs']],
      ['É', ['Café 50%_\\']],
      ['%', ['Café 50%_\\']],
      ['%_\\', ['Café 50%_\\']],
      ['c_u', []],
      ['news', []],
    ])('`list` filters by part of the name, ignoring case: %s', async (name, found) => {
      const fixture = await openFixture()
      for (const groupName of ['VIP Club', 'clubs', 'Café 50%_\\']) await fixture.group({ name: groupName })
      const { results, totalCount } = await list(fixture, { name })
      expect(results.map((group) => group.name).sort()).toEqual(found)
      expect(totalCount).toBe(found.length)
    })

    test('`list` filters by the name that was saved last', async () => {
      const fixture = await openFixture()
      const group = await fixture.group({ name: 'Old' })
      await fixture.run(({ groups }) => groups.put({ ...group, name: 'New' }))
      expect((await list(fixture, { name: 'old' })).totalCount).toBe(0)
      expect((await list(fixture, { name: 'new' })).totalCount).toBe(1)
    })
  })

  describe('groups: count', () => {
    test('changes the counts of active members by the given numbers, which can be zero', async () => {
      const { run, account, group, reread } = await openFixture()
      const [a, b, c] = [await group(), await group(), await group()]
      await run(({ groups }) =>
        groups.count(
          account.id,
          new Map([
            [c.id, 5],
            [a.id, 2],
            [b.id, 0],
          ]),
        ),
      )
      await run(({ groups }) =>
        groups.count(
          account.id,
          new Map([
            [c.id, -4],
            [a.id, 1],
          ]),
        ),
      )
      const counts = await Promise.all([a, b, c].map(async (one) => (await reread(one)).contactCount))
      expect(counts).toEqual([3, 0, 1])
    })

    test.each([1, 0, -1])('fails if a group was removed, for a change by %i', async (change) => {
      const { run, account, group } = await openFixture()
      const gone = await group()
      await run(({ groups }) => groups.remove(account.id, gone.id))
      const counting = run(({ groups }) => groups.count(account.id, new Map([[gone.id, change]])))
      await expect(counting).rejects.toMatchObject({ code: 'group-not-found' })
    })

    test('fails for a group of another account', async () => {
      const { run, group, neighbour } = await openFixture()
      const [ours, other] = [await group(), await neighbour()]
      const counting = run(({ groups }) => groups.count(other.id, new Map([[ours.id, 1]])))
      await expect(counting).rejects.toMatchObject({ code: 'group-not-found' })
    })

    test('loses no change when calls run concurrently, whatever the order of their groups', async () => {
      const { run, account, group, reread } = await openFixture()
      const [a, b] = [await group(), await group()]
      const changes = [a, b].map(({ id }) => [id, 1] as const)
      const count = (i: number) =>
        run(({ groups }) => groups.count(account.id, new Map(i % 2 === 0 ? changes : changes.toReversed())))
      await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(count))
      expect(await reread(a)).toMatchObject({ contactCount: 8 })
      expect(await reread(b)).toMatchObject({ contactCount: 8 })
    })
  })

  describeGroupRemoval(openFixture)
}

function list({ run, account }: AccountFixture, query: Partial<GroupQuery> = {}) {
  return run(({ groups }) => groups.list(account.id, { page: 1, limit: 20, name: null, ...query }))
}
