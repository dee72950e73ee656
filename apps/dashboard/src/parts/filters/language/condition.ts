/** Which contacts are meant, as the service wants it. All conditions of an object must hold. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | Readonly<Record<string, unknown>>

export type Operand = string | number | boolean

/** The limits of one filter. The service checks them too. */
export const CONDITIONS_MAX = 50
export const DEPTH_MAX = 5
export const VALUES_MAX = 100

/** The levels of `all`, `any` and `not`, with that of the fields. */
export function depthOf(condition: Condition): number {
  const inner = innerOf(condition)
  return inner === null ? 1 : 1 + Math.max(0, ...inner.map(depthOf))
}

/** Each field counts as one condition, however many operators it has. */
export function countOf(condition: Condition): number {
  const inner = innerOf(condition)
  if (inner !== null) return inner.reduce((sum, each) => sum + countOf(each), 0)
  return Object.entries(condition).reduce(
    (sum, [name, value]) => sum + (NESTED.includes(name) ? Object.keys(value as object).length : 1),
    0,
  )
}

const NESTED = ['groups', 'address', 'customFields']

/** The conditions that `all`, `any` or `not` combines; null if the condition is about fields. */
function innerOf(condition: Condition): readonly Condition[] | null {
  const { all, any, not } = condition as { all?: readonly Condition[]; any?: readonly Condition[]; not?: Condition }
  return all ?? any ?? (not === undefined ? null : [not])
}
