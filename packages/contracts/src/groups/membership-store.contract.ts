import { describe, expect, test } from '@jest/globals'
import type { Contact } from '@carillon/core'
import { BOB, aMembership, after } from '../fixtures/builders.js'
import { houseOf, type House, type OpenTestAdapters } from '../fixtures/house.js'

export function describeMembershipStore(open: OpenTestAdapters) {
  const openHouse = async () => houseOf(await open())

  describe('memberships', () => {
    test('of contacts are their pending and active ones, not those removed', async () => {
      const house = await openHouse()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(house)
      const active = aMembership({ contact: ann, group: groups[0] })
      const pending = aMembership({ contact: bob, group: groups[1], state: 'pending', since: after(1) })
      const removed = aMembership({ contact: ann, group: groups[2], state: 'removed' })
      await house.run(({ memberships }) => memberships.save([pending, removed, active]))
      expect(await of(house, ann, bob)).toEqual([active, pending])
      expect(await of(house, bob)).toEqual([pending])
      expect(await of(house)).toEqual([])
    })

    test('come oldest first, then by group', async () => {
      const house = await openHouse()
      const { ann, groups } = await twoContactsAndThreeGroups(house)
      const [a, b, c] = groups.map((group, i) => aMembership({ contact: ann, group, since: after(i === 2 ? 0 : 5) }))
      await house.run(({ memberships }) => memberships.save([b!, a!, c!]))
      expect(await of(house, ann)).toEqual([c, a, b])
    })

    test('save replaces the one of the same contact and group', async () => {
      const house = await openHouse()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(house)
      const [first, second] = [ann, bob].map((contact) => aMembership({ contact, group: groups[0], state: 'pending' }))
      await house.run(({ memberships }) => memberships.save([first!, second!]))
      const confirmed = aMembership({ contact: ann, group: groups[0], since: after(60) })
      await house.run(({ memberships }) => memberships.save([confirmed]))
      expect(await of(house, ann, bob)).toEqual([second, confirmed])
    })

    test('save takes a removed one up again', async () => {
      const house = await openHouse()
      const { ann, groups } = await twoContactsAndThreeGroups(house)
      const active = aMembership({ contact: ann, group: groups[0] })
      for (const state of ['active', 'removed', 'active'] as const) {
        await house.run(({ memberships }) => memberships.save([{ ...active, state }]))
      }
      expect(await of(house, ann)).toEqual([active])
    })

    test('two that join one contact to one group at once leave one membership', async () => {
      const house = await openHouse()
      const { ann, groups } = await twoContactsAndThreeGroups(house)
      const membership = aMembership({ contact: ann, group: groups[0] })
      const join = () => house.run(({ memberships }) => memberships.save([membership]))
      await Promise.all([join(), join(), join()])
      expect(await of(house, ann)).toEqual([membership])
    })

    test('save of none changes nothing', async () => {
      const house = await openHouse()
      const { ann, bob, groups } = await twoContactsAndThreeGroups(house)
      const kept = [await house.member(ann, groups[0]), await house.member(bob, groups[1], { since: after(1) })]
      await house.run(({ memberships }) => memberships.save([]))
      expect(await of(house, ann, bob)).toEqual(kept)
    })

    test('are not seen by another account', async () => {
      const house = await openHouse()
      const { ann, groups } = await twoContactsAndThreeGroups(house)
      await house.member(ann, groups[0])
      const neighbour = await house.neighbour()
      expect(await house.run(({ memberships }) => memberships.of(neighbour.id, [ann.id]))).toEqual([])
    })
  })
}

async function twoContactsAndThreeGroups(house: House) {
  const [ann, bob] = [await house.contact(), await house.contact({ phone: BOB })]
  return { ann, bob, groups: [await house.group(), await house.group(), await house.group()] as const }
}

function of({ run, account }: House, ...contacts: readonly Pick<Contact, 'id'>[]) {
  return run(({ memberships }) =>
    memberships.of(
      account.id,
      contacts.map(({ id }) => id),
    ),
  )
}
