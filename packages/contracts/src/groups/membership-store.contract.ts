import { describe, expect, test } from '@jest/globals'
import type { Contact } from '@carillon/core'
import { accountFixture, type AccountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { BOB, aMembership, after } from '../fixtures/builders.js'

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

    test('do not change when an empty list is saved', async () => {
      const fixture = await openFixture()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(fixture)
      const kept = [await fixture.member(ann, groups[0]), await fixture.member(bob, groups[1], { since: after(1) })]
      await fixture.run(({ memberships }) => memberships.save([]))
      expect(await of(fixture, ann, bob)).toEqual(kept)
    })

    test('are not visible to other accounts', async () => {
      const fixture = await openFixture()
      const { ann, groups } = await twoContactsAndThreeGroups(fixture)
      await fixture.member(ann, groups[0])
      const neighbour = await fixture.neighbour()
      expect(await fixture.run(({ memberships }) => memberships.of(neighbour.id, [ann.id]))).toEqual([])
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
