import type { GroupId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { openingsAt, type Opening } from './opening.js'
import type { FixedSendingHours } from './sending-windows.js'

/** What the windows of recipients depend on: those of one cohort open at the same times. */
export type Cohort = {
  readonly zone: TimeZone
  /** The groups of the recipient that have windows of their own, in the order of the hours. */
  readonly groups: readonly GroupId[]
}

export function cohortOf(
  { groupWindows = [] }: Pick<FixedSendingHours, 'groupWindows'>,
  zone: TimeZone,
  active: ReadonlySet<GroupId> | undefined,
): Cohort {
  return { zone, groups: groupWindows.flatMap(({ group }) => (active?.has(group) ? [group] : [])) }
}

/** Finds the next time at which a recipient may be texted. Examines each combination of zone and groups once. */
export function cohortOpeningsAt(hours: FixedSendingHours, now: Date): (cohort: Cohort) => Opening {
  const known = new Map<string, (zone: TimeZone) => Opening>()
  return ({ zone, groups }) => {
    const key = groups.join(' ')
    let openingIn = known.get(key)
    if (openingIn === undefined) known.set(key, (openingIn = openingsAt(hoursFor(hours, groups), now)))
    return openingIn(zone)
  }
}

/** All windows of these groups; the general windows if there are no groups. */
function hoursFor(hours: FixedSendingHours, groups: readonly GroupId[]): Omit<FixedSendingHours, 'groupWindows'> {
  if (groups.length === 0) return hours
  const own = (hours.groupWindows ?? []).filter(({ group }) => groups.includes(group))
  return { ...hours, windows: own.flatMap(({ windows }) => windows) }
}
