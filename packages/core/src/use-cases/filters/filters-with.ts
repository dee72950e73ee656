import { isNamedIn, type FilterItem } from '../../model/filters/condition.js'
import { USES_LISTED, type UsingFilters, type UsingSegments } from '../../stores/item-use-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'

/** The segments and schedules whose filter itself names the item. */
export async function filtersWith(
  stores: Pick<Stores, 'segments' | 'itemUses'>,
  account: AccountId,
  item: Exclude<FilterItem, { kind: 'group' }>,
): Promise<UsingFilters> {
  return {
    segments: await segmentsWith(stores, account, item),
    schedules: await stores.itemUses.schedulesFilteringBy(account, item, USES_LISTED),
  }
}

/** The segments whose filter itself names the item. They keep their filter when the item is removed. */
export async function segmentsWith(
  { segments }: Pick<Stores, 'segments'>,
  account: AccountId,
  item: FilterItem,
): Promise<UsingSegments> {
  const naming = (await segments.of(account)).filter(({ condition }) => isNamedIn(condition, item))
  return { totalCount: naming.length, first: naming.slice(0, USES_LISTED) }
}
