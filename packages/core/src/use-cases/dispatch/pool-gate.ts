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
import { addMs } from '../../values/time/instant.js'
import { attemptIdOf, type ChunkJob } from '../broadcasts/chunk-job.js'
import { hasFailing, indicesOf, withHeld, type DueSlice, type Home, type OpenSlice } from '../broadcasts/slice.js'
import { keepNumbers } from '../senders/keep-numbers.js'
import { partsToWrite, partsWritten, takeForParts, type PartsOf } from './slice-parts.js'
import { dueInWindows, type DueInWindows } from './window-gate.js'

/** What is due in a chunk of a broadcast from a pool, and can be submitted now. */
export type DueInPool = DueInWindows & {
  /** The number of each recipient, by index in the chunk. */
  readonly numbers: ReadonlyMap<number, string>
  /** If nothing can be submitted now: when to look again. Null if this depends on the waiting recipients. */
  readonly nextAt: Date | null
}

type GateOptions = {
  readonly secrets: Secrets
  readonly job: ChunkJob
  readonly now: Date
  readonly leaseMs: number
  readonly lengthMax: number
}

/**
 * Finds the next recipients who are due and whose number has free slots, and takes the slots of each number. Recipients
 * before them whose number has no free slot wait for it, so that it does not stop the other numbers. If no number has a
 * free slot, nobody is moved.
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
  const lengthMax = Math.min(options.lengthMax, lookedAtMax(usedOf(numbers)))
  const { due, progress } = await dueInWindows(stores, { broadcast, chunk }, { now, lengthMax })
  const indices = indicesOf(due)
  if (indices.length === 0) return { due, progress, numbers: new Map(), nextAt: null }
  const numberOf = await numbersOf(stores, { broadcast, chunk, pool }, numbers, indices)
  const wanted = groupBy(indices, (index) => numberOf.get(index)!)
  const slots = { job: options.job, number: chunk.progress.slices + 1, now, leaseMs: options.leaseMs }
  const { taken, full } = await takeOfEach(stores, slots, wanted, (own) =>
    partsToWrite(stores, { broadcast, chunk }, { secrets: options.secrets, indices: own, now }),
  )
  const rest = { taken, dueOf: dueTimes(numbers, full, now), numberOf, now }
  if (taken.size > 0 || hasFailing(due))
    return { due: firstWithSlots(due, rest), progress, numbers: numberOf, nextAt: null }
  if (usedOf(numbers).every(({ number }) => full.has(number))) {
    return { due: nobodyOf(due, progress.cursor), progress, numbers: numberOf, nextAt: earliestOf(full.values()) }
  }
  const moved = withHeld(progress, firstWithSlots(due, rest))
  return { due: nobodyOf(due, moved.cursor), progress: moved, numbers: numberOf, nextAt: now }
}

/** Whether some recipients may get an MMS. */
function mayHaveMedia({ broadcast, chunk }: Home): boolean {
  const { body, mediaUrl, template } = broadcast
  const isAnyMms = hasMedia({ body: body ?? '', mediaUrl, language: template?.language ?? null })
  return isAnyMms || (chunk.recipients.mediaUrls?.some((url) => url !== null) ?? false)
}

/** More recipients could not be submitted at once anyway. */
function lookedAtMax(numbers: readonly PoolNumber[]): number {
  const all = numbers.reduce(
    (sum, { messagesPerSecond: rate }) => sum + (rate === null ? Infinity : Math.ceil(rate)),
    0,
  )
  return Math.max(LOOKED_AT_MIN, 2 * all)
}

const LOOKED_AT_MIN = 100

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

type Slots = { readonly job: ChunkJob; readonly number: number; readonly now: Date; readonly leaseMs: number }

type TakenSlots = {
  /** The recipients with a slot. */
  readonly taken: ReadonlySet<number>
  /** When the next slot of each number is expected that had too few. */
  readonly full: ReadonlyMap<string, Date>
}

/** In the order of the numbers, so that two slices cannot deadlock. */
async function takeOfEach(
  stores: Stores,
  slots: Slots,
  wanted: ReadonlyMap<string, readonly number[]>,
  partsOf: (indices: readonly number[]) => PartsOf,
): Promise<TakenSlots> {
  const taken = new Set<number>()
  const full = new Map<string, Date>()
  for (const sender of [...wanted.keys()].sort()) {
    const indices = wanted.get(sender)!
    const grant = await takeSlots(stores, slots, { sender, wanted: indices.length, partsOf: partsOf(indices) })
    for (const index of indices.slice(0, grant.taken)) taken.add(index)
    if (grant.taken < indices.length) full.set(sender, grant.nextAt)
  }
  return { taken, full }
}

function takeSlots(
  stores: Pick<Stores, 'throttles'>,
  { job, number, now, leaseMs }: Slots,
  { sender, wanted, partsOf }: { readonly sender: string; readonly wanted: number; readonly partsOf: PartsOf },
) {
  const { account, payload } = job
  const slots = { account, sender, wanted, id: attemptIdOf(job, number), joinsQueue: false, group: payload.broadcast }
  return takeForParts(stores, { ...slots, now, until: addMs(now, leaseMs) }, partsOf)
}

type Rest = {
  readonly taken: ReadonlySet<number>
  readonly numberOf: ReadonlyMap<number, string>
  /** When the next of those who wait for the number is due. */
  readonly dueOf: (number: string) => number
  readonly now: Date
}

/**
 * Those whose number has a slot, and the others before them, who wait. If nobody has one, all wait, and those who fail are
 * kept.
 */
function firstWithSlots(due: DueSlice, { taken, numberOf, dueOf, now }: Rest): DueSlice {
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

/** Nobody of the slice is submitted or moved. */
function nobodyOf(due: DueSlice, cursor: number): DueSlice {
  return { ...due, again: [], fresh: [], held: [], cursor }
}

/** Those who wait for a number are due when its slots are expected: as many at a time as the number may submit. */
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

function earliestOf(instants: Iterable<Date>): Date {
  return new Date(Math.min(...[...instants].map((at) => at.getTime())))
}

/** The numbers whose slots an attempt may have, in their order. Recipients who were stopped after they got a slot have had any. */
export function numbersUsed({ broadcast, attempt }: Pick<OpenSlice, 'broadcast' | 'attempt'>): readonly string[] {
  if (broadcast.pool === null) return [broadcast.from]
  const { numbers = null, stopped } = attempt
  if (numbers === null) return []
  return [...new Set(stopped.length > 0 ? broadcast.pool.numbers : numbers)].sort()
}

/**
 * Takes new slots for an attempt that was left open. `taken`: for how many of its messages, from the first one on, the
 * numbers have slots.
 */
export async function takeAgain(stores: Stores, slots: Slots, slice: OpenSlice) {
  const { numbers = [] } = slice.attempt
  const wanted = groupBy([...numbers.keys()], (position) => numbers[position]!)
  const { taken, full } = await takeOfEach(stores, slots, wanted, (positions) => partsWritten(slice, positions))
  const first = [...numbers.keys()].find((position) => !taken.has(position)) ?? numbers.length
  return { taken: first, nextAt: full.size === 0 ? slots.now : earliestOf(full.values()) }
}
