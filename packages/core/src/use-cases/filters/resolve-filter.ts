import { segmentsIn, type Condition } from '../../model/filters/condition.js'
import { NOBODY, type ContactTest } from '../../model/contacts/contact-test.js'
import type { FilterTime } from '../../model/filters/field-tests.js'
import { testOf } from '../../model/filters/test-of.js'
import type { Audience, ResolvedAudience } from '../../model/schedules/audience.js'
import { WHOLE_CONDITIONS_MAX, wholeCountOf } from '../../model/segments/segment.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import { conditionsOf } from './check-filter.js'

type Resolving = Pick<Stores, 'segments' | 'customFields'>

/** What the filter asks at that time. */
export async function resolveFilter(
  { segments, customFields }: Resolving,
  account: AccountId,
  condition: Condition,
  time: FilterTime,
): Promise<ContactTest> {
  const fields = await customFields.of(account)
  const conditions = conditionsOf(segmentsIn(condition).length === 0 ? [] : await segments.of(account))
  // Only if a segment was changed while something began to use it.
  if (wholeCountOf(condition, conditions) > WHOLE_CONDITIONS_MAX) return NOBODY
  return testOf(condition, { ...time, fields, segments: conditions })
}

export async function resolveAudience(
  stores: Resolving,
  account: AccountId,
  audience: Audience,
  time: FilterTime,
): Promise<ResolvedAudience> {
  if (audience.kind !== 'filter') return audience
  return { kind: 'filter', test: await resolveFilter(stores, account, audience.condition, time) }
}
