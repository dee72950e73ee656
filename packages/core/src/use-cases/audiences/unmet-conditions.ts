import { segmentsIn } from '../../model/filters/condition.js'
import { unmetIn } from '../../model/filters/check-condition.js'
import type { Audience } from '../../model/schedules/audience.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { FieldError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { AUDIENCE_FILTER, conditionsOf, type AskedFilter } from '../filters/check-filter.js'

type Resolving = Pick<Stores, 'segments' | 'customFields'>

/** The conditions of an audience that hold for nobody, with the reason. */
export async function unmetConditions(
  stores: Resolving,
  account: AccountId,
  audience: Audience,
): Promise<readonly FieldError[]> {
  if (audience.kind !== 'filter') return []
  return unmetConditionsOf(stores, account, { condition: audience.condition, at: AUDIENCE_FILTER })
}

export async function unmetConditionsOf(
  { customFields, segments }: Resolving,
  account: AccountId,
  { condition, at }: AskedFilter,
): Promise<readonly FieldError[]> {
  const named = segmentsIn(condition).length === 0 ? [] : await segments.of(account)
  return unmetIn(condition, at, { fields: await customFields.of(account), segments: conditionsOf(named) })
}
