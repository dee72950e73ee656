import type { FieldError } from '../../values/errors.js'

/** An entry of a setting that holds for the members of a group, by the name of the group; without one, for everybody. */
export type NamesGroup = { readonly group?: string | null | undefined }

/** Entries that name a group that the account does not have. */
export function unknownGroups(
  entries: readonly NamesGroup[],
  groups: readonly { readonly name: string }[],
  at: string,
): FieldError[] {
  const names = new Set(groups.map(({ name }) => name))
  return entries.flatMap(({ group = null }, i) =>
    group === null || names.has(group)
      ? []
      : [
          {
            field: `${at}[${i}].group`,
            message: `is not the name of a group of this account: got ${JSON.stringify(group)}`,
          },
        ],
  )
}

/** The entries after a group got another name; null if none of them names the group. */
export function withGroupRenamed<E extends NamesGroup>(
  entries: readonly E[],
  from: string,
  to: string,
): readonly E[] | null {
  if (entries.every(({ group }) => group !== from)) return null
  return entries.map((entry) => (entry.group === from ? { ...entry, group: to } : entry))
}
