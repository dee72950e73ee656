import { describe, expect, test } from '@jest/globals'
import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import { CAP_PERIOD, capOf, describeCap, periodMs, repeatedCaps } from './frequency-cap.js'

describe('the period of a cap', () => {
  test.each([
    ['1h', HOUR_MS],
    ['24h', 24 * HOUR_MS],
    ['720h', 30 * DAY_MS],
    ['1d', DAY_MS],
    ['7d', 7 * DAY_MS],
    ['30d', 30 * DAY_MS],
  ])('%s is valid', (per, ms) => {
    expect([CAP_PERIOD.holds(per), periodMs(per)]).toEqual([true, ms])
  })

  test.each([
    '',
    'h',
    '0h',
    '01h',
    '721h',
    '31d',
    '1w',
    '5m',
    '1.5h',
    '-1h',
    ' 1h',
    '1 h',
    '24H',
    '24',
    '1e2h',
    '9999h',
  ])('%j is invalid', (per) => expect(CAP_PERIOD.holds(per)).toBe(false))
})

describe('caps', () => {
  const cap = { messages: 2, per: '24h' }

  test('count bulk sends and protect everybody, unless they say otherwise', () => {
    expect(capOf(cap)).toEqual({ messages: 2, per: '24h', counts: 'bulk', group: null })
    const other = { messages: 1, per: '7d', counts: 'all', group: 'VIP' } as const
    expect(capOf(other)).toEqual(other)
  })

  test('for the same period, messages and people are reported, however they are written', () => {
    const caps = [cap, { ...cap, messages: 3, per: '1d', counts: 'bulk' as const, group: null }, { ...cap, per: '2d' }]
    expect(repeatedCaps(caps, 'frequencyCaps')).toEqual([
      {
        field: 'frequencyCaps[1].per',
        message: 'is the same period, for the same messages and people, as in frequencyCaps[0]: got "1d"',
      },
    ])
    const different = [cap, { ...cap, counts: 'all' as const }, { ...cap, group: 'VIP' }, { messages: 2 }]
    expect(repeatedCaps(different, 'frequencyCaps')).toEqual([])
  })

  test('are described', () => {
    expect(describeCap(capOf(cap))).toBe('2 messages per 24h')
    expect(describeCap(capOf({ messages: 1, per: '7d', group: 'A "B"' }))).toBe(
      String.raw`1 message per 7d to members of "A \"B\""`,
    )
  })
})
