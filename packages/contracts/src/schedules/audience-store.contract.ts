import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, ids, phoneOf } from '../fixtures/builders.js'
import { describeAudienceChunks } from './audience-chunks.contract.js'
import { describeAudienceCountries } from './audience-countries.contract.js'
import { describeAudienceReads } from './audience-looks.contract.js'
import { audienceStoreFixture, membersOf } from './audience-store-fixture.js'
import { describeAudienceZones } from './audience-zones.contract.js'

export function describeAudienceStore(open: OpenTestAdapters) {
  const openFixture = () => audienceStoreFixture(open)

  describe('a stored audience of groups', () => {
    test('contains the active members of any of the groups, each once, by number', async () => {
      const { group, contacts, member, reached } = await openFixture()
      const [one, two, three] = [await group(), await group(), await group()]
      const [cat, ann, bob, dan] = await contacts({ phone: CAT }, {}, { phone: BOB }, { phone: phoneOf(104) })
      for (const each of [three, one, two]) await member(ann!, each)
      await member(cat!, one)
      await member(bob!, two)
      await member(dan!, three)
      expect(await reached(membersOf(one, two, three))).toEqual([ANN, BOB, CAT, phoneOf(104)])
      expect(await reached(membersOf(two, one))).toEqual([ANN, BOB, CAT])
      expect(await reached(membersOf(three))).toEqual([ANN, phoneOf(104)])
    })

    test('excludes removed and pending members', async () => {
      const { group, contacts, member, reached } = await openFixture()
      const [requested, other] = [await group(), await group()]
      const [ann, bob, cat] = await contacts({}, { phone: BOB }, { phone: CAT })
      await member(ann!, requested, { state: 'removed' })
      await member(bob!, requested, { state: 'pending' })
      await member(cat!, requested)
      for (const contact of [ann!, bob!]) await member(contact, other)
      expect(await reached(membersOf(requested))).toEqual([CAT])
    })

    test('excludes opted-out numbers', async () => {
      const { group, crowd, optOut, reached } = await openFixture()
      const requested = await group()
      await crowd(requested, [{}, { phone: BOB }])
      await optOut(ANN)
      expect(await reached(membersOf(requested))).toEqual([BOB])
    })

    test('is evaluated again each time it is stored', async () => {
      const { group, crowd, contact, member, optOut, reached } = await openFixture()
      const requested = await group()
      await crowd(requested, [{}])
      expect(await reached(membersOf(requested))).toEqual([ANN])
      await member(await contact({ phone: BOB }), requested)
      expect(await reached(membersOf(requested))).toEqual([ANN, BOB])
      await optOut(ANN)
      expect(await reached(membersOf(requested))).toEqual([BOB])
    })

    test('can be empty', async () => {
      const { group, fix, reached } = await openFixture()
      const empty = membersOf(await group())
      expect(await fix(empty)).toEqual(new Map())
      expect(await reached(empty)).toEqual([])
      expect(await fix({ kind: 'groups', groups: [ids.next('grp')] })).toEqual(new Map())
    })

    test('excludes contacts of another account with the same groups and numbers', async () => {
      const { account, group, contact, member, neighbour, crowd, run, reached } = await openFixture()
      const [other, requested] = [await neighbour(), await group()]
      const theirs = { ...requested, account: other.id }
      await run(({ groups }) => groups.put(theirs))
      const [ann, bob] = [await contact(), await contact({ phone: BOB })]
      await member(ann, requested)
      await crowd(theirs, [{ id: ann.id, phone: CAT }, { id: bob.id, phone: BOB }, { phone: phoneOf(1) }])
      expect(await reached(membersOf(requested), account.id)).toEqual([ANN])
      expect(await reached(membersOf(requested), other.id)).toEqual([phoneOf(1), BOB, CAT])
    })
  })

  describe('a stored audience of a list', () => {
    test('contains the listed contacts who may be texted, by number', async () => {
      const { group, crowd, contact, optOut, leaver, listOf, reached } = await openFixture()
      await crowd(await group(), [{ phone: CAT }, {}, { phone: BOB }, { phone: phoneOf(104) }])
      await contact({ phone: phoneOf(105) })
      await leaver(phoneOf(106))
      await optOut(BOB)
      expect(await reached(await listOf([phoneOf(106), phoneOf(105), BOB, CAT, ANN]))).toEqual([ANN, CAT])
      expect(await reached(await listOf([]))).toEqual([])
      expect(await reached({ kind: 'list', list: ids.next('lst') })).toEqual([])
    })

    test('belongs to one account', async () => {
      const { group, crowd, neighbour, listOf, reached } = await openFixture()
      await crowd(await group(), [{}])
      expect(await reached(await listOf([ANN]), (await neighbour()).id)).toEqual([])
    })
  })

  describeAudienceZones(openFixture)
  describeAudienceChunks(openFixture)
  describeAudienceReads(openFixture)
  describeAudienceCountries(openFixture)
}
