import type { ChunkKey } from '../../model/broadcasts/broadcast-store.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { ChunkProgress } from '../../model/broadcasts/chunk.js'
import { keyedOf, pick } from '../../model/broadcasts/recipients.js'
import type { ConsentDeps } from '../../model/consent/consent-log.js'
import { messageEvent } from '../../model/events/event.js'
import { IDEMPOTENCY_WINDOW_MS } from '../../model/idempotency/key.js'
import type { Message } from '../../model/messages/message.js'
import { countedByDetail, countedSent, countedSpent, type Counted } from '../../model/statistics/statistic.js'
import type { Carrier } from '../../ports/carriers.js'
import type { Ids } from '../../ports/runtime.js'
import type { SmsProvider, SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { attemptIdOf, type ChunkJob } from '../broadcasts/chunk-job.js'
import type { OpenSlice } from '../broadcasts/slice.js'
import { countOutcomes } from '../messages/count-in-broadcast.js'
import { freesKey } from '../messages/settlement.js'
import { logOptOut, optOutEntry } from '../opt-outs/provider-opt-out.js'
import { giveBackSettled } from './frequency-gate.js'
import { sliceSettlementOf, type SliceSettlement } from './slice-settlement.js'
import { numbersWithSlots } from './slice-slots.js'

export type SliceResult = {
  readonly outcomes: readonly SubmissionOutcome[]
  readonly carriers: FoundCarriers
  readonly now: Date
}

/** The carriers that were looked up, by recipient index. */
export type FoundCarriers = ReadonlyMap<number, Carrier>

type StoreOptions = ConsentDeps & {
  readonly provider: Pick<SmsProvider, 'deduplicates' | 'canBeAsked'>
  readonly chance: number
}

export type SettleOptions = StoreOptions & { readonly job: ChunkJob }

/**
 * Stores the outcomes of a slice with all their consequences, and returns the chunk's new progress. Returns null and
 * changes nothing if another worker has claimed the job in the meantime, or the slice was settled before.
 */
export async function settleSlice(
  stores: Stores,
  options: SettleOptions,
  slice: OpenSlice,
  result: SliceResult,
): Promise<ChunkProgress | null> {
  const { job } = options
  if (!(await stores.jobs.holds(job))) return null
  return storeOutcomes(stores, options, slice, { ...result, slots: attemptIdOf(job, slice.attempt.number) })
}

/** Like `settleSlice`, for a slice of no job. `slots`: the id of the slots that the slice holds; null if it holds none. */
export async function storeOutcomes(
  stores: Stores,
  options: StoreOptions,
  slice: OpenSlice,
  result: SliceResult & { readonly slots: string | null },
): Promise<ChunkProgress | null> {
  const { provider, chance } = options
  const { chunk, attempt } = slice
  const progress = await stores.broadcasts.lockProgress(chunk, attempt.id)
  if (progress === null) return null
  const { now, outcomes, carriers, slots } = result
  const isCanceled = await wasCanceled(stores, slice, outcomes)
  const end = { now, outcomes, lookedUp: new Set(carriers.keys()), progress, isCanceled, provider, chance }
  const settlement = sliceSettlementOf(slice, end)
  const { account } = chunk
  // Statements that need no answer of each other share a round trip.
  await Promise.all([
    saveLockedProgress(stores, { ...chunk, progress: settlement.progress }, attempt.id),
    slots !== null && stores.throttles.endOfEach({ account, senders: numbersWithSlots(slice), id: slots, at: now }),
    stores.messages.add(settlement.messages),
    stores.statistics.count(account, countedOf(settlement, now)),
    saveCarriers(stores, slice, result),
  ])
  await saveOptOuts(stores, options, settlement)
  await giveBackSettled(stores, slice, outcomes, settlement.skipped)
  await settleKeys(stores, slice, settlement, now)
  if (settlement.jobs.length > 0) await stores.jobs.put(settlement.jobs)
  await publishOutcomes(stores, options.ids, settlement, { now, broadcast: slice.broadcast })
  await stores.credits.post(chunk.account, settlement.entries)
  return settlement.progress
}

function countedOf({ messages, entries }: SliceSettlement, now: Date): readonly Counted[] {
  const sent = messages.filter(({ status }) => status === 'sent').length
  const failures = messages.flatMap(({ failure }) => failure?.type ?? [])
  return [countedSent(now, sent), ...countedByDetail('failed', failures, now), ...countedSpent(entries)]
}

/** A cancel locks the chunk, so the cancel is visible here. It matters only to messages that would be retried. */
async function wasCanceled({ broadcasts }: Stores, { broadcast }: OpenSlice, outcomes: SliceResult['outcomes']) {
  if (outcomes.every(({ kind }) => kind !== 'try-later')) return false
  return (await broadcasts.find(broadcast.account, broadcast.id))!.status === 'canceled'
}

async function saveCarriers({ carriers: store }: Stores, { chunk }: OpenSlice, { carriers, now }: SliceResult) {
  if (carriers.size === 0) return
  const { phones } = chunk.recipients
  await store.save(
    chunk.account,
    [...carriers].map(([index, carrier]) => ({ phone: phones[index]!, carrier, at: now })),
  )
}

async function saveOptOuts(stores: Stores, options: ConsentDeps, { optOuts }: SliceSettlement) {
  for (const optOut of optOuts) {
    const entry = await optOutEntry(stores, options, optOut)
    await stores.consents.saveProviderOptOut(optOut)
    if (entry !== null) await logOptOut(stores, entry)
  }
}

/** A key's window begins when its message is sent; the key of a message that was not sent may be used again. */
async function settleKeys(stores: Stores, { chunk }: OpenSlice, { messages, skipped }: SliceSettlement, now: Date) {
  const { phones, keys: ofRecipients } = chunk.recipients
  if (ofRecipients === null) return
  const { account, broadcast } = chunk
  const ended = messages.filter(({ phase }) => phase === null)
  const used = keysOf(ended.filter((message) => !freesKey(message)))
  const failed = keysOf(ended.filter(freesKey))
  const unsent = keyedOf({ phones: pick(phones, skipped), keys: pick(ofRecipients, skipped) })
  const freed = { phones: [...failed.phones, ...unsent.phones], keys: [...failed.keys, ...unsent.keys] }
  const at = addMs(now, IDEMPOTENCY_WINDOW_MS)
  if (used.keys.length > 0) await stores.recipientKeys.expire({ account, broadcast, ...used, at })
  if (freed.keys.length > 0) await stores.recipientKeys.free({ account, broadcast, ...freed })
}

function keysOf(messages: readonly Message[]) {
  const { phones, keys } = keyedOf({
    phones: messages.map(({ to }) => to as PhoneNumber),
    keys: messages.map(({ idempotencyKey }) => idempotencyKey),
  })
  return { phones, keys }
}

type OutcomeContext = { readonly now: Date; readonly broadcast: Broadcast }

/** Counts the outcomes in the broadcast, and appends events for the messages if an endpoint subscribes to them. */
async function publishOutcomes(
  stores: Stores,
  ids: Ids,
  { messages, counts }: SliceSettlement,
  { now, broadcast }: OutcomeContext,
) {
  const { account, id } = broadcast
  for (const status of ['sent', 'failed'] as const) {
    if (counts[status] === 0 || !(await stores.events.hasSubscribers(account, `message.${status}`))) continue
    const ended = messages.filter((message) => message.status === status)
    await stores.events.append(
      account,
      ended.map((message) => messageEvent(`message.${status}`, message, { id: ids.next('evt'), at: now })),
    )
  }
  await countOutcomes(stores, ids, { account, broadcast: id, counts, now })
}

/** The caller has locked the chunk and read the id of its attempt, `from`, so no other writer can come first. */
export async function saveLockedProgress(
  { broadcasts }: Pick<Stores, 'broadcasts'>,
  chunk: ChunkKey & { readonly progress: ChunkProgress },
  from: string | null,
): Promise<void> {
  if (await broadcasts.saveProgress(chunk, from)) return
  throw new Error(`Chunk ${chunk.number} of ${chunk.broadcast} is locked, but its attempt is not ${from}`)
}
