import { describe, expect, test } from '@jest/globals'
import { ANN, BOB, CAT, ids, phoneOf } from '../fixtures/builders.js'
import { membersOf, type AudienceStoreFixture } from './audience-store-fixture.js'

/** The part of the audience store's contract for reading an audience whose recipients are not stored yet. */
export function describeAudienceReads(openFixture: () => Promise<AudienceStoreFixture>) {
  describe('the preview of an audience', () => {
    /** Two contacts who may be texted, one who texted STOP, and two in no group: Dan, and Eve, who left all groups. */
    const openMixed = async () => {
      const fixture = await openFixture()
      const group = await fixture.group()
      const [dan, eve] = [phoneOf(104), phoneOf(105)]
      await fixture.crowd(group, [{ phone: CAT }, {}, { phone: BOB }])
      await fixture.contact({ phone: dan })
      await fixture.leaver(eve)
      await fixture.optOut(BOB)
      return { ...fixture, group, dan, eve }
    }

    test('counts the members and, for each reason, those who may not be texted', async () => {
      const { group, dan, eve, listOf, survey } = await openMixed()
      expect(await survey(membersOf(group))).toEqual({
        submitted: 3,
        elsewhere: 0,
        refused: { 'hard-opted-out': 1, 'not-opted-in': 0 },
      })
      expect(await survey(await listOf([ANN, BOB, CAT, dan, eve]))).toEqual({
        submitted: 5,
        elsewhere: 0,
        refused: { 'hard-opted-out': 1, 'not-opted-in': 2 },
      })
    })

    test('counts a number as opted out if it texted STOP and is in no group', async () => {
      const { dan, optOut, listOf, survey } = await openMixed()
      await optOut(dan)
      const { submitted, refused } = await survey(await listOf([dan]))
      expect([submitted, refused]).toEqual([1, { 'hard-opted-out': 1, 'not-opted-in': 0 }])
    })

    test('counts each contact once, and only if the contact is active in one of the groups', async () => {
      const { group, contact, member, survey } = await openFixture()
      const [one, two, three] = [await group(), await group(), await group()]
      const [ann, bob] = [await contact(), await contact({ phone: BOB })]
      for (const each of [one, two]) await member(ann, each)
      await member(bob, one, { state: 'pending' })
      await member(bob, two, { state: 'removed' })
      await member(bob, three)
      expect(await survey(membersOf(one, two))).toMatchObject({ submitted: 1 })
      expect(await survey(membersOf(one, two, three))).toMatchObject({ submitted: 2 })
    })

    test('lists the first contacts who may be texted, by number', async () => {
      const { group, dan, eve, listOf, first } = await openMixed()
      for (const audience of [membersOf(group), await listOf([eve, CAT, dan, BOB, ANN])]) {
        expect(await first(audience)).toEqual([ANN, CAT])
        expect(await first(audience, 2)).toEqual([ANN, CAT])
        expect(await first(audience, 1)).toEqual([ANN])
        expect(await first(audience, 0)).toEqual([])
      }
    })

    test('lists each contact once, up to the limit', async () => {
      const { group, crowd, first } = await openFixture()
      const [one, two] = [await group(), await group()]
      const phones = Array.from({ length: 30 }, (_, i) => phoneOf(i))
      const contacts = phones.map((phone) => ({ phone, id: ids.next('con') }))
      for (const each of [one, two]) await crowd(each, contacts)
      const audience = membersOf(one, two)
      expect(await first(audience)).toEqual(phones)
      expect(await first(audience, 10)).toEqual(phones.slice(0, 10))
    })

    test('does not change the audience', async () => {
      const { group, survey, first, reached } = await openMixed()
      const audience = membersOf(group)
      await survey(audience)
      await first(audience)
      expect(await reached(audience)).toEqual([ANN, CAT])
    })

    test('can be empty', async () => {
      const { group, survey, first } = await openFixture()
      const noRecipients = { submitted: 0, elsewhere: 0, refused: { 'hard-opted-out': 0, 'not-opted-in': 0 } }
      for (const audience of [membersOf(await group()), { kind: 'list', list: ids.next('lst') } as const]) {
        expect([await survey(audience), await first(audience)]).toEqual([noRecipients, []])
      }
    })

    test('excludes contacts of another account with the same group and contact ids', async () => {
      const { account, run, group, contact, member, neighbour, crowd, survey, first, optOut } = await openFixture()
      const [other, requested] = [await neighbour(), await group()]
      const theirs = { ...requested, account: other.id }
      await run(({ groups }) => groups.put(theirs))
      const [ann, bob] = [await contact(), await contact({ phone: BOB })]
      await member(ann, requested)
      await crowd(theirs, [{ id: ann.id, phone: CAT }, { id: bob.id, phone: BOB }, {}])
      await optOut(BOB)
      expect(await first(membersOf(requested))).toEqual([ANN])
      expect(await survey(membersOf(requested), account.id)).toMatchObject({ submitted: 1 })
      const ofTheirs = await survey(membersOf(requested), other.id)
      expect(ofTheirs).toEqual({ submitted: 3, elsewhere: 0, refused: { 'hard-opted-out': 0, 'not-opted-in': 0 } })
    })
  })
}
