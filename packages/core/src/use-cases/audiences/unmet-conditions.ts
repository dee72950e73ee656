import { unmetIn } from '../../model/filters/check-condition.js'
import type { Audience } from '../../model/schedules/audience.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { FieldError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { AUDIENCE_FILTER } from '../filters/check-filter.js'

/** The conditions of an audience that hold for nobody, with the reason. Conditions within segments are not listed. */
export async function unmetConditions(
  { customFields }: Pick<Stores, 'customFields'>,
  account: AccountId,
  audience: Audience,
): Promise<readonly FieldError[]> {
  if (audience.kind !== 'filter') return []
  return unmetIn(audience.condition, AUDIENCE_FILTER, await customFields.of(account))
}
