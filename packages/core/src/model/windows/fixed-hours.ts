import type { GroupId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { NamesGroup } from '../groups/group-names.js'
import type { FixedSendingHours, GroupWindows, SendingHours, SendingWindow } from './sending-windows.js'

/** Whether what the windows allow depends on the groups of the recipient. */
export function dependsOnGroups({ windows }: Pick<SendingHours, 'windows'>): boolean {
  return windows?.some(isForGroup) ?? false
}

type NamedGroup = { readonly id: GroupId; readonly name: string }

type HoursToFix = { readonly sendingHours: SendingHours; readonly timezone: TimeZone }

/**
 * The hours that a send that is accepted now must observe. Null if the account has no windows. `groups` contains at least the
 * groups that windows name.
 */
export function fixedHoursOf(
  { sendingHours, timezone }: HoursToFix,
  groups: readonly NamedGroup[],
): FixedSendingHours | null {
  if (sendingHours.windows === null) return null
  const groupWindows = groupWindowsOf(sendingHours, groups)
  return {
    ...sendingHours,
    windows: generalWindowsOf(sendingHours),
    ...(groupWindows.length > 0 && { groupWindows }),
    zone: timezone,
  }
}

/** The windows that each group has of its own. Windows for a name that no group has are left out. */
function groupWindowsOf(
  { windows }: Pick<SendingHours, 'windows'>,
  groups: readonly NamedGroup[],
): readonly GroupWindows[] {
  return groups.flatMap(({ id, name }) => {
    const own = (windows ?? []).filter(({ group }) => group === name)
    return own.length === 0 ? [] : [{ group: id, windows: own.map(withoutGroup) }]
  })
}

/** The windows without a group. Null if there are none: recipients in no group with windows are then texted at any time. */
function generalWindowsOf({ windows }: Pick<SendingHours, 'windows'>): readonly SendingWindow[] | null {
  const general = windows?.filter((window) => !isForGroup(window)) ?? []
  return general.length === 0 ? null : general.map(withoutGroup)
}

function isForGroup({ group = null }: NamesGroup): boolean {
  return group !== null
}

function withoutGroup({ days, from, to }: SendingWindow): SendingWindow {
  return { days, from, to }
}
