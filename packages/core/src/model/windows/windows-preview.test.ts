import { FROM_EIGHT_TO_NINE, SEVEN } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { addMs } from '../../values/time/instant.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { fixedHoursOf } from './fixed-hours.js'
import { cohortsInZones, windowsPreviewOf } from './windows-preview.js'

const DENVER = parseTimeZone('America/Denver')
const NEW_YORK = parseTimeZone('America/New_York')
const EIGHT = '2026-03-01T15:00:00.000Z'
const HOURS = fixedHoursOf({ sendingHours: FROM_EIGHT_TO_NINE, timezone: DENVER }, [])!

const HELD = { atOnce: 2, held: [{ zone: DENVER, until: EIGHT, recipients: 3 }], tooLate: 0, expired: 0 }
const EXPIRED = { atOnce: 2, held: [], tooLate: 0, expired: 3 }

test.each([
  ['has no expiry of its own', undefined, HELD],
  ['expires after the window opens', addMs(new Date(EIGHT), 1), HELD],
  ['expires when the window opens', new Date(EIGHT), EXPIRED],
  ['expires before the window opens', addMs(new Date(EIGHT), -1), EXPIRED],
])('what waits for a window is held or expires, if the broadcast %s', (_, expiresAt, expected) => {
  const counts = cohortsInZones(
    new Map([
      [NEW_YORK, 2],
      [DENVER, 3],
    ]),
  )
  expect(windowsPreviewOf(HOURS, { counts, sentAt: () => SEVEN, expiresAt })).toEqual(expected)
})

test('a window that opens later than the longest wait is too late, also after the expiry', () => {
  const hours = { ...HOURS, holdAtMost: '1h' } as const
  const sentAt = () => addMs(SEVEN, -1)
  const expiresAt = addMs(SEVEN, 60_000)
  const preview = windowsPreviewOf(hours, { counts: cohortsInZones(new Map([[DENVER, 3]])), sentAt, expiresAt })
  expect(preview).toEqual({ atOnce: 0, held: [], tooLate: 3, expired: 0 })
})
