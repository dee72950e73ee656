import { describe, expect, test } from '@jest/globals'
import { chunksOf, parseTimeZone, type TimeZone } from '@carillon/core'
import { BOB, ids, phoneOf } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { membersOf, type AudienceStoreFixture } from './audience-store-fixture.js'

const [PARIS, DENVER, CHICAGO] = ['Europe/Paris', 'America/Denver', 'America/Chicago'].map(parseTimeZone) as [
  TimeZone,
  TimeZone,
  TimeZone,
]

/** The part of the audience store's contract for the chunks of each broadcast. */
export function describeAudienceChunks(openFixture: () => Promise<AudienceStoreFixture>) {
  describe('chunks of a stored audience', () => {
    const openCrowd = async (count: number) => {
      const fixture = await openFixture()
      const group = await fixture.group()
      // 7,919 and 10,000 are coprime, so no number occurs twice. The order is mixed.
      const phones = Array.from({ length: count }, (_, i) => phoneOf((i * 7_919) % 10_000))
      await fixture.crowd(
        group,
        phones.map((phone, i) => ({ phone, tz: i % 3 === 0 ? 'America/Denver' : 'America/Chicago' })),
      )
      return { ...fixture, group, phones: phones.toSorted() }
    }

    test('are the chunks that `chunksOf` makes', async () => {
      const { account, group, phones, fix, chunksOf: fixed } = await openCrowd(2_345)
      const id = ids.next('brc')
      const counts = await fix(membersOf(group), { zone: PARIS, broadcasts: new Map([[PARIS, id]]) })
      expect(counts).toEqual(new Map([[PARIS, 2_345]]))
      const expected = chunksOf({ id, account: account.id }, { phones, keys: null, bodies: null, mediaUrls: null })
      expect(expected.map(({ recipients }) => recipients.phones.length)).toEqual([1_000, 1_000, 345])
      expect(await fixed(id)).toEqual(expected)
    })

    test('start at number 0 and position 0 in each zone', async () => {
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

    test('end with a full chunk when the audience fills its chunks exactly', async () => {
      const { group, fix, chunksOf: fixed } = await openCrowd(1_000)
      const id = ids.next('brc')
      await fix(membersOf(group), { zone: PARIS, broadcasts: new Map([[PARIS, id]]) })
      expect((await fixed(id)).map(({ recipients }) => recipients.phones.length)).toEqual([1_000])
    })

    test('are deleted when they are discarded, and no other chunks are deleted', async () => {
      const { account, neighbour, group, crowd, run, fix, audiences, chunksOf: fixed } = await openFixture()
      const [requested, other] = [await group(), await neighbour()]
      const theirs = { ...requested, account: other.id }
      await run(({ groups }) => groups.put(theirs))
      for (const own of [requested, theirs]) await crowd(own, [{}, { phone: BOB }])
      const [first, second] = [ids.next('brc'), ids.next('brc')]
      for (const id of [first, second]) {
        await fix(membersOf(requested), { zone: PARIS, broadcasts: new Map([[PARIS, id]]) })
      }
      await fix(membersOf(theirs), { account: other.id, zone: PARIS, broadcasts: new Map([[PARIS, first]]) })
      await audiences((store) => store.discard(account.id, first))
      const left = [await fixed(first), await fixed(second), await fixed(first, other.id)]
      expect(left.map((chunks) => chunks.length)).toEqual([0, 1, 1])
      await audiences((store) => store.discard(account.id, ids.next('brc')))
    })

    test('are rolled back with their unit of work', async () => {
      const { account, group, crowd, run, chunksOf: fixed } = await openFixture()
      const requested = await group()
      await crowd(requested, [{}])
      const id = ids.next('brc')
      await expectRolledBack(run, async ({ audiences }) => {
        const broadcasts = new Map([[PARIS, id]])
        await audiences.fix({
          account: account.id,
          audience: membersOf(requested),
          allowed: null,
          byZone: false,
          zone: PARIS,
          broadcasts,
        })
      })
      expect(await fixed(id)).toEqual([])
    })
  })
}
