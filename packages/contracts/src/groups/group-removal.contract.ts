import { describe, expect, test } from '@jest/globals'
import { groupNotFound, type Contact, type Group } from '@carillon/core'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { BOB, aMembership, aTag, ids, phoneOf } from '../fixtures/builders.js'

/** The part of the group store's contract for `remove`, also when it races with joins. */
export function describeGroupRemoval(openFixture: () => Promise<AccountFixture>) {
  describe('groups: remove', () => {
    test('deletes an empty group; its name can still be read', async () => {
      const fixture = await openFixture()
      const { run, account } = fixture
      const [gone, kept] = [
        await fixture.group({ name: 'Gone' }),
        await fixture.group({ name: 'Kept', tags: [aTag()] }),
      ]
      expect(await run(({ groups }) => groups.remove(account.id, gone.id))).toBe(true)
      expect(await run(({ groups }) => groups.find(account.id, [gone.id, kept.id]))).toEqual(new Map([[kept.id, kept]]))
      expect(await run(({ groups }) => groups.of(account.id))).toEqual([kept])
      const page = await run(({ groups }) => groups.list(account.id, { page: 1, limit: 20, name: null }))
      expect(page).toMatchObject({ totalCount: 1, results: [kept] })
      const names = await run(({ groups }) => groups.names(account.id, [gone.id, kept.id, ids.next('grp')]))
      expect(names).toEqual(
        new Map([
          [gone.id, 'Gone'],
          [kept.id, 'Kept'],
        ]),
      )
    })

    test('frees the name for a new group', async () => {
      const { run, account, group } = await openFixture()
      const gone = await group({ name: 'VIP', tags: [aTag({ name: 'tag' })] })
      await run(({ groups }) => groups.remove(account.id, gone.id))
      const again = await group({ name: 'VIP' })
      expect(await run(({ groups }) => groups.of(account.id))).toEqual([again])
    })

    test.each(['active', 'pending'] as const)('refuses while the group has a member who is %s', async (state) => {
      const { run, account, contact, group, member, reread } = await openFixture()
      const vip = await group()
      await member(await contact(), vip, { state })
      const before = await reread(vip)
      expect(await run(({ groups }) => groups.remove(account.id, vip.id))).toBe(false)
      expect(await reread(vip)).toEqual(before)
    })

    test('succeeds if all members have left', async () => {
      const { run, account, contact, group, member } = await openFixture()
      const [ann, vip] = [await contact(), await group()]
      await member(ann, vip, { state: 'removed' })
      expect(await run(({ groups }) => groups.remove(account.id, vip.id))).toBe(true)
      expect(await run(({ memberships }) => memberships.of(account.id, [ann.id]))).toEqual([])
    })

    test('does not delete the group of another account', async () => {
      const { run, group, neighbour, reread } = await openFixture()
      const [ours, other] = [await group(), await neighbour()]
      await run(({ groups }) => groups.remove(other.id, ours.id))
      expect(await reread(ours)).toEqual(ours)
      expect(await run(({ groups }) => groups.names(other.id, [ours.id]))).toEqual(new Map())
    })

    test.each([
      ['active', 'the join first'],
      ['active', 'the removal first'],
      ['pending', 'the join first'],
      ['pending', 'the removal first'],
    ] as const)('and a concurrent join as %s: only one of the two succeeds (%s)', async (state, order) => {
      const fixture = await openFixture()
      const [ann, vip] = [await fixture.contact(), await fixture.group()]
      const moves = [
        () => join(fixture, ann, vip, state),
        () => fixture.run((stores) => stores.groups.remove(vip.account, vip.id)),
      ]
      const started = (order === 'the join first' ? moves : moves.toReversed()).map((move) => move())
      const [joined, removed] = await Promise.allSettled(order === 'the join first' ? started : started.toReversed())
      const members = await fixture.run(({ memberships }) => memberships.of(ann.account, [ann.id]))
      if (joined!.status === 'fulfilled') {
        expect(removed).toEqual({ status: 'fulfilled', value: false })
        expect(members).toHaveLength(1)
        expect(await fixture.reread(vip)).toMatchObject({ contactCount: state === 'active' ? 1 : 0 })
      } else {
        expect(joined!.reason).toMatchObject({ code: 'group-not-found' })
        expect(removed).toEqual({ status: 'fulfilled', value: true })
        expect(members).toEqual([])
      }
    })

    test('is not called: concurrent joins are all counted', async () => {
      const fixture = await openFixture()
      const [vip, people] = [
        await fixture.group(),
        await fixture.contacts(...[1, 2, 3, 4, 5, 6].map((n) => ({ phone: phoneOf(n) }))),
      ]
      await Promise.all(people.map((person) => join(fixture, person, vip, 'active')))
      expect(await fixture.reread(vip)).toMatchObject({ contactCount: 6 })
    })

    test('succeeds once the last member has left', async () => {
      const fixture = await openFixture()
      const [ann, bob] = await fixture.contacts({}, { phone: BOB })
      const vip = await fixture.group()
      for (const contact of [ann!, bob!]) await fixture.member(contact, vip)
      for (const contact of [ann!, bob!]) {
        expect(await fixture.run(({ groups }) => groups.remove(vip.account, vip.id))).toBe(false)
        await fixture.run(({ memberships }) =>
          memberships.save([aMembership({ contact, group: vip, state: 'removed' })]),
        )
      }
      expect(await fixture.run(({ groups }) => groups.remove(vip.account, vip.id))).toBe(true)
    })
  })
}

/** Joins as a use case does: finds the group, saves the membership, and updates the count. */
function join({ run }: AccountFixture, contact: Contact, group: Group, state: 'active' | 'pending') {
  return run(async ({ groups, memberships }) => {
    const found = await groups.find(group.account, [group.id])
    if (!found.has(group.id)) throw groupNotFound(group)
    await memberships.save([aMembership({ contact, group, state })])
    await groups.count(group.account, new Map([[group.id, state === 'active' ? 1 : 0]]))
  })
}
