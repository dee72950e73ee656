import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { isOver, type Chunk, type ChunkProgress, type SliceAttempt } from '../../model/broadcasts/chunk.js'
import { beforeExpiry, isExpired } from '../../model/broadcasts/expiry.js'
import { pick } from '../../model/broadcasts/recipients.js'
import type { Pool } from '../../model/senders/pool.js'
import type { Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { attemptIdOf, requeue, nextInChain, type ChunkJob } from '../broadcasts/chunk-job.js'
import { restUntil } from '../broadcasts/pause-broadcast.js'
import { firstDueOf } from '../broadcasts/progress-after.js'
import { firstOf, hasFailing, indicesOf, withAttempt, type Home, type OpenSlice } from '../broadcasts/slice.js'
import { endTurn, waitsForTurnUntil } from '../broadcasts/window-turn.js'
import { knownSince } from '../messages/landlines.js'
import { hasExpired } from '../schedules/skip-missed.js'
import { askConsent } from './consent-gate.js'
import { endChunk } from './end-chunk.js'
import { expireSlice } from './expire-slice.js'
import { countSubmitted, stopCapped, type FrequencyCheck } from './frequency-gate.js'
import { stopLandlines } from './landline-gate.js'
import { dueInPool, type DueInPool } from './pool-gate.js'
import { saveLockedProgress } from './settle-slice.js'
import { partsToWrite, takeSlots, takeSlotsAgain } from './slice-slots.js'
import { areWindowsOpen, countHeld, dueInWindows, type DueInWindows } from './window-gate.js'
import { stoppedFromOf, withStops, type Stop } from './with-stops.js'
import { writeTexts } from './write-texts.js'

/** The next slice for a chunk's job. Null if there is nothing to do now, or another worker has the job. */
export type BegunSlice = {
  readonly slice: OpenSlice
  readonly wasLeftOpen: boolean
  /** If the attempt was left open: the number of its messages that may be submitted again. */
  readonly againMax: number
} | null

/** The broadcast of a scheduled send that expired before any of its slices began. */
export type MissedSend = { readonly missed: Broadcast }

export type BeginSliceOptions = {
  readonly secrets: Secrets
  readonly ids: Ids
  readonly job: ChunkJob
  readonly now: Date
  /** How long the slice keeps its slots while it is submitted. */
  readonly leaseMs: number
  /** The maximum number of recipients in one slice. */
  readonly lengthMax: number
  /** Whether an attempt that was left open is submitted again. */
  readonly resubmits: boolean
}

/**
 * The transaction that commits an attempt: after the commit its messages count as being submitted. It checks and locks
 * consent, so a STOP comes either before or after the transaction. It locks the job first: only workers that claim the
 * job compete for that lock.
 */
export async function beginSlice(stores: Stores, options: BeginSliceOptions): Promise<BegunSlice | MissedSend> {
  const { job, now, lengthMax } = options
  if (!(await stores.jobs.holds(job))) return null
  const { account, payload } = job
  const { broadcasts } = stores
  // In this order: a wave is released, and a broadcast is canceled, while the chunk is locked.
  const [chunk, found] = await Promise.all([
    broadcasts.lockChunk({ account, broadcast: payload.broadcast, number: payload.chunk }),
    broadcasts.findToDispatch(account, payload.broadcast),
  ])
  if (chunk === null || found === null) {
    await stores.jobs.finish(job)
    return null
  }
  const { broadcast, frequencyCaps: caps } = found
  const { attempt } = chunk.progress
  if (attempt !== null) return goOn(stores, options, { broadcast, chunk, attempt })
  if (isOver(chunk)) {
    await endChunk(stores, options, chunk)
    return null
  }
  const restsUntil = restOf(broadcast, now)
  if (restsUntil !== null) {
    await requeue(stores, job, restsUntil)
    return null
  }
  if (await hasExpired(stores, broadcast, now)) return { missed: broadcast }
  if (isExpired(broadcast, now)) {
    return { slice: await expireSlice(stores, options, { broadcast, chunk }), wasLeftOpen: false, againMax: 0 }
  }
  const waitsUntil = await waitsForTurnUntil(stores, chunk, now)
  if (waitsUntil !== null) {
    await requeue(stores, job, beforeExpiry(broadcast, waitsUntil))
    return null
  }
  if (broadcast.pool !== null) return beginInPool(stores, options, { broadcast, chunk, caps, pool: broadcast.pool })
  const { due, progress } = await dueInWindows(stores, { broadcast, chunk }, { now, lengthMax })
  const wanted = indicesOf(due)
  if (wanted.length === 0 && !hasFailing(due)) {
    await restUntilDue(stores, options, { broadcast, chunk }, progress)
    return null
  }
  const slots = { ...options, number: chunk.progress.slices + 1 }
  const partsOf = partsToWrite(stores, { broadcast, chunk }, options)
  const { taken, nextAt } = await takeSlots(stores, slots, { sender: broadcast.from, messages: wanted, partsOf })
  const first = firstOf(due, taken)
  if (taken === 0 && wanted.length > 0 && !hasFailing(first)) {
    await requeue(stores, job, beforeExpiry(broadcast, nextAt))
    return null
  }
  return {
    slice: await open(stores, options, { broadcast, chunk, caps }, { due: first, progress }),
    wasLeftOpen: false,
    againMax: 0,
  }
}

async function beginInPool(
  stores: Stores,
  options: BeginSliceOptions,
  home: CappedHome & { readonly pool: Pool },
): Promise<BegunSlice> {
  const { broadcast, chunk } = home
  const { due, progress, numbers, nextAt } = await dueInPool(stores, options, home)
  if (indicesOf(due).length > 0 || hasFailing(due)) {
    return { slice: await open(stores, options, home, { due, progress, numbers }), wasLeftOpen: false, againMax: 0 }
  }
  if (nextAt === null) {
    await restUntilDue(stores, options, { broadcast, chunk }, progress)
    return null
  }
  if (progress !== chunk.progress) await saveHeld(stores, options, { broadcast, chunk }, progress)
  await requeue(stores, options.job, beforeExpiry(broadcast, nextAt))
  return null
}

/** When the job of a held or paused broadcast runs again; null if the broadcast is neither, or has expired. */
function restOf(broadcast: Broadcast, now: Date): Date | null {
  const { pausedAt, heldUntil } = broadcast
  if (isExpired(broadcast, now)) return null
  if (pausedAt !== null) return beforeExpiry(broadcast, restUntil(now))
  return heldUntil !== null && heldUntil > now ? heldUntil : null
}

/**
 * No recipient is due: postpones the job, or ends it until another wave is released. Releasing a wave locks the
 * chunk, so either the wave is visible here, or the release finds the job postponed (and brings it forward) or gone.
 */
async function restUntilDue(
  stores: Stores,
  options: BeginSliceOptions,
  { broadcast, chunk }: Home,
  progress: ChunkProgress,
): Promise<void> {
  const { job, now } = options
  const { waiting, retryAt } = progress
  if (progress !== chunk.progress) await saveHeld(stores, options, { broadcast, chunk }, progress)
  const waits = retryAt !== null && (waiting.length > 0 || retryAt > now)
  if (waits) await requeue(stores, job, beforeExpiry(broadcast, retryAt > now ? retryAt : firstDueOf(waiting)))
  else await endChunk(stores, options, chunk)
}

/** Saves the progress of a chunk in which all due recipients are held. */
async function saveHeld(
  stores: Stores,
  { now }: BeginSliceOptions,
  { broadcast, chunk }: Home,
  progress: ChunkProgress,
): Promise<void> {
  await saveLockedProgress(stores, { ...chunk, progress }, null)
  const next = nextAfter({ broadcast, chunk }, progress, now)
  if (next !== null) await stores.jobs.add([next])
  await endTurn(stores, { broadcast, chunk }, progress, now)
  if (broadcast.status === 'queued') await stores.broadcasts.begin(chunk.account, broadcast.id, null)
  await countHeld(stores, chunk, progress)
}

/** The next job of the chain, if all recipients of the chunk were begun just now. */
function nextAfter({ broadcast, chunk }: Home, { cursor }: ChunkProgress, now: Date) {
  const isAllBegun = cursor > chunk.progress.cursor && cursor === chunk.recipients.phones.length
  return isAllBegun ? nextInChain(chunk, broadcast, now) : null
}

/** Continues an open attempt: this worker's own after an unacknowledged commit, or an abandoned one, with new slots. */
async function goOn(stores: Stores, options: BeginSliceOptions, slice: OpenSlice): Promise<BegunSlice> {
  const { attempt } = slice
  const { job, resubmits } = options
  const wanted = attempt.indices.length
  const wasLeftOpen = attempt.id !== attemptIdOf(job, attempt.number)
  if (!wasLeftOpen || !resubmits || wanted === 0) return { slice, wasLeftOpen, againMax: wanted }
  if (!(await areWindowsOpen(stores, slice, options.now))) return { slice, wasLeftOpen, againMax: 0 }
  const { taken, nextAt } = await takeSlotsAgain(stores, { ...options, number: attempt.number }, slice)
  if (taken > 0) return { slice, wasLeftOpen, againMax: taken }
  await requeue(stores, job, nextAt)
  return null
}

/** `caps`: the frequency caps of the account. */
type CappedHome = Home & Pick<FrequencyCheck, 'caps'>

async function open(
  stores: Stores,
  options: BeginSliceOptions,
  home: CappedHome,
  { due, progress: before, numbers }: DueInWindows & Partial<Pick<DueInPool, 'numbers'>>,
): Promise<OpenSlice> {
  const { broadcast, chunk, caps } = home
  const { now, job } = options
  const [consent, lineTypes] = await Promise.all([
    askConsent(stores, chunk, indicesOf(due)),
    knownLineTypes(stores, chunk, indicesOf(due), now),
  ])
  const frequency = { home, caps, due, now }
  const capped = await stopCapped(stores, frequency, await stopLandlines(stores, chunk, consent, lineTypes))
  const { indices, texts, mediaUrls, ...stops } = await writeTexts(stores, {
    secrets: options.secrets,
    home,
    checked: capped.checked,
    now,
  })
  const counted = await countSubmitted(stores, frequency, capped, indices)
  const number = before.slices + 1
  const late = due.late.map(({ index }): Stop => ({ index, by: 'outside-sending-window' }))
  const allStops = withStops(stops, late)
  const attempt: SliceAttempt = {
    id: attemptIdOf(job, number),
    number,
    at: now,
    indices,
    texts,
    ...(mediaUrls && { mediaUrls }),
    ...(numbers && { numbers: indices.map((index) => numbers.get(index)!) }),
    lookUps: indices.filter((index) => !lineTypes.has(chunk.recipients.phones[index]!)),
    ...allStops,
    ...(numbers && stoppedFromOf(chunk, allStops, numbers)),
    overdue: due.overdue.map(({ index }) => index),
    again: due.again,
    ...counted,
  }
  const progress = withAttempt(before, due, attempt)
  const next = nextAfter(home, progress, now)
  await endTurn(stores, home, progress, now)
  await Promise.all([
    saveLockedProgress(stores, { ...chunk, progress }, null),
    next !== null && stores.jobs.add([next]),
    broadcast.startedAt === null && stores.broadcasts.begin(job.account, broadcast.id, indices.length > 0 ? now : null),
  ])
  await countHeld(stores, chunk, progress)
  return { broadcast, chunk: { ...chunk, progress }, attempt }
}

function knownLineTypes({ carriers }: Stores, chunk: Chunk, indices: readonly number[], now: Date) {
  return carriers.known(chunk.account, pick(chunk.recipients.phones, indices), knownSince(now))
}
