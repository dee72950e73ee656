import type { Waiting } from '../../model/broadcasts/chunk.js'
import { pick } from '../../model/broadcasts/recipients.js'
import { poolNumbersOf, usedOf, type PoolNumber } from '../../model/senders/pool-numbers.js'
import type { Pool } from '../../model/senders/pool.js'
import { throttleWindowMs } from '../../model/senders/throttle-entry.js'
import { hasMedia } from '../../model/templates/template-content.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import { ERASED } from '../../values/phone/phone-number.js'
import { hasFailing, indicesOf, withHeld, type DueSlice, type Home } from '../broadcasts/slice.js'
import { keepNumbers } from '../senders/keep-numbers.js'
import { firstSlotAt, partsToWrite, takeSlotsOfEach, type SliceSlots } from './slice-slots.js'
import { dueInWindows, type DueInWindows } from './window-gate.js'

/** What is due in a chunk of a broadcast from a pool, and can be submitted now. */
export type DueInPool = DueInWindows & {
  /** The number of each recipient, by index in the chunk. */
  readonly numbers: ReadonlyMap<number, string>
  /** If nothing can be submitted now: when to look again. Null if this depends on the waiting recipients. */
  readonly nextAt: Date | null
}

type GateOptions = Omit<SliceSlots, 'number'> & { readonly secrets: Secrets; readonly lengthMax: number }

/**
 * Finds the next recipients who are due and whose number has free slots, and takes the slots of each number. Recipients
 * before them whose number has no free slot wait for it, so that it does not delay the other numbers. If no number has a
 * free slot, the chunk stays as it is.
 */
export async function dueInPool(
  stores: Stores,
  options: GateOptions,
  { broadcast, chunk, pool }: Home & { readonly pool: Pool },
): Promise<DueInPool> {
  const { now } = options
  const numbers = poolNumbersOf(pool.numbers, await stores.senders.of(chunk.account), {
    hasMedia: mayHaveMedia({ broadcast, chunk }),
  })
  const lengthMax = Math.min(options.lengthMax, lengthMaxOf(usedOf(numbers)))
  const { due, progress } = await dueInWindows(stores, { broadcast, chunk }, { now, lengthMax })
  const indices = indicesOf(due)
  if (indices.length === 0) return { due, progress, numbers: new Map(), nextAt: null }
  const numberOf = await numbersOf(stores, { broadcast, chunk, pool }, numbers, indices)
  const wanted = groupBy(indices, (index) => numberOf.get(index)!)
  const slots = { job: options.job, number: chunk.progress.slices + 1, now, leaseMs: options.leaseMs }
  const partsOf = partsToWrite(stores, { broadcast, chunk }, options)
  const { taken, full } = await takeSlotsOfEach(stores, slots, wanted, partsOf)
  const slotsOf = { taken, dueOf: dueTimes(numbers, full, now), numberOf, now }
  if (taken.size > 0 || hasFailing(due)) {
    return { due: firstWithSlots(due, slotsOf), progress, numbers: numberOf, nextAt: null }
  }
  if (usedOf(numbers).every(({ number }) => full.has(number))) {
    return { due: withNobody(due, progress.cursor), progress, numbers: numberOf, nextAt: firstSlotAt(full) }
  }
  const moved = withHeld(progress, firstWithSlots(due, slotsOf))
  return { due: withNobody(due, moved.cursor), progress: moved, numbers: numberOf, nextAt: now }
}

/** Whether some recipients may get an MMS. */
function mayHaveMedia({ broadcast, chunk }: Home): boolean {
  const { body, mediaUrl, template } = broadcast
  const isAnyMms = hasMedia({ body: body ?? '', mediaUrl, language: template?.language ?? null })
  return isAnyMms || (chunk.recipients.mediaUrls?.some((url) => url !== null) ?? false)
}

/** The maximum number of recipients in a slice: more could not be submitted at once. */
function lengthMaxOf(numbers: readonly PoolNumber[]): number {
  const all = numbers.reduce(
    (sum, { messagesPerSecond: rate }) => sum + (rate === null ? Infinity : Math.ceil(rate)),
    0,
  )
  return Math.max(LENGTH_MAX_MIN, 2 * all)
}

const LENGTH_MAX_MIN = 100

/** An erased recipient is stopped by the check of its consent, and gets no number. */
async function numbersOf(
  stores: Stores,
  { chunk, pool }: Home & { readonly pool: Pool },
  numbers: readonly PoolNumber[],
  indices: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { account, recipients } = chunk
  const phones = pick(recipients.phones, indices)
  const people = phones.filter((phone) => phone !== ERASED)
  const known = await keepNumbers(stores, { account, pool, numbers, phones: people })
  return new Map(indices.map((index, i) => [index, known.get(phones[i]!) ?? usedOf(numbers)[0]!.number] as const))
}

type SlotsOfSlice = {
  readonly taken: ReadonlySet<number>
  readonly numberOf: ReadonlyMap<number, string>
  /** When the next recipient that waits for the number is due. Each call counts one more recipient. */
  readonly dueOf: (number: string) => number
  readonly now: Date
}

/**
 * Submits to the recipients whose number has a slot. The others before the last of them are held until their number has one.
 * If no recipient has a slot, all are held. Recipients that fail stay in the slice.
 */
function firstWithSlots(due: DueSlice, { taken, numberOf, dueOf, now }: SlotsOfSlice): DueSlice {
  const fresh = due.fresh.filter((index) => taken.has(index))
  const last = taken.size > 0 ? (fresh.at(-1) ?? -1) : Infinity
  const cursor = due.fresh.find((index) => index > last) ?? due.cursor
  const again = due.again.filter(({ index }) => taken.has(index))
  const postponed = due.again.filter(({ index }) => !taken.has(index))
  const passed = due.fresh.filter((index) => index < cursor && !taken.has(index))
  const waiting: readonly Waiting[] = [
    ...postponed.map((one) => (wasTried(one, now) ? one : ({ ...one, isPaced: true } as const))),
    ...passed.map((index) => ({ index, sinceMs: now.getTime(), dueMs: 0, isPaced: true }) as const),
  ]
  return {
    again: again.map((one) => (one.isPaced ? noLongerPaced(one, now) : one)),
    fresh,
    overdue: due.overdue,
    held: [
      ...due.held.filter(({ index }) => index < cursor),
      ...waiting.map((one) => ({ ...one, dueMs: dueOf(numberOf.get(one.index)!) })),
    ],
    late: due.late.filter(({ index }) => index < cursor),
    cursor,
  }
}

/** Its hour of tries goes on, even while it waits for its number. */
function wasTried({ sinceMs, isPaced }: Waiting, now: Date): boolean {
  return !isPaced && sinceMs < now.getTime()
}

/** Its hour of tries begins now. */
function noLongerPaced({ isPaced: _, ...one }: Waiting, now: Date): Waiting {
  return { ...one, sinceMs: now.getTime() }
}

/** The slice without its recipients: none is submitted to or held. */
function withNobody(due: DueSlice, cursor: number): DueSlice {
  return { ...due, again: [], fresh: [], held: [], cursor }
}

/** Recipients that wait for a number are due when its slots are expected: as many at once as it may send in a window. */
function dueTimes(
  numbers: readonly PoolNumber[],
  full: ReadonlyMap<string, Date>,
  now: Date,
): (number: string) => number {
  const rates = new Map(numbers.map(({ number, messagesPerSecond }) => [number, messagesPerSecond]))
  const waiting = new Map<string, number>()
  return (number) => {
    const rate = rates.get(number) ?? 1
    const ahead = waiting.get(number) ?? 0
    waiting.set(number, ahead + 1)
    const windowMs = throttleWindowMs(rate)
    // The throttle expects the slots that were taken just now to be in use until the end of their lease.
    const firstMs = Math.min(full.get(number)!.getTime(), now.getTime() + windowMs)
    const turn = Math.floor(ahead / Math.max(1, Math.floor(rate)))
    return Math.max(firstMs, now.getTime() + 1) + turn * windowMs
  }
}
