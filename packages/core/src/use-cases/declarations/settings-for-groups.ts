import type { Account } from '../../model/accounts/account.js'
import type { FrequencyCap } from '../../model/frequency/frequency-cap.js'
import { unknownGroups, withGroupRenamed } from '../../model/groups/group-names.js'
import { dependsOnGroups } from '../../model/windows/fixed-hours.js'
import type { AccountWindow } from '../../model/windows/sending-windows.js'
import type { FieldError } from '../../values/errors.js'

/** The settings whose entries can name a group. */
type SettingsForGroups = Pick<Account, 'frequencyCaps' | 'sendingHours'>

/** Whether any entry of these settings names a group. */
export function nameGroups({ frequencyCaps, sendingHours }: SettingsForGroups): boolean {
  return frequencyCaps.some(({ group }) => group !== null) || dependsOnGroups(sendingHours)
}

/** Entries that name a group that the account does not have. `at` is the beginning of their paths. */
export function unknownGroupsIn(
  { frequencyCaps, sendingHours }: SettingsForGroups,
  groups: readonly { readonly name: string }[],
  at = '',
): FieldError[] {
  return [
    ...unknownGroups(frequencyCaps, groups, `${at}frequencyCaps`),
    ...unknownGroups(sendingHours.windows ?? [], groups, `${at}sendingWindows`),
  ]
}

/** The account after a group got another name; null if no entry names the group. */
export function withGroupRenamedIn(account: Account, from: string, to: string): Account | null {
  const { sendingHours } = account
  const frequencyCaps = withGroupRenamed(account.frequencyCaps, from, to)
  const windows = withGroupRenamed(sendingHours.windows ?? [], from, to)
  if (frequencyCaps === null && windows === null) return null
  return {
    ...account,
    frequencyCaps: frequencyCaps ?? account.frequencyCaps,
    sendingHours: windows === null ? sendingHours : { ...sendingHours, windows },
  }
}

/** The entries that name a group. Lists without entries are absent. */
export type SettingsOfGroup = {
  readonly frequencyCaps?: readonly FrequencyCap[]
  readonly sendingWindows?: readonly AccountWindow[]
}

export function settingsOfGroup(
  { name }: { readonly name: string },
  { frequencyCaps, sendingHours }: SettingsForGroups,
): SettingsOfGroup {
  const caps = frequencyCaps.filter(({ group }) => group === name)
  const windows = (sendingHours.windows ?? []).filter(({ group }) => group === name)
  return {
    ...(caps.length > 0 && { frequencyCaps: caps }),
    ...(windows.length > 0 && { sendingWindows: windows }),
  }
}
