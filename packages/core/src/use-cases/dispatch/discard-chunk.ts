import { NO_OUTCOMES } from '../../model/broadcasts/broadcast.js'
import type { ConsentDeps } from '../../model/consent/consent-log.js'
import { sliceEntries } from '../../model/credits/credit-entries.js'
import { BULK_PRICE, FREE, times } from '../../model/credits/price.js'
import type { DeadJobOf } from '../../model/jobs/job.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { stopChunk } from '../broadcasts/cancel-broadcast.js'
import type { OpenSlice } from '../broadcasts/slice.js'
import { giveBackWaiting } from '../frequency/give-back.js'
import { countOutcomes } from '../messages/count-in-broadcast.js'
import { applyKeptReceipts } from './end-chunk.js'
import { storeOutcomes } from './settle-slice.js'
import { takenBefore } from './taken-before.js'
import { countHeld } from './window-gate.js'

export type DiscardOptions = ConsentDeps & { readonly now: Date }

/**
 * Gives up the chunk of a discarded job, so that its broadcast can end. The released recipients that were not begun
 * count as canceled. Messages of an open attempt that no receipt proves sent get an unknown outcome: nobody resolves
 * them any more. A chunk that has a newer job stays unchanged. The credits are changed last.
 */
export async function discardChunk(
  stores: Stores,
  { account, id, payload }: DeadJobOf<'dispatch-chunk'>,
  options: DiscardOptions,
): Promise<void> {
  const { ids, now } = options
  const chunk = await stores.broadcasts.lockChunk({ account, broadcast: payload.broadcast, number: payload.chunk })
  if (chunk === null || (await stores.jobs.exists(account, id))) return
  const broadcast = await stores.broadcasts.find(account, chunk.broadcast)
  if (broadcast === null) return
  const { recipients, firstPosition, number, progress } = chunk
  const length = recipients.phones.length
  const until = Math.min(length, Math.max(progress.cursor, broadcast.released - firstPosition))
  await giveBackWaiting(stores, broadcast, [{ ...chunk, length }])
  const canceled = await stopChunk(stores, { ...chunk, length }, broadcast, until)
  if (progress.attempt !== null) await giveUp(stores, options, { broadcast, chunk, attempt: progress.attempt })
  const counts = { ...NO_OUTCOMES, canceled }
  await countHeld(stores, chunk, { ...progress, waiting: [] })
  await countOutcomes(stores, ids, { account, broadcast: broadcast.id, counts, now })
  await applyKeptReceipts(stores, options, chunk)
  const slice = `${number}_discarded_${until}`
  const released = times(BULK_PRICE, canceled)
  await stores.credits.post(
    account,
    sliceEntries({ account, broadcast: broadcast.id, slice, captured: FREE, released }, now),
  )
}

async function giveUp(stores: Stores, options: DiscardOptions, slice: OpenSlice): Promise<void> {
  const { indices } = slice.attempt
  const taken = await takenBefore(stores, slice, indices)
  const outcomes = indices.map((index) => taken.get(index) ?? UNKNOWN)
  const result = { outcomes, carriers: new Map(), now: options.now, slots: null }
  await storeOutcomes(stores, { ...options, provider: NOBODY, chance: 0 }, slice, result)
}

const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }
/** Nobody is asked for the outcome later. */
const NOBODY = { deduplicates: false, canBeAsked: false } as const
