import type { Account } from '../../model/accounts/account.js'
import type { Condition } from '../../model/filters/condition.js'
import type { ContactTest } from '../../model/contacts/contact-test.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { checkFilter, FILTER } from './check-filter.js'
import { resolveFilter } from './resolve-filter.js'

/** The test of a filter in a request; null without a filter. Refuses a filter that is not valid for the account. */
export async function requestedTest(
  stores: Stores,
  { id, timezone }: Account,
  { condition, now }: { readonly condition: Condition | null; readonly now: Date },
): Promise<ContactTest | null> {
  if (condition === null) return null
  await checkFilter(stores, id, { condition, at: FILTER })
  return resolveFilter(stores, id, condition, { now, today: todayIn(timezone, now) })
}
