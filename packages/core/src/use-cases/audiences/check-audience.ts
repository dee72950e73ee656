import type { Audience } from '../../model/schedules/audience.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import { contactListNotFound } from '../contacts/contact-lists.js'
import { groupNotFound } from '../groups/read-group.js'
import { AUDIENCE_FILTER, checkFilter, type FilterStores } from '../filters/check-filter.js'

type CheckingStores = FilterStores & Pick<Stores, 'contactLists'>

/** Refuses an audience that names what the account does not have, or whose filter is not valid for it. */
export function checkAudience(stores: CheckingStores, account: AccountId, audience: Audience): Promise<void> {
  return check(stores, account, { audience, isKept: false })
}

/**
 * Like `checkAudience`, for an audience that is stored or sent to: a segment that it names cannot be removed meanwhile. Under
 * `not`, everybody would be meant then.
 */
export function keepAudience(stores: CheckingStores, account: AccountId, audience: Audience): Promise<void> {
  return check(stores, account, { audience, isKept: true })
}

async function check(
  stores: CheckingStores,
  account: AccountId,
  { audience, isKept }: { readonly audience: Audience; readonly isKept: boolean },
): Promise<void> {
  if (audience.kind === 'list') {
    if ((await stores.contactLists.find(account, audience.list)) === null)
      throw contactListNotFound({ id: audience.list })
    return
  }
  if (audience.kind === 'filter') {
    return checkFilter(stores, account, { condition: audience.condition, at: AUDIENCE_FILTER, isKept })
  }
  const found = await stores.groups.find(account, audience.groups)
  const missing = audience.groups.find((id) => !found.has(id))
  if (missing !== undefined) throw groupNotFound({ id: missing })
}
