import { describe, expect, test } from '@jest/globals'
import {
  allowedNumbers,
  DEFAULT_DESTINATIONS,
  notAllowedAmong,
  faultOfDestination,
  isAllowed,
  isAllowedToStrangers,
  senderCountry,
  type Destinations,
} from './destinations.js'

const [US, CANADA, JAMAICA, BRITAIN] = ['+12025550101', '+14165550101', '+18765550101', '+447400123456']
const [PREMIUM, SHARED_COST, SATELLITE, UNASSIGNED] = ['+19005550101', '+491803123456', '+881612345678', '+15551234567']
const ALL = [US, CANADA, JAMAICA, BRITAIN, PREMIUM, SHARED_COST, SATELLITE, UNASSIGNED] as string[]

const within = (given: Partial<Destinations>): Destinations => ({ ...DEFAULT_DESTINATIONS, ...given })

describe('the numbers that an account may text', () => {
  test.each<[string, Partial<Destinations>, readonly unknown[]]>([
    ['all numbers, if it has no list of countries', {}, ALL],
    ['all numbers, if it has no list of countries, whatever `allowPremium` is', { allowPremium: true }, ALL],
    ['the ordinary numbers of its countries', { allowedCountries: ['US', 'GB', 'DE'] }, [US, BRITAIN]],
    [
      'also premium-rate, shared-cost and satellite numbers, if it allows them',
      { allowedCountries: ['US', 'DE'], allowPremium: true },
      [US, PREMIUM, SHARED_COST, SATELLITE],
    ],
    [
      'the premium-rate numbers of its countries only',
      { allowedCountries: ['JM'], allowPremium: true },
      [JAMAICA, SATELLITE],
    ],
  ])('are %s', (_, given, allowed) => {
    const destinations = within(given)
    expect(ALL.filter((phone) => isAllowed(destinations, phone))).toEqual(allowed)
    const elsewhere = notAllowedAmong(destinations, ALL)
    expect(ALL.filter((_, i) => !elsewhere.has(i))).toEqual(allowed)
  })

  test('need no ranges if they are all numbers', () => {
    expect(allowedNumbers(DEFAULT_DESTINATIONS)).toBeNull()
  })
})

test.each([
  [BRITAIN, 'must be a number in one of US, CA: got a number in GB'],
  [UNASSIGNED, 'must be a number in one of US, CA: got a number in no known country'],
  [PREMIUM, `must not be a premium-rate number: got ${PREMIUM}`],
  [SHARED_COST, `must not be a shared-cost number: got ${SHARED_COST}`],
  [SATELLITE, `must not be a number outside all countries, such as one of a satellite phone: got ${SATELLITE}`],
  [CANADA, null],
])('the fault of %s names what was expected and what was received', (phone, fault) => {
  expect(faultOfDestination(within({ allowedCountries: ['US', 'CA'] }), phone!)).toBe(fault)
})

test('the fault of a number names at most ten countries', () => {
  const allowedCountries = ['US', 'CA', 'MX', 'FR', 'DE', 'IT', 'ES', 'PT', 'PL', 'NL', 'BE', 'AT']
  expect(faultOfDestination(within({ allowedCountries }), BRITAIN!)).toBe(
    'must be a number in one of US, CA, MX, FR, DE, IT, ES, PT, PL, NL or 2 more: got a number in GB',
  )
})

describe('the numbers to which strangers can cause texts', () => {
  const allowed = (given: Partial<Destinations>, ...numbers: string[]) => {
    const senders = numbers.map((number) => ({ number }))
    return ALL.filter((phone) => isAllowedToStrangers(within(given), { senders, phone }))
  }

  test('are the ordinary numbers in the countries of the senders', () => {
    expect(allowed({}, '+12025550100')).toEqual([US])
    expect(allowed({}, '+12025550100', '+447400123499')).toEqual([US, BRITAIN])
    expect(allowed({})).toEqual([])
  })

  test('are numbers of the United States for a short code', () => {
    expect(allowed({}, '12345')).toEqual([US])
    expect(senderCountry('12345')).toBe('US')
  })

  test('are the ordinary numbers in the form countries, if these are set', () => {
    expect(allowed({ formCountries: ['CA', 'JM', 'DE'] }, '+12025550100')).toEqual([CANADA, JAMAICA])
  })

  test('include premium-rate, shared-cost and satellite numbers only if these are allowed', () => {
    expect(allowed({ formCountries: ['DE'], allowPremium: true })).toEqual([SHARED_COST, SATELLITE])
  })

  test('are among the numbers that the account may text', () => {
    expect(allowed({ formCountries: ['CA', 'US'], allowedCountries: ['US'] })).toEqual([US])
  })
})
