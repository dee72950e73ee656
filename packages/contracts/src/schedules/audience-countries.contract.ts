import { describe, expect, test } from '@jest/globals'
import { allowedNumbers, DEFAULT_DESTINATIONS, isAllowed, parsePhoneNumber, type Destinations } from '@carillon/core'
import { ids } from '../fixtures/builders.js'
import { ONCE } from './schedule-builders.js'
import { membersOf, type AudienceStoreFixture } from './audience-store-fixture.js'

/** Of several countries, some of which share a calling code, and of every kind. */
const NUMBERS = [
  ...['+12025550101', '+18005550101', '+19005550101', '+13101234', '+15551234567'],
  ...['+14165550101', '+18765550101', '+18095550101', '+17875550101', '+12465550101', '+12469765501', '+13459765501'],
  ...['+447400123456', '+447781123456', '+441534123456', '+441624123456', '+449091234567', '+448451234567'],
  ...['+74951234567', '+77710009998', '+78091234567', '+390612345678', '+390669812345', '+39899123456'],
  ...['+33612345678', '+33899123456', '+4915123456789', '+491803123456', '+499001234567'],
  ...['+61412345678', '+61891621234', '+61891641234', '+611900123456', '+358501234567', '+35818123456'],
  ...['+247401234', '+29051234', '+2908999', '+38343201234', '+212612345678', '+5993181234', '+59995181234'],
  ...['+870773123456', '+881612345678', '+8835100123456', '+979912345678', '+80812345678', '+80012345678'],
]
  .map(parsePhoneNumber)
  .toSorted()

const COUNTRIES: readonly (readonly string[])[] = [
  ...[['US'], ['CA'], ['JM'], ['US', 'CA'], ['GB'], ['GG'], ['GB', 'JE'], ['RU'], ['KZ'], ['IT'], ['VA'], ['AU', 'CX']],
  ...[['CC'], ['FI'], ['AX'], ['FR', 'DE', 'SH', 'XK'], ['BQ'], ['AQ']],
]

/** The part of the audience store's contract for accounts that may text only some numbers. */
export function describeAudienceCountries(openFixture: () => Promise<AudienceStoreFixture>) {
  describe('an audience of an account that may text only some countries', () => {
    const openMixed = async () => {
      const fixture = await openFixture()
      const group = await fixture.group()
      await fixture.crowd(
        group,
        NUMBERS.map((phone) => ({ phone })),
      )
      return { ...fixture, audience: membersOf(group) }
    }
    const within = (given: Partial<Destinations>): Destinations => ({ ...DEFAULT_DESTINATIONS, ...given })

    test('contains exactly the numbers that the rules of the core allow', async () => {
      const { audience, first } = await openMixed()
      for (const allowPremium of [false, true]) {
        for (const allowedCountries of COUNTRIES) {
          const destinations = within({ allowedCountries, allowPremium })
          const allowed = NUMBERS.filter((phone) => isAllowed(destinations, phone))
          expect(await first(audience, 1_000, allowedNumbers(destinations))).toEqual(allowed)
        }
      }
    })

    test('is stored without the numbers elsewhere', async () => {
      const { audience, fix, chunksOf } = await openMixed()
      const id = ids.next('brc')
      const allowed = allowedNumbers(within({ allowedCountries: ['JM', 'GG'] }))
      const counts = await fix(audience, { allowed, broadcasts: new Map([[ONCE.timezone, id]]) })
      const stored = (await chunksOf(id)).flatMap(({ recipients }) => recipients.phones)
      expect(stored).toEqual(['+18765550101', '+447781123456'])
      expect(counts).toEqual(new Map([[ONCE.timezone, 2]]))
    })

    test('is empty if all numbers are elsewhere', async () => {
      const { audience, fix } = await openMixed()
      expect(await fix(audience, { allowed: allowedNumbers(within({ allowedCountries: ['BR'] })) })).toEqual(new Map())
    })

    test('counts the numbers elsewhere once, whatever their consent is', async () => {
      const { account, audience, audiences, survey, optOut } = await openMixed()
      await optOut(parsePhoneNumber('+33612345678'))
      await optOut(parsePhoneNumber('+12025550101'))
      const allowed = allowedNumbers(within({ allowedCountries: ['US'] }))
      expect(await survey(audience, account.id, allowed)).toEqual({
        submitted: NUMBERS.length,
        elsewhere: NUMBERS.length - 2,
        refused: { 'hard-opted-out': 1, 'not-opted-in': 0 },
      })
      const everybody = { kind: 'all', tests: [] } as const
      expect(await audiences((store) => store.count(account.id, everybody, allowed))).toEqual({
        contacts: NUMBERS.length,
        messageable: 1,
      })
    })
  })
}
