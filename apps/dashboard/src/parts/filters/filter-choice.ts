import { conditionOf } from './language/condition-of-rows.js'
import type { Condition } from './language/condition.js'
import { missingIn } from './language/missing-in-rows.js'
import { isUntouched, newFilter, type FilterGroup } from './language/rows.js'

/** An audience by a filter, as a form has it: also what is not used at the moment, so that switching loses nothing. */
export type FilterChoice = {
  readonly by: 'segment' | 'own' | 'asIs'
  /** The id of a saved segment; empty until one is chosen. */
  readonly segment: string
  readonly own: FilterGroup
  /** A filter that the builder cannot show, which can only be kept as it is. */
  readonly asIs: Condition | null
}

export function newFilterChoice(): FilterChoice {
  return { by: 'segment', segment: '', own: newFilter(), asIs: null }
}

/** The condition that was chosen; null while something is missing. */
export function conditionOfChoice({ by, segment, own, asIs }: FilterChoice): Condition | null {
  if (by === 'asIs') return asIs
  if (by === 'segment') return segment === '' ? null : { segments: { ids: { in: [segment] } } }
  return missingIn(own).size > 0 ? null : conditionOf(own).condition
}

/** What is still to choose, as a sentence; null if nothing is missing. */
export function missingInChoice(choice: FilterChoice): string | null {
  if (conditionOfChoice(choice) !== null) return null
  return choice.by === 'segment' ? 'Choose a segment.' : 'Complete the conditions of the filter.'
}

export function isBlankChoice({ segment, own, asIs }: FilterChoice): boolean {
  return segment === '' && isUntouched(own) && asIs === null
}
