import { describe, expect, test } from '@jest/globals'
import { chunksOf, parseTimeZone, type BroadcastId, type Contact, type TimeZone } from '@carillon/core'
import { audienceHouseOf, membersOf } from './audience-house.js'
import { describeAudienceLooks } from './audience-looks.contract.js'
import { ANN, BOB, CAT, ids, phoneOf } from './builders.js'
import type { OpenTestAdapters } from './test-adapters.js'

const [PARIS, DENVER, CHICAGO, HONOLULU] = [
  'Europe/Paris',
  'America/Denver',
  'America/Chicago',
  'Pacific/Honolulu',
].map(parseTimeZone) as [TimeZone, TimeZone, TimeZone, TimeZone]

export function describeAudienceStore(open: OpenTestAdapters) {
  const openHouse = () => audienceHouseOf(open)

  describe('a fixed audience of groups', () => {
    test('has the active members of any of them, each once, by number', async () => {
      const { group, contacts, member, reached } = await openHouse()
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

    test('has nobody who was removed or has not confirmed', async () => {
      const { group, contacts, member, reached } = await openHouse()
      const [asked, other] = [await group(), await group()]
      const [ann, bob, cat] = await contacts({}, { phone: BOB }, { phone: CAT })
      await member(ann!, asked, { state: 'removed' })
      await member(bob!, asked, { state: 'pending' })
      await member(cat!, asked)
      for (const contact of [ann!, bob!]) await member(contact, other)
      expect(await reached(membersOf(asked))).toEqual([CAT])
    })

    test('has nobody who has opted out', async () => {
      const { group, crowd, optOut, reached } = await openHouse()
      const asked = await group()
      await crowd(asked, [{}, { phone: BOB }])
      await optOut(ANN)
      expect(await reached(membersOf(asked))).toEqual([BOB])
    })

    test('is evaluated anew each time', async () => {
      const { group, crowd, contact, member, optOut, reached } = await openHouse()
      const asked = await group()
      await crowd(asked, [{}])
      expect(await reached(membersOf(asked))).toEqual([ANN])
      await member(await contact({ phone: BOB }), asked)
      expect(await reached(membersOf(asked))).toEqual([ANN, BOB])
      await optOut(ANN)
      expect(await reached(membersOf(asked))).toEqual([BOB])
    })

    test('may have nobody in it', async () => {
      const { group, fix, reached } = await openHouse()
      const empty = membersOf(await group())
      expect(await fix(empty)).toEqual(new Map())
      expect(await reached(empty)).toEqual([])
      expect(await fix({ kind: 'groups', groups: [ids.next('grp')] })).toEqual(new Map())
    })

    test('has none of another account, though that has the same groups and numbers', async () => {
      const { account, group, contact, member, neighbour, crowd, run, reached } = await openHouse()
      const [other, asked] = [await neighbour(), await group()]
      const theirs = { ...asked, account: other.id }
      await run(({ groups }) => groups.put(theirs))
      const [ann, bob] = [await contact(), await contact({ phone: BOB })]
      await member(ann, asked)
      await crowd(theirs, [{ id: ann.id, phone: CAT }, { id: bob.id, phone: BOB }, { phone: phoneOf(1) }])
      expect(await reached(membersOf(asked), account.id)).toEqual([ANN])
      expect(await reached(membersOf(asked), other.id)).toEqual([phoneOf(1), BOB, CAT])
    })
  })

  describe('a fixed audience of a list', () => {
    test('has those on it who may be texted, by number', async () => {
      const { group, crowd, contact, optOut, leaver, listOf, reached } = await openHouse()
      await crowd(await group(), [{ phone: CAT }, {}, { phone: BOB }, { phone: phoneOf(104) }])
      await contact({ phone: phoneOf(105) })
      await leaver(phoneOf(106))
      await optOut(BOB)
      expect(await reached(await listOf([phoneOf(106), phoneOf(105), BOB, CAT, ANN]))).toEqual([ANN, CAT])
      expect(await reached(await listOf([]))).toEqual([])
      expect(await reached({ kind: 'list', list: ids.next('lst') })).toEqual([])
    })

    test('is of one account', async () => {
      const { group, crowd, neighbour, listOf, reached } = await openHouse()
      await crowd(await group(), [{}])
      expect(await reached(await listOf([ANN]), (await neighbour()).id)).toEqual([])
    })
  })

  describe('the zones of a fixed audience', () => {
    const openZones = async () => {
      const house = await openHouse()
      const group = await house.group()
      const people: readonly Partial<Contact>[] = [
        { phone: phoneOf(5), tz: 'America/Denver' },
        { phone: phoneOf(4), tz: null },
        { phone: phoneOf(3), tz: 'America/Chicago' },
        { phone: phoneOf(2), tz: 'America/Denver' },
        { phone: phoneOf(1), tz: null },
      ]
      await house.crowd(group, people)
      const fix = async (zone: TimeZone, named: readonly TimeZone[], { byZone = true } = {}) => {
        const broadcasts = new Map(named.map((own) => [own, ids.next('brc') as BroadcastId]))
        const counts = await house.fix(membersOf(group), { byZone, zone, broadcasts })
        const phones = async (id: BroadcastId) =>
          (await house.chunksOf(id)).flatMap(({ recipients }) => recipients.phones)
        const fixed = await Promise.all([...broadcasts].map(async ([own, id]) => [own, await phones(id)] as const))
        for (const [own, reached] of fixed) expect(counts.get(own) ?? 0).toBe(reached.length)
        const reached = new Map(fixed.filter(([own]) => counts.has(own)))
        expect([...counts.keys()].toSorted()).toEqual([...reached.keys()].toSorted())
        return reached
      }
      return { ...house, group, fixZones: fix }
    }

    test("are each contact's own, and the given one for those without any", async () => {
      const { fixZones } = await openZones()
      expect(await fixZones(PARIS, [HONOLULU, DENVER, PARIS, CHICAGO])).toEqual(
        new Map([
          [DENVER, [phoneOf(2), phoneOf(5)]],
          [CHICAGO, [phoneOf(3)]],
          [PARIS, [phoneOf(1), phoneOf(4)]],
        ]),
      )
    })

    test('may be one for those whose own it is and those without any', async () => {
      const { fixZones } = await openZones()
      expect(await fixZones(DENVER, [DENVER, CHICAGO])).toEqual(
        new Map([
          [DENVER, [1, 2, 4, 5].map(phoneOf)],
          [CHICAGO, [phoneOf(3)]],
        ]),
      )
    })

    test('that are not named leave their contacts out', async () => {
      const { fixZones } = await openZones()
      expect(await fixZones(PARIS, [CHICAGO])).toEqual(new Map([[CHICAGO, [phoneOf(3)]]]))
      expect(await fixZones(PARIS, [])).toEqual(new Map())
      expect(await fixZones(PARIS, [DENVER], { byZone: false })).toEqual(new Map())
    })

    test('do not count where it is sent everywhere at once', async () => {
      const { fixZones } = await openZones()
      const all = new Map([[DENVER, [1, 2, 3, 4, 5].map(phoneOf)]])
      expect(await fixZones(DENVER, [DENVER, CHICAGO], { byZone: false })).toEqual(all)
    })

    test('are only counted where there is no broadcast for them', async () => {
      const { fix, group, chunksOf: fixed } = await openZones()
      const id = ids.next('brc')
      const broadcasts = new Map([
        [CHICAGO, null],
        [DENVER, id],
        [HONOLULU, null],
        [PARIS, null],
      ])
      const counts = await fix(membersOf(group), { byZone: true, zone: PARIS, broadcasts })
      expect(counts).toEqual(
        new Map([
          [CHICAGO, 1],
          [DENVER, 2],
          [PARIS, 2],
        ]),
      )
      expect((await fixed(id)).map(({ recipients }) => recipients.phones)).toEqual([[phoneOf(2), phoneOf(5)]])
    })
  })

  describe('the chunks of a fixed audience', () => {
    const openCrowd = async (count: number) => {
      const house = await openHouse()
      const group = await house.group()
      // 7,919 and 10,000 have no common divisor: each number once, and in no order.
      const phones = Array.from({ length: count }, (_, i) => phoneOf((i * 7_919) % 10_000))
      await house.crowd(
        group,
        phones.map((phone, i) => ({ phone, tz: i % 3 === 0 ? 'America/Denver' : 'America/Chicago' })),
      )
      return { ...house, group, phones: phones.toSorted() }
    }

    test('are those that chunksOf makes', async () => {
      const { account, group, phones, fix, chunksOf: fixed } = await openCrowd(2_345)
      const id = ids.next('brc')
      const counts = await fix(membersOf(group), { zone: PARIS, broadcasts: new Map([[PARIS, id]]) })
      expect(counts).toEqual(new Map([[PARIS, 2_345]]))
      const expected = chunksOf({ id, account: account.id }, { phones, keys: null, bodies: null, mediaUrls: null })
      expect(expected.map(({ recipients }) => recipients.phones.length)).toEqual([1_000, 1_000, 345])
      expect(await fixed(id)).toEqual(expected)
    })

    test('begin anew in each zone', async () => {
      const { group, fix, chunksOf: fixed } = await openCrowd(2_345)
      const zones = [DENVER, CHICAGO].map((zone) => [zone, ids.next('brc')] as const)
      await fix(membersOf(group), { byZone: true, zone: PARIS, broadcasts: new Map(zones) })
      const lengths = zones.map(async ([, id]) =>
        (await fixed(id)).map(({ number, firstPosition, recipients }) => [
          number,
          firstPosition,
          recipients.phones.length,
        ]),
      )
      expect(await Promise.all(lengths)).toEqual([
        [[0, 0, 782]],
        [
          [0, 0, 1_000],
          [1, 1_000, 563],
        ],
      ])
    })

    test('are full where it comes out even', async () => {
      const { group, fix, chunksOf: fixed } = await openCrowd(1_000)
      const id = ids.next('brc')
      await fix(membersOf(group), { zone: PARIS, broadcasts: new Map([[PARIS, id]]) })
      expect((await fixed(id)).map(({ recipients }) => recipients.phones.length)).toEqual([1_000])
    })

    test('go when they are released, and no others', async () => {
      const { account, neighbour, group, crowd, run, fix, audiences, chunksOf: fixed } = await openHouse()
      const [asked, other] = [await group(), await neighbour()]
      const theirs = { ...asked, account: other.id }
      await run(({ groups }) => groups.put(theirs))
      for (const own of [asked, theirs]) await crowd(own, [{}, { phone: BOB }])
      const [first, second] = [ids.next('brc'), ids.next('brc')]
      for (const id of [first, second]) {
        await fix(membersOf(asked), { zone: PARIS, broadcasts: new Map([[PARIS, id]]) })
      }
      await fix(membersOf(theirs), { account: other.id, zone: PARIS, broadcasts: new Map([[PARIS, first]]) })
      await audiences((store) => store.release(account.id, first))
      const left = [await fixed(first), await fixed(second), await fixed(first, other.id)]
      expect(left.map((chunks) => chunks.length)).toEqual([0, 1, 1])
      await audiences((store) => store.release(account.id, ids.next('brc')))
    })

    test('are undone with their unit of work', async () => {
      const { account, group, crowd, run, chunksOf: fixed } = await openHouse()
      const asked = await group()
      await crowd(asked, [{}])
      const id = ids.next('brc')
      const failing = run(async ({ audiences }) => {
        const broadcasts = new Map([[PARIS, id]])
        await audiences.fix({ account: account.id, audience: membersOf(asked), byZone: false, zone: PARIS, broadcasts })
        throw new Error('Undone')
      })
      await expect(failing).rejects.toThrow('Undone')
      expect(await fixed(id)).toEqual([])
    })
  })

  describeAudienceLooks(openHouse)
}
