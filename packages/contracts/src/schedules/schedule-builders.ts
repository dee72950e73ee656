import {
  parseTimeZone,
  parseWallClock,
  type NextOccurrence,
  type Recurrence,
  type Schedule,
  type Send,
  type Timetable,
  type WallClock,
} from '@carillon/core'
import { after, ids, NOW, type Of } from '../fixtures/builders.js'

/** The timetable of a schedule that occurs once, an hour after NOW. */
export const ONCE = aTimetable('2026-03-01T13:00')

export const DAILY: Recurrence = { frequency: 'daily', interval: 1, endType: 'never' }

/** A timetable; by default, with one occurrence and in UTC. */
export function aTimetable(
  at: string,
  { timezone = 'UTC', ...given }: Partial<Omit<Timetable, 'at' | 'timezone'>> & { readonly timezone?: string } = {},
): Timetable {
  return { at: wallClock(at), timezone: parseTimeZone(timezone), sendByLocalTime: false, recurrence: null, ...given }
}

/** A schedule without recipients: its audience is a group that does not exist. */
export function aSchedule(given: Of<Schedule>): Schedule {
  return {
    id: ids.next('sch'),
    status: 'active',
    from: '+12025550199',
    body: 'Hello {{contact_first_name}}',
    template: null,
    smartEncoding: null,
    canary: null,
    audience: { kind: 'groups', groups: [ids.next('grp')] },
    timetable: ONCE,
    waves: null,
    next: anOccurrenceAt(after(3_600)),
    revision: 1,
    occurred: 0,
    skipped: [],
    hasSent: false,
    createdAt: NOW,
    updatedAt: NOW,
    ...given,
  }
}

/** Has a value in every field, to test that each of them is stored. */
export function aFullSchedule(given: Of<Schedule>): Schedule {
  return aSchedule({
    status: 'paused',
    template: ids.next('tpl'),
    smartEncoding: false,
    canary: { recipients: 50, waitMinutes: 5, stopWhen: { failedOver: 0.05, optedOutOver: 0.02, atLeast: 20 } },
    from: '12345',
    body: 'Grüße 👋\n"quoted", \\ and {{tags}}',
    audience: { kind: 'list', list: ids.next('lst') },
    timetable: {
      at: wallClock('2026-03-29T02:30:15'),
      timezone: parseTimeZone('Europe/Paris'),
      sendByLocalTime: true,
      recurrence: {
        frequency: 'weekly',
        interval: 2,
        daysOfWeek: ['sun', 'wed'],
        endType: 'onDate',
        endOnDate: wallClock('9999-12-31T23:59:59'),
      },
    },
    waves: { recipientsPerWave: 50_000, waveIntervalMinutes: 1_440 },
    next: {
      wall: wallClock('2026-04-01T02:30:15'),
      instant: after(9.009),
      beginsAt: after(-8.008),
      isOpen: true,
    },
    revision: 7,
    occurred: 3,
    skipped: [wallClock('2026-04-05T02:30:15'), wallClock('2026-04-15T02:30:15')],
    hasSent: true,
    createdAt: after(1.001),
    updatedAt: after(2.002),
    ...given,
  })
}

/** An occurrence in UTC. */
export function anOccurrenceAt(instant: Date): NextOccurrence {
  return { wall: wallClock(instant.toISOString().slice(0, 19)), instant, beginsAt: instant, isOpen: false }
}

/** A started send to the whole audience: not to one zone only, and not in waves. */
export function aSend({ schedule: { id, account, revision }, occurrence = NOW, ...given }: SendOf): Send {
  return {
    id: ids.next('snd'),
    account,
    schedule: id,
    revision,
    wall: anOccurrenceAt(occurrence).wall,
    occurrence,
    scheduledFor: NOW,
    zone: null,
    status: 'started',
    reason: null,
    broadcast: null,
    waves: null,
    ...given,
  }
}

type SendOf = { readonly schedule: Schedule } & Partial<Omit<Send, 'account' | 'schedule'>>

function wallClock(text: string): WallClock {
  const wall = parseWallClock(text)
  if (wall === null) throw new Error(`${text} is no wall clock`)
  return wall
}
