import { describe, expect, test } from '@jest/globals'
import type { GroupId } from '../../values/ids.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { dependsOnGroups, fixedHoursOf } from './fixed-hours.js'
import { cohortOf, cohortOpeningsAt } from './group-windows.js'
import { DEFAULT_SENDING_HOURS, windowOf, type AccountWindow, type SendingHours } from './sending-windows.js'

const NEW_YORK = parseTimeZone('America/New_York')
const VIP = 'grp_vip' as GroupId
const NEWS = 'grp_news' as GroupId
const OTHER = 'grp_other' as GroupId
const GROUPS = [
  { id: NEWS, name: 'News' },
  { id: OTHER, name: 'Other' },
  { id: VIP, name: 'VIP' },
]
const window = (from: string, to: string, group?: string): AccountWindow =>
  windowOf({ days: WEEKDAYS, from, to, group })
const GENERAL = window('08:00', '21:00')
const EVENING = window('18:00', '23:00', 'VIP')
const NOON = window('12:00', '13:00', 'News')

function fixed(windows: readonly AccountWindow[], more: Partial<SendingHours> = {}, groups = GROUPS) {
  return fixedHoursOf({ sendingHours: { ...DEFAULT_SENDING_HOURS, windows, ...more }, timezone: NEW_YORK }, groups)!
}

/** By the clock of New York, on a Wednesday in July. */
function opening(hours: ReturnType<typeof fixed>, time: string, ...active: readonly GroupId[]) {
  const now = new Date(`2026-07-01T${time}:00-04:00`)
  const found = cohortOpeningsAt(hours, now)(cohortOf(hours, NEW_YORK, new Set(active)))
  return found.kind === 'held' ? found.until.toISOString() : found.kind
}

describe('a recipient', () => {
  test('in a group that has windows of its own has those, and not the general ones', () => {
    const hours = fixed([GENERAL, EVENING])
    expect(opening(hours, '10:00', VIP)).toBe('2026-07-01T22:00:00.000Z')
    expect(opening(hours, '22:00', VIP)).toBe('open')
  })

  test('in several such groups has the windows of all of them', () => {
    const hours = fixed([GENERAL, EVENING, NOON])
    expect(['11:00', '12:30', '14:00', '19:00'].map((time) => opening(hours, time, NEWS, VIP, OTHER))).toEqual([
      '2026-07-01T16:00:00.000Z',
      'open',
      '2026-07-01T22:00:00.000Z',
      'open',
    ])
  })

  test('in no such group has the general windows', () => {
    const hours = fixed([GENERAL, EVENING])
    for (const active of [[], [OTHER]]) {
      expect(opening(hours, '10:00', ...active)).toBe('open')
      expect(opening(hours, '22:00', ...active)).toBe('2026-07-02T12:00:00.000Z')
    }
  })

  test('in no such group is texted at any time if all windows are those of groups', () => {
    const hours = fixed([EVENING])
    expect(opening(hours, '03:00')).toBe('open')
    expect(opening(hours, '03:00', VIP)).toBe('2026-07-01T22:00:00.000Z')
  })
})

test('windows of two groups that touch do not close between them', () => {
  const hours = fixed([window('08:00', '12:00', 'VIP'), window('12:00', '13:00', 'News')])
  const now = new Date('2026-07-01T11:59:55-04:00')
  expect(cohortOpeningsAt(hours, now)(cohortOf(hours, NEW_YORK, new Set([VIP, NEWS])))).toEqual({ kind: 'open' })
})

test('the holidays and the longest wait of the account hold for the windows of groups too', () => {
  const holiday = fixed([EVENING], { holidays: ['2026-07-01'], holdAtMost: '72h' })
  expect(opening(holiday, '19:00', VIP)).toBe('2026-07-02T22:00:00.000Z')
  expect(opening(fixed([EVENING], { holdAtMost: '1h' }), '10:00', VIP)).toBe('never')
})

describe('hours that are fixed', () => {
  test('have the windows of each group by its id, and the others as they always were', () => {
    const { group: _, ...evening } = EVENING
    expect(fixed([EVENING, GENERAL])).toEqual({
      ...DEFAULT_SENDING_HOURS,
      windows: [GENERAL],
      groupWindows: [{ group: VIP, windows: [evening] }],
      zone: NEW_YORK,
    })
    expect(fixed([GENERAL])).toEqual({ ...DEFAULT_SENDING_HOURS, windows: [GENERAL], zone: NEW_YORK })
    expect(Object.keys(windowOf({ ...GENERAL, group: null }))).toEqual(['days', 'from', 'to'])
  })

  test('leave out the windows of a name that no group has: they hold for nobody', () => {
    expect(fixed([EVENING], {}, [])).toEqual({ ...DEFAULT_SENDING_HOURS, windows: null, zone: NEW_YORK })
  })

  test('depend on groups only if a window names one', () => {
    expect([null, [GENERAL], [GENERAL, EVENING]].map((windows) => dependsOnGroups({ windows }))).toEqual([
      false,
      false,
      true,
    ])
  })
})
