import { allowedNumbers } from '../../model/accounts/destinations.js'
import type { SendTime } from '../../model/schedules/send-times.js'
import type { SmallAudience } from '../../stores/occurrence-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { BroadcastId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { resolveAudience } from '../filters/resolve-filter.js'
import type { DueOccurrence } from './due-occurrence.js'

/** An occurrence that will be sent, with its zones in order of time. */
export type PlannedOccurrence = {
  readonly due: DueOccurrence
  readonly times: readonly SendTime[]
  /** The broadcast of each zone; null if it is too late for that zone. */
  readonly broadcasts: ReadonlyMap<TimeZone, BroadcastId | null>
}

/** How many contacts each zone has. Zones without contacts are left out. */
export type Totals = ReadonlyMap<TimeZone, number>

/** Stores the recipients of the occurrences. Returns null for an occurrence that must begin alone. */
export type FixAudiences = (
  stores: Stores,
  planned: readonly PlannedOccurrence[],
) => Promise<readonly (Totals | null)[]>

/** Of one occurrence, with an audience of any size. Today is the date of the occurrence, in every zone. */
export const fixAlone: FixAudiences = async (stores, planned) => {
  const totals: Totals[] = []
  for (const { due, broadcasts } of planned) {
    const { account, schedule, next } = due
    const { sendByLocalTime: byZone, timezone: zone } = schedule.timetable
    const allowed = allowedNumbers(account.destinations)
    const time = { now: next.beginsAt, today: next.wall.slice(0, 'YYYY-MM-DD'.length) }
    const audience = await resolveAudience(stores, account.id, schedule.audience, time)
    totals.push(await stores.audiences.fix({ account: account.id, audience, allowed, byZone, zone, broadcasts }))
  }
  return totals
}

/** Of many occurrences, with small audiences and one zone each. */
export const fixTogether: FixAudiences = async ({ occurrences }, planned) => {
  const small = planned.map(smallOf)
  const totals = await occurrences.fixSmall(small.filter((one) => one !== null))
  return planned.map(({ due }, i): Totals | null => {
    const one = small[i]
    const total = one ? totals.get(one.broadcast)! : null
    return total === null ? null : new Map(total === 0 ? [] : [[due.schedule.timetable.timezone, total]])
  })
}

function smallOf({ due: { account, schedule }, broadcasts }: PlannedOccurrence): SmallAudience | null {
  const { audience, timetable } = schedule
  const broadcast = timetable.sendByLocalTime ? null : broadcasts.get(timetable.timezone)
  // A filter may find any number of contacts.
  if (broadcast == null || audience.kind === 'filter') return null
  return { account: account.id, audience, allowed: allowedNumbers(account.destinations), broadcast }
}
