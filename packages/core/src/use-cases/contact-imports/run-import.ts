import type { Account } from '../../model/accounts/account.js'
import type { ConsentActor } from '../../model/consent/consent-log.js'
import {
  REJECTED_KEPT_MAX,
  isUnderWay,
  type ContactImport,
  type ImportPlan,
  type OnExisting,
} from '../../model/contact-imports/contact-import.js'
import { withFaults, withStep, type ImportRow, type StepResult } from '../../model/contact-imports/import-rows.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import { UNPACED, type Pacer } from '../../model/jobs/pacer.js'
import type { Group } from '../../model/groups/group.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { addMs } from '../../values/time/instant.js'
import { endImport } from './change-import.js'
import { importJobOf, type ImportJob } from './import-job.js'
import { checkRunnable, mappedReader } from './import-mapping.js'
import { checkStep, readStep, storeStepIn, type ImportDeps, type ImportTarget } from './import-step.js'

/** The length of a burst of work. After it, the job waits behind the other jobs of its lane. */
const BURST_MS = 500
/** A step begins only with this much left of the lease. */
const STEP_MAX_MS = 15_000

/**
 * The job of an import: stores or checks its rows step by step. A step and its place in the file are one transaction, so
 * no row is imported twice, even if workers crash or a claim becomes stale. Everything that a step depends on is read
 * in that transaction: a custom field or a group can be removed while the import runs, which then fails.
 */
export class RunImport {
  constructor(private readonly deps: ImportDeps) {}

  async execute(job: ImportJob, pacer: Pacer = UNPACED): Promise<void> {
    const { clock, unitOfWork } = this.deps
    const startedAt = clock.now()
    for (let steps = 0; ; steps++) {
      const hasMore = await pacer.run(async () => {
        const now = clock.now()
        const isBurstOver = steps > 0 && now.getTime() - startedAt.getTime() > BURST_MS
        const isLeaseShort = addMs(now, STEP_MAX_MS) > job.leaseUntil
        if (!isBurstOver && !isLeaseShort) return unitOfWork.run((stores) => this.step(stores, job, now))
        await this.requeue(job, now)
        return false
      })
      if (!hasMore) return
    }
  }

  /** Returns false if the job is finished, or belongs to another worker. */
  private async step(stores: Stores, job: ImportJob, now: Date): Promise<boolean> {
    const imported = await stores.contactImports.lock(job.account, job.payload.import)
    if (!(await stores.jobs.holds(job))) return false
    if (imported === null || !isUnderWay(imported)) return finish(stores, job)
    const rows = await stores.contactImports.rows(imported, imported.progress.next)
    if (rows === null) return this.end(stores, job, imported, now)
    const target = await targetOf(stores, imported)
    if (typeof target === 'string') {
      await endImport(stores, imported, { status: 'failed', failure: target, now })
      return finish(stores, job)
    }
    await this.advance(stores, imported, await this.resultOf(stores, imported, { target, rows }))
    return true
  }

  private resultOf(
    stores: Stores,
    { status }: ContactImport,
    { target, rows }: Step,
  ): StepResult | Promise<StepResult> {
    const read = readStep(this.deps, target, rows)
    return status === 'checking' ? checkStep(read) : storeStepIn(stores, this.deps, read)
  }

  private async advance(stores: Stores, imported: ContactImport, result: StepResult): Promise<void> {
    const { next, totals, faults } = imported.progress
    const kept = result.rejected.slice(0, Math.max(0, REJECTED_KEPT_MAX - totals.rejected))
    await stores.contactImports.addRejected(imported, kept)
    const progress = {
      next: next + 1,
      totals: withStep(totals, result),
      faults: withFaults(faults, result.rejected),
    }
    await stores.contactImports.save({ ...imported, progress })
  }

  private async end(stores: Stores, job: ImportJob, imported: ContactImport, now: Date): Promise<false> {
    if (imported.status === 'checking') await stores.contactImports.save({ ...imported, status: 'ready' })
    else await endImport(stores, imported, { status: 'completed', now })
    return finish(stores, job)
  }

  private async requeue(job: ImportJob, now: Date): Promise<void> {
    await this.deps.unitOfWork.run(async ({ jobs }) => {
      if (await jobs.holds(job)) await jobs.put([importJobOf({ account: job.account, id: job.payload.import }, now)])
    })
  }
}

type Step = { readonly target: ImportTarget; readonly rows: readonly ImportRow[] }

/** Or the reason why the import cannot go on. */
async function targetOf(stores: Stores, imported: ContactImport): Promise<ImportTarget | string> {
  const account = await stores.accounts.find(imported.account)
  if (account === null) return 'The account was removed'
  const fields = await stores.customFields.of(account.id)
  const refusal = refusalOf(imported, fields)
  if (refusal !== null) return refusal
  const { groups: ids, onExisting, by } = imported.plan ?? UNPLANNED
  const found = await stores.groups.find(account.id, ids)
  const groups = ids.flatMap((id): Group[] => (found.has(id) ? [found.get(id)!] : []))
  if (groups.length < ids.length) return 'A group that the contacts were to join was removed'
  return targetFor(account, { imported, fields, groups, onExisting, by })
}

/** A check stores nothing. */
const UNPLANNED: ImportPlan = { groups: [], onExisting: 'update', by: 'OPERATOR' }

type Parts = Pick<ImportTarget, 'fields' | 'groups'> & {
  readonly imported: ContactImport
  readonly onExisting: OnExisting
  readonly by: ConsentActor
}

function targetFor(account: Account, { imported, fields, groups, onExisting, by }: Parts): ImportTarget {
  return { account, groups, fields, read: mappedReader(imported, fields), onExisting, by }
}

function refusalOf(imported: ContactImport, fields: readonly CustomField[]): string | null {
  try {
    checkRunnable(imported, fields)
    return null
  } catch (error) {
    if (error instanceof DomainError) return 'A custom field that the file is mapped to was removed or disabled'
    throw error
  }
}

async function finish({ jobs }: Pick<Stores, 'jobs'>, job: ImportJob): Promise<false> {
  await jobs.finish(job)
  return false
}

/** An import whose job is dead fails, so that it is not shown as running for ever. */
export async function failDeadImport(stores: Stores, job: ImportJob, now: Date): Promise<void> {
  const imported = await stores.contactImports.lock(job.account, job.payload.import)
  if (imported === null || !isUnderWay(imported)) return
  const failure = 'The import failed several times at the same rows. See the dead jobs of the account'
  await endImport(stores, imported, { status: 'failed', failure, now })
}
