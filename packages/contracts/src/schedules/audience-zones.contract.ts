import { describe, expect, test } from '@jest/globals'
import { parseTimeZone, type BroadcastId, type Contact, type TimeZone } from '@carillon/core'
import { ids, phoneOf } from '../fixtures/builders.js'
import { membersOf, type AudienceStoreFixture } from './audience-store-fixture.js'

const [PARIS, DENVER, CHICAGO, HONOLULU] = [
  'Europe/Paris',
  'America/Denver',
  'America/Chicago',
  'Pacific/Honolulu',
].map(parseTimeZone) as [TimeZone, TimeZone, TimeZone, TimeZone]

/** The part of the audience store's contract for the contacts of each zone. */
export function describeAudienceZones(openFixture: () => Promise<AudienceStoreFixture>) {
  describe('zones of a stored audience', () => {
    const openZones = async () => {
      const fixture = await openFixture()
      const group = await fixture.group()
      const people: readonly Partial<Contact>[] = [
        { phone: phoneOf(5), tz: 'America/Denver' },
        { phone: phoneOf(4), tz: null },
        { phone: phoneOf(3), tz: 'America/Chicago' },
        { phone: phoneOf(2), tz: 'America/Denver' },
        { phone: phoneOf(1), tz: null },
      ]
      await fixture.crowd(group, people)
      const fix = async (zone: TimeZone, named: readonly TimeZone[], { byZone = true } = {}) => {
        const broadcasts = new Map(named.map((own) => [own, ids.next('brc') as BroadcastId]))
        const counts = await fixture.fix(membersOf(group), { byZone, zone, broadcasts })
        const phones = async (id: BroadcastId) =>
          (await fixture.chunksOf(id)).flatMap(({ recipients }) => recipients.phones)
        const fixed = await Promise.all([...broadcasts].map(async ([own, id]) => [own, await phones(id)] as const))
        for (const [own, reached] of fixed) expect(counts.get(own) ?? 0).toBe(reached.length)
        const reached = new Map(fixed.filter(([own]) => counts.has(own)))
        expect([...counts.keys()].toSorted()).toEqual([...reached.keys()].toSorted())
        return reached
      }
      return { ...fixture, group, fixZones: fix }
    }

    test('are the zones of the contacts; contacts without one count for the given zone', async () => {
      const { fixZones } = await openZones()
      expect(await fixZones(PARIS, [HONOLULU, DENVER, PARIS, CHICAGO])).toEqual(
        new Map([
          [DENVER, [phoneOf(2), phoneOf(5)]],
          [CHICAGO, [phoneOf(3)]],
          [PARIS, [phoneOf(1), phoneOf(4)]],
        ]),
      )
    })

    test('can be both the zone of some contacts and the default for contacts without one', async () => {
      const { fixZones } = await openZones()
      expect(await fixZones(DENVER, [DENVER, CHICAGO])).toEqual(
        new Map([
          [DENVER, [1, 2, 4, 5].map(phoneOf)],
          [CHICAGO, [phoneOf(3)]],
        ]),
      )
    })

    test('that are not requested are omitted, with their contacts', async () => {
      const { fixZones } = await openZones()
      expect(await fixZones(PARIS, [CHICAGO])).toEqual(new Map([[CHICAGO, [phoneOf(3)]]]))
      expect(await fixZones(PARIS, [])).toEqual(new Map())
      expect(await fixZones(PARIS, [DENVER], { byZone: false })).toEqual(new Map())
    })

    test('are ignored when one broadcast is for all zones', async () => {
      const { fixZones } = await openZones()
      const all = new Map([[DENVER, [1, 2, 3, 4, 5].map(phoneOf)]])
      expect(await fixZones(DENVER, [DENVER, CHICAGO], { byZone: false })).toEqual(all)
    })

    test('without a broadcast are only counted', async () => {
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
}
