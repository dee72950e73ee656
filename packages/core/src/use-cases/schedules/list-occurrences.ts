import type { Account } from '../../model/accounts/account.js'
import { clockChangeOn, type ClockChange } from '../../model/schedules/clock-changes.js'
import { occurrenceView, type OccurrenceView } from '../../model/schedules/occurrence-view.js'
import { occurrences, type Occurrence } from '../../model/schedules/occurrences.js'
import type { Schedule, ScheduleStatus } from '../../model/schedules/schedule.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidInput } from '../../values/errors.js'
import type { ScheduleId } from '../../values/ids.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { wallClockAt, type WallClock } from '../../values/time/wall-clock.js'

export type ListOccurrencesInput = {
  readonly account: Account
  /** The first instant, inclusive. */
  readonly from: Date
  /** The last instant, exclusive. */
  readonly to: Date
}

/** An occurrence to come, of any schedule of the account. */
export type ListedOccurrence = OccurrenceView & {
  readonly schedule: ScheduleId
  readonly scheduleStatus: ScheduleStatus
}

export type OccurrencesInSight = {
  /** By time, then by schedule. */
  readonly results: readonly ListedOccurrence[]
  /** The days on which the clocks change in a zone of the account or of a schedule with an occurrence in the range. */
  readonly clockChanges: readonly { readonly timezone: TimeZone; readonly day: string; readonly change: ClockChange }[]
  /** False if there are more occurrences than are listed. */
  readonly isComplete: boolean
}

const OCCURRENCES_DAYS_MAX = 100
const OCCURRENCES_MAX = 5_000
const SCHEDULES_MAX = 5_000
const SCHEDULES_AT_ONCE = 500

/** When the schedules of the account will send, unless they are paused or changed. */
export class ListOccurrences {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ account, from, to }: ListOccurrencesInput): Promise<OccurrencesInSight> {
    refuseRange(from, to)
    return this.deps.unitOfWork.run(async (stores) => {
      const { schedules, isComplete } = await openSchedules(stores, account)
      const found = schedules.flatMap((schedule) => [...occurrencesIn(schedule, { from, to })])
      const results = found.toSorted(byTime).slice(0, OCCURRENCES_MAX)
      const zones = new Set([account.timezone, ...results.map(({ timezone }) => timezone)])
      return {
        results,
        clockChanges: [...zones].toSorted().flatMap((zone) => changesIn(zone, { from, to })),
        isComplete: isComplete && results.length === found.length,
      }
    })
  }
}

function refuseRange(from: Date, to: Date): void {
  if (to <= from) throw invalidInput('to', 'must be after from')
  if (to.getTime() - from.getTime() > OCCURRENCES_DAYS_MAX * DAY_MS) {
    throw invalidInput('to', `must be at most ${OCCURRENCES_DAYS_MAX} days after from`)
  }
}

async function openSchedules({ schedules }: Stores, { id: account }: Account) {
  const found: Schedule[] = []
  for (let last: ScheduleId | null = null; ;) {
    const some: readonly Schedule[] = await schedules.after(account, last, SCHEDULES_AT_ONCE)
    found.push(...some)
    if (some.length < SCHEDULES_AT_ONCE) return { schedules: found, isComplete: true }
    if (found.length >= SCHEDULES_MAX) return { schedules: found, isComplete: false }
    last = some.at(-1)!.id
  }
}

type Range = { readonly from: Date; readonly to: Date }

/** At most one more than are listed, so that the caller notices that the list is incomplete. */
function* occurrencesIn(schedule: Schedule, { from, to }: Range): Iterable<ListedOccurrence> {
  let count = 0
  for (const occurrence of toCome(schedule, from)) {
    if (occurrence.instant >= to || count > OCCURRENCES_MAX) return
    if (occurrence.instant < from) continue
    count++
    yield listed(schedule, occurrence)
  }
}

function* toCome({ timetable, next, occurred }: Schedule, from: Date): Iterable<Occurrence> {
  if (next === null) return
  yield next
  if (next.isOpen) return
  const { recurrence } = timetable
  // Only an end after a number of occurrences needs every occurrence before the range.
  const isCounted = recurrence?.endType === 'afterOccurrences'
  const before = new Date(from.getTime() - 1)
  const after = isCounted || before < next.instant ? next.instant : before
  yield* occurrences(timetable, { after, occurred: occurred + 1 })
}

function listed(schedule: Schedule, occurrence: Occurrence): ListedOccurrence {
  const { id, status } = schedule
  return { schedule: id, scheduleStatus: status, ...occurrenceView(schedule, occurrence) }
}

function changesIn(timezone: TimeZone, { from, to }: Range): OccurrencesInSight['clockChanges'] {
  const last = dayOf(wallClockAt(new Date(to.getTime() - 1), timezone))
  const changes = []
  for (let day = dayOf(wallClockAt(from, timezone)); day <= last; day = dayAfter(day)) {
    const change = clockChangeOn(day, timezone)
    if (change !== null) changes.push({ timezone, day, change })
  }
  return changes
}

function dayOf(wall: WallClock): string {
  return wall.slice(0, 'YYYY-MM-DD'.length)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, day.length)
}

function byTime(one: ListedOccurrence, other: ListedOccurrence): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return one.schedule < other.schedule ? -1 : 1
}
