import { expect, test } from '@jest/globals'
import { timeWords, windowsLines, type WindowsPreview } from './windows-words.js'

const NOW = Date.parse('2026-03-02T04:00:00Z')
/** Early in the afternoon of the same day. */
const IN_TOKYO = { zone: 'Asia/Tokyo', nowMs: NOW, holdAtMost: '24h' }
const IN_DENVER = { ...IN_TOKYO, zone: 'America/Denver' }
const EIGHT_IN_DENVER = '2026-03-02T15:00:00.000Z'
const DENVER = { zone: 'America/Denver', until: EIGHT_IN_DENVER, recipients: 24 }

/** Intl uses a narrow space before AM and PM. */
const lines = (preview: Partial<WindowsPreview>, context: Parameters<typeof windowsLines>[1] = IN_TOKYO) =>
  windowsLines({ atOnce: 0, held: [], tooLate: 0, expired: 0, ...preview }, context).map((line) =>
    line.replaceAll('\u202f', ' '),
  )

test('those at once, those held with both clocks, and those who would wait too long have a line each', () => {
  expect(lines({ atOnce: 1_096, held: [DENVER], tooLate: 3 })).toEqual([
    '1,096 at once',
    '24 in Denver are held until 8:00 AM (their time; tomorrow 12:00 AM yours)',
    '3 would wait longer than 24h and will fail',
  ])
})

test('those whose window opens when the message has stopped have a line too', () => {
  expect(lines({ atOnce: 5, expired: 1_200 })).toEqual([
    '5 at once',
    '1,200 would wait past the time to stop and will fail',
  ])
})

test('one person is spoken of as one, and nobody is not spoken of', () => {
  expect(lines({ held: [{ ...DENVER, recipients: 1 }] })).toEqual([
    '1 in Denver is held until 8:00 AM (their time; tomorrow 12:00 AM yours)',
  ])
  expect(lines({ atOnce: 5 })).toEqual(['5 at once'])
})

test('a zone with the clock of the page has one time', () => {
  expect(lines({ held: [DENVER] }, IN_DENVER)).toEqual(['24 in Denver are held until tomorrow 8:00 AM'])
  const boise = { ...DENVER, zone: 'America/Boise' }
  expect(lines({ held: [boise] }, IN_DENVER)).toEqual(['24 in Boise are held until tomorrow 8:00 AM'])
})

test('until it is known how long the account lets people wait, the line does without', () => {
  expect(lines({ tooLate: 1 }, { ...IN_TOKYO, holdAtMost: undefined })).toEqual([
    '1 would wait longer than allowed and will fail',
  ])
})

test('many zones are summed up after the fifth, a single sixth is not', () => {
  const zones = ['Denver', 'Phoenix', 'Chicago', 'Los_Angeles', 'New_York', 'Anchorage', 'Adak'].map((city) => ({
    ...DENVER,
    zone: `America/${city}`,
  }))
  expect(lines({ held: zones }).at(-1)).toBe(
    '48 in 2 other zones are held, the last until tomorrow 12:00 AM (your time)',
  )
  expect(lines({ held: zones })).toHaveLength(6)
  expect(lines({ held: zones.slice(0, 6) }).at(-1)).toMatch(/^24 in Anchorage/)
})

test('if a zone has several openings, as groups have them, the sum does not count zones', () => {
  const held = Array.from({ length: 7 }, (_, n) => ({ ...DENVER, until: `2026-03-02T1${n}:00:00.000Z` }))
  expect(lines({ held }).at(-1)).toBe('48 others are held, the last until tomorrow 1:00 AM (your time)')
})

test.each([
  ['2026-03-02T06:00:00Z', '11:00 PM'],
  ['2026-03-02T07:00:00Z', 'tomorrow 12:00 AM'],
  ['2026-03-04T15:00:00Z', 'Wed, Mar 4, 2026, 8:00 AM'],
])('%s is %s for a person in Denver', (at, words) => {
  expect(timeWords(at, IN_DENVER).replaceAll('\u202f', ' ')).toBe(words)
})
