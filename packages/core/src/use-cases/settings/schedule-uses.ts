import type { UsingSchedules } from '../../stores/item-use-store.js'

/** The schedules that use an item, as an error names them. */
export function scheduleUses({ totalCount, first }: UsingSchedules) {
  return { totalCount, ids: first.map(({ id }) => id) }
}
