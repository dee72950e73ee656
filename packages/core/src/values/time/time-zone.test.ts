import { describe, expect, test } from '@jest/globals'
import { isTimeZone, parseTimeZone } from './time-zone.js'

/** Names with a slash that the IANA database keeps for compatibility, or that have an unusual spelling. */
const ODD_NAMES = [
  'Africa/Asmera',
  'Africa/Dar_es_Salaam',
  'America/Argentina/ComodRivadavia',
  'America/Indiana/Tell_City',
  'America/Knox_IN',
  'America/North_Dakota/New_Salem',
  'America/Port-au-Prince',
  'America/Port_of_Spain',
  'Antarctica/DumontDUrville',
  'Antarctica/McMurdo',
  'Asia/Calcutta',
  'Asia/Katmandu',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Saigon',
  'Asia/Ust-Nera',
  'Australia/ACT',
  'Australia/LHI',
  'Australia/NSW',
  'Brazil/DeNoronha',
  'Canada/Newfoundland',
  'Chile/EasterIsland',
  'Etc/GMT',
  'Etc/GMT+12',
  'Etc/GMT-14',
  'Etc/GMT0',
  'Etc/Greenwich',
  'Etc/UCT',
  'Etc/UTC',
  'Etc/Zulu',
  'Europe/Isle_of_Man',
  'Europe/Kiev',
  'Europe/Kyiv',
  'Mexico/BajaNorte',
  'Mexico/BajaSur',
  'US/Eastern',
  'US/East-Indiana',
  'US/Indiana-Starke',
  'US/Pacific',
]

const PLACES = ['UTC', 'UCT', 'Universal', 'Zulu', 'Greenwich', 'GB', 'GB-Eire', 'Japan', 'NZ-CHAT', 'ROK', 'W-SU']

const LISTED = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))

describe('a time zone', () => {
  test.each([...ODD_NAMES, ...PLACES])('is an IANA name, returned as sent: %s', (name) => {
    expect(parseTimeZone(name)).toBe(name)
  })

  test.each([...ODD_NAMES, ...PLACES])('has its case corrected, but is never replaced by an alias: %s', (name) => {
    expect(parseTimeZone(name.toLowerCase())).toBe(name)
    expect(parseTimeZone(name.toUpperCase())).toBe(name)
  })

  test('can have any name that Intl lists, in the spelling of Intl', () => {
    expect(LISTED.map((name) => parseTimeZone(name))).toEqual(LISTED)
    expect(LISTED.map((name) => parseTimeZone(name.toLowerCase()))).toEqual(LISTED)
  })

  test.each([
    'EST',
    'CET',
    'MET',
    'EET',
    'WET',
    'MST',
    'HST',
    'GMT',
    'gmt',
    'GMT0',
    'GMT+0',
    'PST',
    'AET',
    'IST',
    'Z',
    'EST5EDT',
    'CST6CDT',
    'PST8PDT',
    'SystemV/EST5',
    'systemv/pst8pdt',
  ])('is not an abbreviation: %s', (text) => {
    expect(isTimeZone(text)).toBe(false)
  })

  test.each([
    '+01:00',
    '-05:00',
    '+0100',
    '+01',
    'UTC+1',
    'UTC+01:00',
    'GMT+5',
    'GMT-05:00',
    'Etc/GMT+15',
    'Etc/GMT+05',
  ])('is not an offset: %s', (text) => {
    expect(isTimeZone(text)).toBe(false)
  })

  test.each([
    '',
    ' ',
    ' UTC',
    'UTC ',
    'UTC\n',
    'America',
    'America/',
    '/America/New_York',
    'America//New_York',
    'America/New_York/',
    'America/New York',
    ' America/New_York',
    'America/New_York\n',
    'America/New_York\0',
    'America/Nowhere',
    'America/New_York/x',
    'Etc/Unknown',
    'Factory',
    'localtime',
    'posix/America/New_York',
    'right/UTC',
    '../../etc/passwd',
    'America/../Europe/Paris',
    'constructor',
    '__proto__',
    'toString',
    'ROＫ',
    'RO\u212a',
    'Tur\u212aey',
    'A\u017fia/Tokyo',
    'A\u017fia/To\u212ayo',
    'Europe／Paris',
  ])('is not any other text: %j', (text) => {
    expect(isTimeZone(text)).toBe(false)
  })

  test('is not parsed from a text that names none, and the error shortens a long text', () => {
    expect(() => parseTimeZone('EST')).toThrow('"EST" is not a time zone: expected an IANA name, such as Europe/Paris')
    expect(() => parseTimeZone('x'.repeat(200_000))).toThrow(`"${'x'.repeat(40)}…" is not a time zone`)
  })

  test('that is far too long is rejected quickly', () => {
    for (const piece of ['a', 'a/', '/', 'a/_', 'UTC', '+', 'Etc/GMT+']) {
      expect(isTimeZone(piece.repeat(200_000))).toBe(false)
      expect(isTimeZone(`${piece.repeat(200_000)}!`)).toBe(false)
    }
  })
})
