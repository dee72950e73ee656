import { beforeExpiry } from '../../model/broadcasts/expiry.js'
import { pick } from '../../model/broadcasts/recipients.js'
import { UNPACED, type Pacer } from '../../model/jobs/pacer.js'
import type { CarrierDirectory } from '../../ports/carriers.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { addMs } from '../../values/time/instant.js'
import { requeue, type ChunkJob } from '../broadcasts/chunk-job.js'
import { referenceAt, submissionAt, writtenAt, type OpenSlice } from '../broadcasts/slice.js'
import { LOOK_UP_DEADLINE_MS, refusesLandlines } from '../messages/landlines.js'
import { SUBMIT_DEADLINE_MS, type SubmitDeps } from '../messages/submit-message.js'
import { skipMissed } from '../schedules/skip-missed.js'
import { beginSlice } from './begin-slice.js'
import { endChunk } from './end-chunk.js'
import { settleSlice, type FoundCarriers, type SliceResult } from './settle-slice.js'
import { LANDLINE } from './slice-settlement.js'
import { takenBefore, type Outcomes } from './taken-before.js'

/** For a provider that deduplicates or can be queried: outcomes that a crash leaves unknown are soon resolved. */
const SLICE_LENGTH_MAX = 1_000
/** For any other provider: a crash leaves at most this number of messages with an outcome that stays unknown. */
const DOUBTFUL_LENGTH_MAX = 50

/** A slice that would reach the provider later than this, look-up included, is not submitted: its lease ends soon. */
const SUBMIT_WITHIN_MS = 5_000
/**
 * How long a slice belongs to the worker that began it or resolves it, and how long its slots count: the time to reach
 * the provider, plus `SUBMIT_DEADLINE_MS` for its response, plus 2 seconds to store the response.
 */
const SLICE_LEASE_MS = 12_000
/** The length of a burst of work on a chunk. After it, the job waits behind the jobs of other broadcasts. */
const BURST_MS = 500
/** If another chunk's worker has begun or skipped the send meanwhile, the chunk is checked again after this delay. */
const MISSED_AGAIN_MS = 1_000

export type DispatchDeps = SubmitDeps & { readonly directory: CarrierDirectory }

/** The job of a chunk: each slice is committed before it is submitted, so that no message is ever sent twice. */
export class DispatchChunk {
  constructor(private readonly deps: DispatchDeps) {}

  async execute(job: ChunkJob, pacer: Pacer = UNPACED): Promise<void> {
    const startedAt = this.deps.clock.now()
    for (let slices = 0; ; slices++) {
      const goesOn = await pacer.run(async ({ lengthMax }) => {
        const now = this.deps.clock.now()
        const isBurstOver = slices > 0 && now.getTime() - startedAt.getTime() > BURST_MS
        const isLeaseShort = now.getTime() + SLICE_LEASE_MS > job.leaseUntil.getTime()
        if (!isBurstOver && !isLeaseShort) return this.work(job, now, Math.min(lengthMax, this.lengthMax))
        await this.requeue(job, now)
        return false
      })
      if (!goesOn) return
    }
  }

  /** Processes one slice. Returns false if the job is finished, postponed, or claimed by another worker. */
  private async work(job: ChunkJob, now: Date, lengthMax: number): Promise<boolean> {
    const { unitOfWork, secrets, ids } = this.deps
    const options = {
      secrets,
      ids,
      job,
      now,
      leaseMs: SLICE_LEASE_MS,
      lengthMax,
      resubmits: this.resubmits,
    }
    const begun = await unitOfWork.run((stores) => beginSlice(stores, options))
    if (begun === null) return false
    if ('missed' in begun) {
      const isSkipped = await unitOfWork.run((stores) => skipMissed(stores, ids, begun.missed, now))
      if (!isSkipped) await this.requeue(job, addMs(now, MISSED_AGAIN_MS))
      return isSkipped
    }
    const { slice, wasLeftOpen, againMax } = begun
    const carriers = await this.lookUp(slice)
    const outcomes = wasLeftOpen ? await this.clearUp(slice, now, againMax) : await this.submit(slice, now, carriers)
    return this.settle(job, slice, { outcomes, carriers, now: this.deps.clock.now() })
  }

  private get resubmits(): boolean {
    const { deduplicates, canBeAsked } = this.deps.provider
    return deduplicates && !canBeAsked
  }

  private get lengthMax(): number {
    const { deduplicates, canBeAsked } = this.deps.provider
    return deduplicates || canBeAsked ? SLICE_LENGTH_MAX : DOUBTFUL_LENGTH_MAX
  }

  /** If a carrier cannot be looked up now, the look-up costs nothing, and the message is still sent. */
  private async lookUp({ chunk, attempt }: OpenSlice): Promise<FoundCarriers> {
    const { lookUps } = attempt
    if (lookUps.length === 0) return new Map()
    const phones = pick(chunk.recipients.phones, lookUps)
    const found = await this.deps.directory.lookUp(phones, { deadlineMs: LOOK_UP_DEADLINE_MS })
    return new Map(lookUps.flatMap((index, i) => (found[i] == null ? [] : [[index, found[i]] as const])))
  }

  private async submit(
    slice: OpenSlice,
    begunAt: Date,
    carriers: FoundCarriers,
  ): Promise<readonly SubmissionOutcome[]> {
    const { indices } = slice.attempt
    // A database that fails here must not leave the outcome of messages unknown that nobody has submitted.
    const known = await this.outcomesBefore(slice, carriers).catch(() => null)
    if (known === null || this.isLate(begunAt)) return indices.map(() => NOT_TAKEN)
    const positions = [...indices.keys()].filter((i) => !known.has(indices[i]!))
    const outcomes = (await this.submitMessages(slice, positions)).values()
    return indices.map((index) => known.get(index) ?? outcomes.next().value!)
  }

  /** The outcomes of the recipients whose messages are not submitted. */
  private async outcomesBefore(slice: OpenSlice, carriers: FoundCarriers): Promise<Outcomes> {
    const landlines = await this.refusedLandlines(slice, carriers)
    const taken = await this.takenBefore(
      slice,
      slice.attempt.again.map(({ index }) => index),
    )
    return new Map([...[...landlines].map((index) => [index, LANDLINE] as const), ...taken])
  }

  /**
   * The recipients that were just found to have a landline, if the account refuses landlines. Not used for an attempt
   * that was left open: its messages may have been submitted before.
   */
  private async refusedLandlines({ chunk }: OpenSlice, carriers: FoundCarriers): Promise<ReadonlySet<number>> {
    const found = [...carriers].filter(([, { lineType }]) => lineType === 'landline')
    if (found.length === 0) return new Set()
    const isRefused = await this.deps.unitOfWork.run((stores) => refusesLandlines(stores, chunk.account))
    return new Set(isRefused ? found.map(([index]) => index) : [])
  }

  private async takenBefore(slice: OpenSlice, indices: readonly number[]): Promise<Outcomes> {
    if (indices.length === 0) return new Map()
    return this.deps.unitOfWork.run((stores) => takenBefore(stores, slice, indices))
  }

  /** Whether the slots may expire, and another worker may claim the job, before the provider has the slice. */
  private isLate(begunAt: Date): boolean {
    return this.deps.clock.now() > addMs(begunAt, SUBMIT_WITHIN_MS)
  }

  /** Submits the messages at these positions of the attempt's `indices`, and returns an outcome for each. */
  private async submitMessages(slice: OpenSlice, positions: readonly number[]): Promise<readonly SubmissionOutcome[]> {
    const { indices } = slice.attempt
    if (positions.length === 0) return []
    const submissions = positions.map((i) => submissionAt(slice, indices[i]!, writtenAt(slice.attempt, i)))
    return this.deps.provider.submit(submissions, { deadlineMs: SUBMIT_DEADLINE_MS })
  }

  /** Resolves an abandoned attempt: messages that the provider never saw are retried, the others get their outcome. */
  private async clearUp(slice: OpenSlice, begunAt: Date, againMax: number): Promise<readonly SubmissionOutcome[]> {
    const { provider } = this.deps
    const { attempt } = slice
    const taken = await this.takenBefore(slice, attempt.indices)
    if (provider.canBeAsked) {
      const references = attempt.indices.map((index) => referenceAt(slice, index))
      const found = await provider.find(references, { deadlineMs: SUBMIT_DEADLINE_MS })
      return found.map((outcome, i) => {
        return taken.get(attempt.indices[i]!) ?? (outcome.kind === 'never-seen' ? NOT_TAKEN : outcome)
      })
    }
    if (!provider.deduplicates) return attempt.indices.map((index) => taken.get(index) ?? UNKNOWN)
    const outcomes = this.isLate(begunAt)
      ? []
      : await this.submitMessages(slice, [...attempt.indices.keys()].slice(0, againMax))
    const isKnown = (i: number) => outcomes[i] !== undefined && outcomes[i].kind !== 'try-later'
    return attempt.indices.map((_, i) => (isKnown(i) ? outcomes[i]! : UNKNOWN))
  }

  /** Stores the outcomes. Returns true if the next slice of the chunk follows at once. */
  private async settle(job: ChunkJob, slice: OpenSlice, result: SliceResult): Promise<boolean> {
    const { unitOfWork, clock, provider, ids, secrets, chance } = this.deps
    const options = { ids, secrets, provider, job, chance: chance.next() }
    const progress = await unitOfWork.run((stores) => settleSlice(stores, options, slice, result))
    if (progress === null) return false
    const { cursor, waiting, misses, retryAt } = progress
    const isAllBegun = cursor === slice.chunk.recipients.phones.length
    if (isAllBegun && waiting.length === 0) {
      await unitOfWork.run(async (stores) => {
        if (await stores.jobs.holds(job)) await endChunk(stores, { ids, secrets, job, now: clock.now() }, slice.chunk)
      })
      return false
    }
    // Requeuing after a wave was released is safe: no recipient of this chunk can start before `retryAt`.
    if (isAllBegun || misses > 0) await this.requeue(job, beforeExpiry(slice.broadcast, retryAt!))
    return !isAllBegun && misses === 0
  }

  private async requeue(job: ChunkJob, runAt: Date): Promise<void> {
    await this.deps.unitOfWork.run((stores) => requeue(stores, job, runAt))
  }
}

const NOT_TAKEN: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }
