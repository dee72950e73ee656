import { describe, expect, test } from '@jest/globals'
import {
  allowedNumbers,
  chunksOf as chunksMadeOf,
  DEFAULT_DESTINATIONS,
  SMALL_AUDIENCE_MAX,
  type ListedAudience,
  parsePhoneNumber,
  type PhoneNumber,
  type SmallAudience,
} from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, aConsent, ids, phoneOf } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { audienceStoreFixture, membersOf } from './audience-store-fixture.js'

/** The part of the occurrence store's contract for the recipients of many small audiences. */
export function describeSmallAudiences(open: OpenTestAdapters) {
  const openFixture = async () => {
    const fixture = await audienceStoreFixture(open)
    const small = (audience: ListedAudience, given: Partial<SmallAudience> = {}): SmallAudience => {
      return { account: fixture.account.id, audience, allowed: null, broadcast: ids.next('brc'), ...given }
    }
    /** The totals in the order of the audiences. */
    const fixSmall = async (...asked: readonly SmallAudience[]) => {
      const totals = await fixture.run(({ occurrences }) => occurrences.fixSmall(asked))
      expect(totals.size).toBe(asked.length)
      return asked.map(({ broadcast }) => totals.get(broadcast))
    }
    const phonesOf = async ({ broadcast, account }: SmallAudience) =>
      (await fixture.chunksOf(broadcast, account)).flatMap(({ recipients }) => recipients.phones)
    return { ...fixture, small, fixSmall, phonesOf }
  }

  describe('occurrences: small audiences', () => {
    test('are stored together, each as the chunk that `chunksOf` makes', async () => {
      const { account, neighbour, group, run, crowd, listOf, small, fixSmall, chunksOf } = await openFixture()
      const [one, other] = [await group(), await neighbour()]
      const theirs = { ...one, account: other.id }
      await run(({ groups }) => groups.put(theirs))
      await crowd(one, [{ phone: CAT }, {}, { phone: BOB }])
      await crowd(theirs, [{ phone: phoneOf(7) }, { phone: phoneOf(5) }])
      const asked = [
        small(membersOf(one)),
        small(membersOf(theirs), { account: other.id }),
        small(await listOf([CAT, ANN])),
        small(membersOf(await group())),
      ]
      const expected = [[ANN, BOB, CAT], [phoneOf(5), phoneOf(7)], [ANN, CAT], []]
      expect(await fixSmall(...asked)).toEqual(expected.map(({ length }) => length))
      for (const [i, { account: of, broadcast: id }] of asked.entries()) {
        const recipients = { phones: expected[i]!, keys: null, bodies: null, mediaUrls: null }
        expect(await chunksOf(id, of)).toEqual(chunksMadeOf({ account: of, id }, recipients))
      }
      expect(asked[0]!.account).toBe(account.id)
    })

    test('contain each contact once, and only contacts who may be texted', async () => {
      const { group, contacts, member, contact, optOut, leaver, small, fixSmall, phonesOf, listOf } =
        await openFixture()
      const [first, second] = [await group(), await group()]
      const [ann, bob, cat] = await contacts({}, { phone: BOB }, { phone: CAT })
      for (const each of [first, second]) for (const one of [ann!, cat!]) await member(one, each)
      await member(bob!, first, { state: 'pending' })
      await optOut(CAT)
      await contact({ phone: phoneOf(105) })
      await leaver(phoneOf(106))
      const asked = [
        small(membersOf(first, second)),
        small(await listOf([ANN, BOB, CAT, phoneOf(105), phoneOf(106)])),
        small({ kind: 'list', list: ids.next('lst') }),
      ]
      expect(await fixSmall(...asked)).toEqual([1, 1, 0])
      expect(await Promise.all(asked.map(phonesOf))).toEqual([[ANN], [ANN], []])
    })

    test('contain only numbers that their account may text', async () => {
      const { group, crowd, small, fixSmall, phonesOf } = await openFixture()
      const [abroad, here] = ['+447400123456', '+18765550101'].map(parsePhoneNumber) as [PhoneNumber, PhoneNumber]
      const requested = await group()
      await crowd(requested, [{ phone: abroad }, { phone: here }])
      const within = (allowedCountries: readonly string[]) =>
        small(membersOf(requested), { allowed: allowedNumbers({ ...DEFAULT_DESTINATIONS, allowedCountries }) })
      const asked = [within(['GB']), within(['JM']), within(['FR']), small(membersOf(requested))]
      expect(await fixSmall(...asked)).toEqual([1, 1, 0, 2])
      expect(await Promise.all(asked.map(phonesOf))).toEqual([[abroad], [here], [], [here, abroad]])
    })

    test('are not stored if they have more members, even if most of them may not be texted', async () => {
      const { account, group, crowd, member, contact, run, small, fixSmall, phonesOf } = await openFixture()
      const [full, one] = [await group(), await group()]
      const phones = Array.from({ length: SMALL_AUDIENCE_MAX }, (_, n) => phoneOf(n))
      await crowd(
        full,
        phones.map((phone) => ({ phone })),
      )
      const last = await contact({ phone: phoneOf(SMALL_AUDIENCE_MAX) })
      await member(last, one)
      await run(async ({ consents }) => {
        const refused = phones
          .slice(5)
          .map((phone) => ({ ...aConsent({ account: account.id, phone }), activeGroups: 0 }))
        await consents.save(refused)
      })
      const asked = [membersOf(full), membersOf(full, one), membersOf(one, full), membersOf(one)].map((each) =>
        small(each),
      )
      expect(await fixSmall(...asked)).toEqual([5, null, null, 1])
      expect((await Promise.all(asked.map(phonesOf))).map(({ length }) => length)).toEqual([5, 0, 0, 1])
    })

    test('are rolled back with their unit of work', async () => {
      const { group, crowd, run, small, fixSmall, phonesOf } = await openFixture()
      const requested = await group()
      await crowd(requested, [{}])
      const one = small(membersOf(requested))
      await expectRolledBack(run, ({ occurrences }) => occurrences.fixSmall([one]))
      expect(await phonesOf(one)).toEqual([])
      expect(await fixSmall()).toEqual([])
    })
  })
}
