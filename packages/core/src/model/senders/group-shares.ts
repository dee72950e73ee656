import { isGroup, isRunning, slotsOf, type ThrottleEntry } from './throttle-entry.js'

/** The slots of a window, those that the first message of a request needs, and those that are free for it. */
type FreeSlots = { readonly capacity: number; readonly need: number; readonly free: number }

/**
 * The number of free slots that the group may take. Each waiting group keeps its share, whatever the order in which the
 * groups asked, less the slots that it has in use. The group that has waited longest also gets the slots that are in no
 * share, and the slots for one message even if they are more than its share.
 */
export function shareOf(group: string, entries: readonly ThrottleEntry[], { capacity, need, free }: FreeSlots): number {
  const waiting = entries.filter(isGroup)
  const others = waiting.filter(({ id }) => id !== group)
  const first = waiting[0]?.id ?? group
  const share = Math.max(1, Math.floor(capacity / (others.length + 1)))
  const leftOf = (id: string) => Math.max(0, share - slotsInUse(entries, id))
  const keptFor = ({ id, places }: ThrottleEntry) =>
    id === first ? Math.max(leftOf(id), Math.min(places, capacity)) : leftOf(id)
  const spare = others.reduce((slots, other) => slots - keptFor(other), free)
  if (first === group) return Math.min(free, Math.max(leftOf(group), need, spare))
  const own = slotsInUse(entries, group) === 0 ? Math.max(share, need) : leftOf(group)
  return Math.max(0, Math.min(own, spare))
}

/** How many slots a group has taken. A group without an entry counts as much as the group that has taken the fewest. */
export function servedOf(entries: readonly ThrottleEntry[], group: string): number {
  const byGroup = new Map<string, number>()
  for (const entry of entries) {
    const of = isGroup(entry) ? entry.id : entry.group
    if (of !== undefined) byGroup.set(of, Math.max(byGroup.get(of) ?? 0, entry.served ?? 0))
  }
  return byGroup.get(group) ?? (byGroup.size === 0 ? 0 : Math.min(...byGroup.values()))
}

/** The slots of the messages of a group that are being submitted, or were submitted within the window. */
function slotsInUse(entries: readonly ThrottleEntry[], group: string): number {
  return slotsOf(entries.filter((entry) => isRunning(entry) && entry.group === group))
}
