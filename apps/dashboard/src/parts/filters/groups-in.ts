import type { Condition } from './language/condition.js'

/** The groups of a condition that only asks whether a contact is in one of them; null if it asks more. */
export function groupsIn(condition: Condition): readonly string[] | null {
  const { groups, ...others } = condition as { readonly groups?: { readonly ids?: Ids; readonly joinedAt?: unknown } }
  if (groups === undefined || Object.keys(others).length > 0) return null
  const { ids, joinedAt } = groups
  return ids?.in !== undefined && ids.notIn === undefined && joinedAt === undefined ? ids.in : null
}

type Ids = { readonly in?: readonly string[]; readonly notIn?: readonly string[] }
