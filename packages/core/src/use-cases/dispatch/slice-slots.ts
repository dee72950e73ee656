import { ratePartsOf } from '../../model/senders/rate-counts.js'
import { capacityOf } from '../../model/senders/throttle-entry.js'
import type { SenderSlotRequest, SlotGrant } from '../../model/senders/throttle-store.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import { addMs } from '../../values/time/instant.js'
import { attemptIdOf, type ChunkJob } from '../broadcasts/chunk-job.js'
import { submissionAt, writtenAt, type Home, type OpenSlice } from '../broadcasts/slice.js'
import { isBlocked } from '../messages/checked-renderer.js'
import { renderTexts } from './write-texts.js'

/** The attempt that takes slots, and until when it keeps them. */
export type SliceSlots = {
  readonly job: ChunkJob
  /** The number of the attempt. */
  readonly number: number
  readonly now: Date
  /** How long the slice keeps its slots while it is submitted. */
  readonly leaseMs: number
}

/** The wire parts of the first `count` messages. */
type PartsOf = (count: number) => readonly number[] | Promise<readonly number[]>

type SlotsWanted = { readonly sender: string; readonly wanted: number; readonly partsOf: PartsOf }

/** Unlike a single message, a slice does not join the throttle's queue: slices share the remaining slots. */
export async function takeSlots(
  stores: Pick<Stores, 'throttles'>,
  { job, number, now, leaseMs }: SliceSlots,
  { sender, wanted, partsOf }: SlotsWanted,
): Promise<Pick<SlotGrant, 'taken' | 'nextAt'>> {
  if (wanted === 0) return { taken: 0, nextAt: now }
  const { account, payload } = job
  const slots = { account, sender, id: attemptIdOf(job, number), wanted, joinsQueue: false, group: payload.broadcast }
  return takeForParts(stores, { ...slots, now, until: addMs(now, leaseMs) }, partsOf)
}

/**
 * Takes slots for the first messages of a slice. Calls `partsOf` only if the sender has a rate that counts parts, and only for
 * as many messages as may be submitted at once.
 */
async function takeForParts(
  { throttles }: Pick<Stores, 'throttles'>,
  request: SenderSlotRequest,
  partsOf: PartsOf,
): Promise<SlotGrant> {
  const { account, sender, wanted, now } = request
  const rate = await throttles.rateOf(account, sender)
  if (rate === null) return { taken: wanted, nextAt: now, isThrottled: false }
  if (rate.counts === 'messages') return throttles.take({ ...request, rate })
  const parts = await partsOf(Math.min(wanted, capacityOf(rate.perSecond)))
  return throttles.take({ ...request, rate, parts })
}

export type SlotsOfEach = {
  /** The messages with a slot. */
  readonly taken: ReadonlySet<number>
  /** The numbers with too few slots, and when the next slot of each is expected. */
  readonly full: ReadonlyMap<string, Date>
}

/**
 * Takes slots of each number for the messages that are sent from it. In the order of the numbers, so that two slices cannot
 * deadlock.
 */
export async function takeSlotsOfEach(
  stores: Pick<Stores, 'throttles'>,
  slots: SliceSlots,
  wanted: ReadonlyMap<string, readonly number[]>,
  partsOf: (messages: readonly number[]) => PartsOf,
): Promise<SlotsOfEach> {
  const taken = new Set<number>()
  const full = new Map<string, Date>()
  for (const sender of [...wanted.keys()].sort()) {
    const messages = wanted.get(sender)!
    const grant = await takeSlots(stores, slots, { sender, wanted: messages.length, partsOf: partsOf(messages) })
    for (const message of messages.slice(0, grant.taken)) taken.add(message)
    if (grant.taken < messages.length) full.set(sender, grant.nextAt)
  }
  return { taken, full }
}

/** When the first of these numbers is expected to have a slot. */
export function firstSlotAt(full: SlotsOfEach['full']): Date {
  return new Date(Math.min(...[...full.values()].map((at) => at.getTime())))
}

/**
 * Takes new slots for an attempt that was left open, of the numbers that it was submitted from. `taken`: for how many of its
 * messages, from the first one on, there are slots. `nextAt`: when to ask again if there are none.
 */
export async function takeSlotsAgain(
  stores: Pick<Stores, 'throttles'>,
  slots: SliceSlots,
  slice: OpenSlice,
): Promise<Pick<SlotGrant, 'taken' | 'nextAt'>> {
  const { broadcast, attempt } = slice
  const positions = [...attempt.indices.keys()]
  const wanted = groupBy(positions, (position) => attempt.numbers?.[position] ?? broadcast.from)
  const { taken, full } = await takeSlotsOfEach(stores, slots, wanted, (own) => partsWritten(slice, own))
  const first = positions.find((position) => !taken.has(position))
  return first === undefined
    ? { taken: positions.length, nextAt: slots.now }
    : { taken: first, nextAt: firstSlotAt(full) }
}

/**
 * The numbers of which an attempt may have slots, in their order. A recipient from a pool who was stopped had a slot too, of
 * a number that the attempt does not store.
 */
export function numbersWithSlots({ broadcast, attempt }: Pick<OpenSlice, 'broadcast' | 'attempt'>): readonly string[] {
  if (broadcast.pool === null) return [broadcast.from]
  const { numbers, stopped } = attempt
  if (numbers === undefined) return []
  return [...new Set(stopped.length > 0 ? broadcast.pool.numbers : numbers)].sort()
}

type WriteOptions = { readonly secrets: Secrets; readonly indices: readonly number[]; readonly now: Date }

/** The parts of the texts that these recipients would get now. A text that the content policy blocks counts as one. */
export function partsToWrite(stores: Stores, home: Home, { secrets, indices, now }: WriteOptions): PartsOf {
  return async (count) => {
    const first = indices.slice(0, count)
    const { chosen, bodies, rendered } = await renderTexts(stores, { secrets, home, indices: first, now })
    const partsOf = rememberingParts()
    return first.map((index, i) => {
      const text = rendered?.texts[i]
      if (text !== undefined && isBlocked(text)) return 1
      return partsOf(submissionAt(home, index, { text: text?.text ?? bodies[i]!, mediaUrl: chosen?.mediaUrls[i] }))
    })
  }
}

/** The parts of the texts that an attempt has stored, at these positions of its `indices`. */
function partsWritten(slice: OpenSlice, positions: readonly number[]): PartsOf {
  const { attempt } = slice
  const partsOf = rememberingParts()
  return (count) =>
    positions
      .slice(0, count)
      .map((position) => partsOf(submissionAt(slice, attempt.indices[position]!, writtenAt(attempt, position))))
}

/** Measures each text once: the texts of a slice are usually all the same. */
function rememberingParts(): typeof ratePartsOf {
  const known = new Map<string, number>()
  return ({ body, mediaUrl }) => {
    if (mediaUrl !== null) return 1
    const parts = known.get(body) ?? ratePartsOf({ body, mediaUrl })
    known.set(body, parts)
    return parts
  }
}
