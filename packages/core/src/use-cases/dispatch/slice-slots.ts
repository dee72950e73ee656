import { ratePartsOf, type SenderRate } from '../../model/senders/rate-counts.js'
import { capacityOf } from '../../model/senders/throttle-entry.js'
import type { SlotGrant } from '../../model/senders/throttle-store.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import { addMs } from '../../values/time/instant.js'
import { attemptIdOf, type ChunkJob } from '../broadcasts/chunk-job.js'
import { submissionAt, writtenAt, type Home, type OpenSlice } from '../broadcasts/slice.js'
import { isBlocked } from '../templates/checked-renderer.js'
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

/** The wire parts of messages. */
type PartsOf = (messages: readonly number[]) => readonly number[] | Promise<readonly number[]>

type SlotsWanted = { readonly sender: string; readonly messages: readonly number[]; readonly partsOf: PartsOf }

/** Takes slots of one number. `taken`: for how many of the messages, from the first one on. */
export async function takeSlots(
  stores: Pick<Stores, 'throttles'>,
  slots: SliceSlots,
  { sender, messages, partsOf }: SlotsWanted,
): Promise<Pick<SlotGrant, 'taken' | 'nextAt'>> {
  if (messages.length === 0) return { taken: 0, nextAt: slots.now }
  const { taken, full } = await takeSlotsOfEach(stores, slots, new Map([[sender, messages]]), partsOf)
  return { taken: taken.size, nextAt: full.get(sender) ?? slots.now }
}

export type SlotsOfEach = {
  /** The messages with a slot. */
  readonly taken: ReadonlySet<number>
  /** The numbers with too few slots, and when the next slot of each is expected. */
  readonly full: ReadonlyMap<string, Date>
}

/**
 * Takes slots of each number for the messages that are sent from it, in as many statements for many numbers as for one. Unlike
 * a single message, a slice does not join the queue of a throttle: slices share the remaining slots.
 */
export async function takeSlotsOfEach(
  { throttles }: Pick<Stores, 'throttles'>,
  { job, number, now, leaseMs }: SliceSlots,
  wanted: ReadonlyMap<string, readonly number[]>,
  partsOf: PartsOf,
): Promise<SlotsOfEach> {
  const { account, payload } = job
  const rates = await throttles.ratesOf(account, [...wanted.keys()])
  const rated = [...wanted].flatMap(([sender, messages]): readonly Rated[] => {
    const rate = rates.get(sender)
    return rate === undefined ? [] : [{ sender, messages, rate }]
  })
  const parts = await partsOfFirst(rated, partsOf)
  const slots = { id: attemptIdOf(job, number), joinsQueue: false, group: payload.broadcast, now }
  const requests = rated.map(({ sender, messages, rate }) => ({
    ...{ ...slots, sender, rate, wanted: messages.length, until: addMs(now, leaseMs) },
    ...(rate.counts === 'parts' && { parts: messages.flatMap((message) => parts.get(message) ?? []) }),
  }))
  const grants = requests.length > 0 ? await throttles.takeOfEach(account, requests) : []
  const unrated = [...wanted].flatMap(([sender, messages]) => (rates.has(sender) ? [] : messages))
  return {
    taken: new Set([...unrated, ...rated.flatMap(({ messages }, i) => messages.slice(0, grants[i]!.taken))]),
    full: new Map(
      rated.flatMap(({ sender, messages }, i) => {
        const { taken, nextAt } = grants[i]!
        return taken < messages.length ? [[sender, nextAt] as const] : []
      }),
    ),
  }
}

/** The messages of a slice that are sent from a number with a rate. */
type Rated = { readonly sender: string; readonly messages: readonly number[]; readonly rate: SenderRate }

/** The parts of the first messages of each number, as many as may be submitted at once, if its rate counts parts. */
async function partsOfFirst(rated: readonly Rated[], partsOf: PartsOf): Promise<ReadonlyMap<number, number>> {
  const messages = rated.flatMap(({ messages, rate: { counts, perSecond } }) =>
    counts === 'parts' ? messages.slice(0, capacityOf(perSecond)) : [],
  )
  if (messages.length === 0) return new Map()
  const parts = await partsOf(messages)
  return new Map(messages.map((message, i) => [message, parts[i]!]))
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
  const { taken, full } = await takeSlotsOfEach(stores, slots, wanted, partsWritten(slice))
  const first = positions.find((position) => !taken.has(position))
  return first === undefined
    ? { taken: positions.length, nextAt: slots.now }
    : { taken: first, nextAt: firstSlotAt(full) }
}

/**
 * The numbers of which an attempt may have slots. A recipient from a pool who was stopped had a slot too; if the recipient is
 * erased, the attempt does not store its number.
 */
export function numbersWithSlots({ broadcast, attempt }: Pick<OpenSlice, 'broadcast' | 'attempt'>): readonly string[] {
  if (broadcast.pool === null) return [broadcast.from]
  const { numbers, stopped } = attempt
  if (numbers === undefined) return []
  return stopped.length > 0 ? broadcast.pool.numbers : [...new Set(numbers)]
}

type WriteOptions = { readonly secrets: Secrets; readonly now: Date }

/** The parts of the texts that recipients would get now. A text that the content policy blocks counts as one. */
export function partsToWrite(stores: Stores, home: Home, { secrets, now }: WriteOptions): PartsOf {
  return async (indices) => {
    const { chosen, bodies, rendered } = await renderTexts(stores, { secrets, home, indices, now })
    const partsOf = rememberingParts()
    return indices.map((index, i) => {
      const text = rendered?.texts[i]
      if (text !== undefined && isBlocked(text)) return 1
      return partsOf(submissionAt(home, index, { text: text?.text ?? bodies[i]!, mediaUrl: chosen?.mediaUrls[i] }))
    })
  }
}

/** The parts of the texts that an attempt has stored, at positions of its `indices`. */
function partsWritten(slice: OpenSlice): PartsOf {
  const { attempt } = slice
  const partsOf = rememberingParts()
  return (positions) =>
    positions.map((position) => partsOf(submissionAt(slice, attempt.indices[position]!, writtenAt(attempt, position))))
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
