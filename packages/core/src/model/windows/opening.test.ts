import { describe, expect, test } from '@jest/globals'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { openingsAt } from './opening.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { DEFAULT_SENDING_HOURS, type FixedSendingHours, type SendingWindow } from './sending-windows.js'

const NEW_YORK = parseTimeZone('America/New_York')
const DAILY: SendingWindow = { days: WEEKDAYS, from: '08:00', to: '21:00' }

function hours(windows: readonly SendingWindow[], more: Partial<FixedSendingHours> = {}): FixedSendingHours {
  return { ...DEFAULT_SENDING_HOURS, windows, zone: NEW_YORK, ...more }
}

function opening(rules: FixedSendingHours, now: string, zone = NEW_YORK) {
  const found = openingsAt(rules, new Date(now))(zone)
  return found.kind === 'held' ? found.until.toISOString() : found.kind
}

describe('a window', () => {
  test('is open from its opening on, by the clock of the zone', () => {
    expect(opening(hours([DAILY]), '2026-07-01T12:00:00Z')).toBe('open')
    expect(opening(hours([DAILY]), '2026-07-01T11:59:59.999Z')).toBe('2026-07-01T12:00:00.000Z')
    expect(opening(hours([DAILY]), '2026-07-01T12:00:00Z', parseTimeZone('America/Denver'))).toBe(
      '2026-07-01T14:00:00.000Z',
    )
  })

  test('is closed at its end, and for the seconds before it that a text may need to the provider', () => {
    expect(opening(hours([DAILY]), '2026-07-02T00:59:50Z')).toBe('open')
    expect(opening(hours([DAILY]), '2026-07-02T00:59:50.001Z')).toBe('2026-07-02T12:00:00.000Z')
    expect(opening(hours([DAILY]), '2026-07-02T01:00:00Z')).toBe('2026-07-02T12:00:00.000Z')
  })

  test('holds only on its days', () => {
    const weekdays = hours([{ ...DAILY, days: ['mon', 'fri'] }], { holdAtMost: '72h' })
    expect(opening(weekdays, '2026-07-03T15:00:00Z')).toBe('open')
    expect(opening(weekdays, '2026-07-04T15:00:00Z')).toBe('2026-07-06T12:00:00.000Z')
  })

  test('whose start is not before its end goes over midnight, and belongs to the day on which it opens', () => {
    const night = hours([{ days: ['fri'], from: '20:00', to: '02:00' }])
    expect(opening(night, '2026-07-04T05:59:00Z')).toBe('open')
    expect(opening(night, '2026-07-03T05:00:00Z')).toBe('2026-07-04T00:00:00.000Z')
    expect(opening(night, '2026-07-04T06:00:00Z')).toBe('never')
    expect(opening(hours([{ days: WEEKDAYS, from: '08:00', to: '08:00' }]), '2026-07-04T12:00:00Z')).toBe('open')
  })

  test('that touches another one does not close between them', () => {
    const both = hours([
      { days: WEEKDAYS, from: '22:00', to: '24:00' },
      { days: WEEKDAYS, from: '00:00', to: '01:00' },
    ])
    expect(opening(both, '2026-07-02T03:59:59Z')).toBe('open')
    expect(opening(both, '2026-07-02T04:59:58Z')).toBe('2026-07-03T02:00:00.000Z')
  })
})

describe('a holiday', () => {
  test('has no open window', () => {
    const rules = hours([DAILY], { holidays: ['2026-12-25'] })
    expect(opening(rules, '2026-12-25T15:00:00Z')).toBe('2026-12-26T13:00:00.000Z')
  })

  test('ends a window over midnight at its first minute, and its own window does not open', () => {
    const night = hours([{ days: WEEKDAYS, from: '20:00', to: '02:00' }], {
      holidays: ['2026-12-25'],
      holdAtMost: '72h',
    })
    expect(opening(night, '2026-12-25T04:59:00Z')).toBe('open')
    expect(opening(night, '2026-12-25T05:00:00Z')).toBe('2026-12-27T01:00:00.000Z')
    expect(opening(night, '2026-12-26T06:00:00Z')).toBe('2026-12-27T01:00:00.000Z')
  })

  test('is one by the clock of the recipient', () => {
    const rules = hours([DAILY], { holidays: ['2026-12-25'] })
    expect(opening(rules, '2026-12-25T02:00:00Z', parseTimeZone('Pacific/Honolulu'))).toBe('open')
    expect(opening(rules, '2026-12-25T02:00:00Z', parseTimeZone('Asia/Tokyo'))).toBe('2026-12-25T23:00:00.000Z')
  })
})

describe('a change of the clocks', () => {
  test('moves an opening in the gap forward by the length of the gap', () => {
    const rules = hours([{ days: WEEKDAYS, from: '02:30', to: '05:00' }])
    expect(opening(rules, '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:30:00.000Z')
  })

  test('opens at the first occurrence of a repeated hour, and not again at the second', () => {
    const rules = hours([{ days: WEEKDAYS, from: '01:30', to: '01:45' }], { holdAtMost: '72h' })
    expect(opening(rules, '2026-11-01T05:00:00Z')).toBe('2026-11-01T05:30:00.000Z')
    expect(opening(rules, '2026-11-01T05:46:00Z')).toBe('2026-11-02T06:30:00.000Z')
  })

  test('leaves no window of which nothing is left', () => {
    const rules = hours([{ days: WEEKDAYS, from: '02:30', to: '03:15' }], { holdAtMost: '72h' })
    expect(opening(rules, '2026-03-08T06:00:00Z')).toBe('2026-03-09T06:30:00.000Z')
  })
})

describe('a recipient', () => {
  test('who would wait longer than allowed is not held', () => {
    expect(opening(hours([DAILY], { holdAtMost: '10h' }), '2026-07-02T02:00:00Z')).toBe('2026-07-02T12:00:00.000Z')
    expect(opening(hours([DAILY], { holdAtMost: '9h' }), '2026-07-02T02:00:00Z')).toBe('never')
  })
})
