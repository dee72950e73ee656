import type { DeadJob } from '../../model/jobs/job.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId, EventId, JobId } from '../../values/ids.js'
import { discardChunk } from '../dispatch/discard-chunk.js'
import { discardMessage } from './discard-message.js'

type DiscardJobDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

/**
 * Deletes a dead job for ever, on behalf of an owner, and ends what waited for it: a message, or a part of a broadcast.
 * An import has failed already when its job died.
 */
export class DiscardJob {
  constructor(private readonly deps: DiscardJobDeps) {}

  async execute({ account, id }: { readonly account: AccountId; readonly id: JobId }): Promise<void> {
    const { unitOfWork, clock, ids } = this.deps
    const [now, eventId] = [clock.now(), ids.next('evt')]
    // Stays set if the unit of work runs again: a change whose commit was not acknowledged may have succeeded.
    let isFound = false
    await unitOfWork.run(async (stores) => {
      const job = await stores.jobs.discard(account, id)
      if (job === null && !isFound)
        throw new DomainError('dead-job-not-found', `No dead job of this account has the id ${id}`)
      isFound = true
      if (job !== null) await this.endWork(stores, job, { now, eventId })
    })
  }

  private async endWork(stores: Stores, job: DeadJob, given: { readonly now: Date; readonly eventId: EventId }) {
    const options = { ids: this.deps.ids, secrets: this.deps.secrets, ...given }
    switch (job.kind) {
      case 'finish-message':
        return discardMessage(stores, job, options)
      case 'dispatch-chunk':
        return discardChunk(stores, job, options)
      case 'run-import':
        return
      default:
        // These never die in this version. Without them, the sends of a schedule or the events of a webhook would stop.
        throw new DomainError('dead-job-needed', `A job of the kind ${job.kind} cannot be discarded: retry it`)
    }
  }
}
