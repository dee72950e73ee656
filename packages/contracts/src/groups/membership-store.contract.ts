import { describe, expect, test } from '@jest/globals'
import type { Contact, MemberQuery } from '@carillon/core'
import { accountFixture, type AccountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { BOB, CAT, aMembership, after } from '../fixtures/builders.js'

export function describeMembershipStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('memberships', () => {
    test('of contacts include pending and active ones, but not removed ones', async () => {
      const fixture = await openFixture()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(fixture)
      const active = aMembership({ contact: ann, group: groups[0] })
      const pending = aMembership({ contact: bob, group: groups[1], state: 'pending', since: after(1) })
      const removed = aMembership({ contact: ann, group: groups[2], state: 'removed' })
      await fixture.run(({ memberships }) => memberships.save([pending, removed, active]))
      expect(await of(fixture, ann, bob)).toEqual([active, pending])
      expect(await of(fixture, bob)).toEqual([pending])
      expect(await of(fixture)).toEqual([])
    })

    test('are ordered oldest first, then by group', async () => {
      const fixture = await openFixture()
      const { ann, groups } = await twoContactsAndThreeGroups(fixture)
      const [a, b, c] = groups.map((group, i) => aMembership({ contact: ann, group, since: after(i === 2 ? 0 : 5) }))
      await fixture.run(({ memberships }) => memberships.save([b!, a!, c!]))
      expect(await of(fixture, ann)).toEqual([c, a, b])
    })

    test('are replaced when a membership of the same contact and group is saved', async () => {
      const fixture = await openFixture()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(fixture)
      const [first, second] = [ann, bob].map((contact) => aMembership({ contact, group: groups[0], state: 'pending' }))
      await fixture.run(({ memberships }) => memberships.save([first!, second!]))
      const confirmed = aMembership({ contact: ann, group: groups[0], since: after(60) })
      await fixture.run(({ memberships }) => memberships.save([confirmed]))
      expect(await of(fixture, ann, bob)).toEqual([second, confirmed])
    })

    test('that were removed can become active again', async () => {
      const fixture = await openFixture()
      const { ann, groups } = await twoContactsAndThreeGroups(fixture)
      const active = aMembership({ contact: ann, group: groups[0] })
      for (const state of ['active', 'removed', 'active'] as const) {
        await fixture.run(({ memberships }) => memberships.save([{ ...active, state }]))
      }
      expect(await of(fixture, ann)).toEqual([active])
    })

    test('of one contact and group are stored once by concurrent joins', async () => {
      const fixture = await openFixture()
      const { ann, groups } = await twoContactsAndThreeGroups(fixture)
      const membership = aMembership({ contact: ann, group: groups[0] })
      const join = () => fixture.run(({ memberships }) => memberships.save([membership]))
      await Promise.all([join(), join(), join()])
      expect(await of(fixture, ann)).toEqual([membership])
    })

    test('that are pending are listed in all groups, newest first, in steps', async () => {
      const fixture = await openFixture()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(fixture)
      const pending = (contact: typeof ann, group: (typeof groups)[number], seconds: number) =>
        aMembership({ contact, group, state: 'pending', since: after(seconds) })
      const oldest = pending(ann, groups[0]!, 1)
      const middle = [pending(ann, groups[1]!, 2), pending(bob, groups[1]!, 2), pending(bob, groups[2]!, 2)]
      const active = aMembership({ contact: bob, group: groups[0], since: after(3) })
      await fixture.run(({ memberships }) => memberships.save([oldest, ...middle, active]))
      const step = (limit: number, last: typeof oldest | null = null) =>
        fixture.run(({ memberships }) => memberships.pending(fixture.account.id, { after: last, limit }))
      const all = await step(10)
      expect(all).toHaveLength(4)
      expect(all.at(-1)).toMatchObject({ ...oldest, phone: expect.stringMatching(/^[+]/) })
      const expected = [...middle].sort((a, b) => (`${a.contact} ${a.group}` < `${b.contact} ${b.group}` ? 1 : -1))
      expect(all.slice(0, 3)).toMatchObject(expected)
      expect([...(await step(2)), ...(await step(2, expected[1]))]).toEqual(all)
      expect(await step(2, oldest)).toEqual([])
    })

    test('do not change when an empty list is saved', async () => {
      const fixture = await openFixture()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(fixture)
      const kept = [await fixture.member(ann, groups[0]), await fixture.member(bob, groups[1], { since: after(1) })]
      await fixture.run(({ memberships }) => memberships.save([]))
      expect(await of(fixture, ann, bob)).toEqual(kept)
    })

    test('of a group are listed with their contacts, newest contacts first, in steps', async () => {
      const { run, account, contact, group, member } = await openFixture()
      const vip = await group()
      const [ann, bob, cat] = [
        await contact({ firstName: 'Ann', lastName: 'Lee' }),
        await contact({ phone: BOB }),
        await contact({ phone: CAT }),
      ]
      const joined = [
        await member(ann, vip),
        await member(bob, vip, { state: 'pending', since: after(9) }),
        await member(cat, vip),
      ]
      await member(bob, await group({ name: 'Other' }))
      const listed = (query: Partial<MemberQuery> = {}) =>
        run(({ memberships }) =>
          memberships.members(account.id, { group: vip.id, state: null, after: null, limit: 10, ...query }),
        )
      const named = { phone: ann.phone, firstName: 'Ann', lastName: 'Lee' }
      const nameless = { firstName: null, lastName: null }
      const members = [
        { ...joined[2]!, phone: CAT, ...nameless },
        { ...joined[1]!, phone: BOB, ...nameless },
        { ...joined[0]!, ...named },
      ]
      expect(await listed()).toEqual(members)
      expect(await listed({ limit: 2 })).toEqual(members.slice(0, 2))
      expect(await listed({ limit: 2, after: bob.id })).toEqual(members.slice(2))
      expect(await listed({ state: 'pending' })).toEqual([members[1]])
      await member(cat, vip, { state: 'removed' })
      expect(await listed({ state: 'active' })).toEqual([members[2]])
    })

    test('are not visible to other accounts', async () => {
      const fixture = await openFixture()
      const { ann, groups } = await twoContactsAndThreeGroups(fixture)
      await fixture.member(ann, groups[0])
      const neighbour = await fixture.neighbour()
      expect(await fixture.run(({ memberships }) => memberships.of(neighbour.id, [ann.id]))).toEqual([])
      const query = { group: groups[0].id, state: null, after: null, limit: 10 }
      expect(await fixture.run(({ memberships }) => memberships.members(neighbour.id, query))).toEqual([])
    })
  })
}

async function twoContactsAndThreeGroups(fixture: AccountFixture) {
  const [ann, bob] = [await fixture.contact(), await fixture.contact({ phone: BOB })]
  return { ann, bob, groups: [await fixture.group(), await fixture.group(), await fixture.group()] as const }
}

function of({ run, account }: AccountFixture, ...contacts: readonly Pick<Contact, 'id'>[]) {
  return run(({ memberships }) =>
    memberships.of(
      account.id,
      contacts.map(({ id }) => id),
    ),
  )
}
