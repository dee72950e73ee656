import type { Account, Retention } from '../../model/accounts/account.js'
import { LOOK_UP_WINDOW_MS } from '../../model/credits/price.js'
import { DRAFT_KEPT_DAYS, SENT_DRAFT_KEPT_DAYS } from '../../model/drafts/draft.js'
import { FORM_ENTRY_KEPT_MS } from '../../model/forms/form-entry.js'
import { REPEAT_WINDOW_MS } from '../../model/links/repeated-click.js'
import { RECEIPT_WINDOW_MS } from '../../model/messages/message.js'
import type { ServiceRecord } from '../../model/service/service-store.js'
import { NEVER_STOPPING, type Clock, type Stopping, type Timer } from '../../ports/runtime.js'
import type { RetentionStore, Trimmed } from '../../stores/retention-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { forEachDespiteFailures } from '../../values/collections.js'
import type { AccountId } from '../../values/ids.js'
import { DAY_MS, addMs } from '../../values/time/instant.js'

/** One step of trimming one kind of data of an account or, for null, of the service. `from`: where the previous step ended. */
export type Trim<Of = Account> = (stores: Stores, of: Of, step: TrimStep) => Promise<Trimmed>

type TrimStep = { readonly now: Date; readonly from: Date | null }

/** Limits of one step, so that it takes a few hundredths of a second. A chunk has up to 1,000 recipients. */
const LIMITS = { trimMessages: 250, trimRecipients: 20, trimEvents: 500, trimClicks: 1_000 } as const

/** Data that is deleted after the account's retention. A broadcast's messages are deleted before its recipients. */
const RETENTION_TRIMS: readonly (readonly [what: keyof Retention | 'recipients', trim: Trim])[] = [
  ['clicks', kept('clicks', 'trimClicks')],
  ['messages', kept('messages', 'trimMessages')],
  ['recipients', kept('messages', 'trimRecipients')],
  ['events', kept('events', 'trimEvents')],
]

function kept(what: keyof Retention, trim: keyof typeof LIMITS & keyof RetentionStore): Trim {
  return async ({ retention }, account, { now, from }) => {
    const days = account.retention[what]
    if (days === null) return { taken: 0, next: null }
    const until = addMs(now, -days * DAY_MS)
    return retention[trim](account.id, { from, until }, LIMITS[trim])
  }
}

const TRIM_BATCH = 1_000
const FOLD_BATCH = 5_000
const REQUESTS_KEPT_MS = 7 * DAY_MS
/** The pause after a step, as a multiple of the step's duration: a slower database gets less work. */
const REST_TIMES = 4
const REST_MAX_MS = 1_000

/**
 * Deletes data that has expired or that is past the account's retention, account by account and in short steps, so that
 * other work does not wait for it. An account whose data cannot be reached does not hold up the others.
 */
export class TrimExpired {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; timer: Timer }) {}

  /** Returns the number of deleted rows. Once `stopping` is aborted, begins no further step; the next run continues. */
  async execute({ stopping = NEVER_STOPPING }: { readonly stopping?: Stopping } = {}): Promise<number> {
    const now = this.deps.clock.now()
    const accounts = await this.deps.unitOfWork.run(({ accounts }) => accounts.list())
    const deleted = { other: 0, clicks: 0, messages: 0, recipients: 0, events: 0 }
    const ofService = async () => {
      for (const trim of SERVICE_TRIMS) deleted.other += await this.trim(trim, null, { now, stopping })
    }
    const ofAccount = async (account: Account) => {
      for (const trim of TRIMS) deleted.other += await this.trim(trim, account, { now, stopping })
      for (const [what, trim] of RETENTION_TRIMS) deleted[what] += await this.trim(trim, account, { now, stopping })
    }
    const parts = [ofService, ...accounts.map((account) => () => ofAccount(account))]
    const rows = () => Object.values(deleted).reduce((sum, some) => sum + some, 0)
    try {
      await forEachDespiteFailures(parts, (part) => part())
      if (!stopping.aborted) await this.record('retention', { rows: rows() })
    } finally {
      if (!stopping.aborted && rows() > 0) await this.record('deletion', deleted)
    }
    return rows()
  }

  /** For the owners of the service. Several processes run this, so most runs have nothing left to delete. */
  private record(kind: ServiceRecord['kind'], details: ServiceRecord['details']): Promise<void> {
    const at = this.deps.clock.now()
    return this.deps.unitOfWork.run(({ service }) => service.putRecord({ kind, at, details }))
  }

  private async trim<Of>(trim: Trim<Of>, of: Of, { now, stopping }: Trimming): Promise<number> {
    let trimmed = 0
    for (let from: Date | null = null; !stopping.aborted;) {
      const begunAt = this.deps.clock.now().getTime()
      const { taken, next }: Trimmed = await this.deps.unitOfWork.run((stores) => trim(stores, of, { now, from }))
      trimmed += taken
      if (next === null) break
      from = next
      await this.rest(this.deps.clock.now().getTime() - begunAt)
    }
    return trimmed
  }

  private async rest(tookMs: number): Promise<void> {
    const restMs = Math.min(REST_MAX_MS, REST_TIMES * tookMs)
    if (restMs > 0) await this.deps.timer.wait(restMs)
  }
}

type Trimming = { readonly now: Date; readonly stopping: Stopping }

const TRIMS: readonly Trim[] = [
  // Deletes nothing: makes contacts from before the search findable, in steps as short as the others.
  async ({ contactSearch }, { id }, { now }) => {
    const indexed = await contactSearch.index(id, TRIM_BATCH)
    return { taken: 0, next: indexed === TRIM_BATCH ? now : null }
  },
  // Deletes nothing either: moves what was counted to the totals of its days.
  async ({ statistics }, { id, timezone }, { now }) => {
    const moved = await statistics.fold(id, timezone, FOLD_BATCH)
    return { taken: 0, next: moved === FOLD_BATCH ? now : null }
  },
  expired(({ idempotencyKeys }, account, now) => idempotencyKeys.trim(account, now, TRIM_BATCH)),
  expired(({ recipientKeys }, account, now) => recipientKeys.trim(account, now, TRIM_BATCH)),
  expired(({ messages }, account, now) => messages.trimReceipts(account, addMs(now, -RECEIPT_WINDOW_MS), TRIM_BATCH)),
  expired(({ carriers }, account, now) => carriers.trim(account, addMs(now, -LOOK_UP_WINDOW_MS), TRIM_BATCH)),
  expired(({ frequencies }, account, now) => frequencies.trim(account, now, TRIM_BATCH)),
  expired(({ deliveries }, account) => deliveries.trim(account, TRIM_BATCH)),
  expired(({ clicks }, account, now) => clicks.trimNetworks(account, addMs(now, -REPEAT_WINDOW_MS), TRIM_BATCH)),
  expired(({ formEntries }, account, now) => formEntries.trim(account, addMs(now, -FORM_ENTRY_KEPT_MS), TRIM_BATCH)),
  expired(({ drafts }, account, now) =>
    drafts.trim(
      account,
      { changed: addMs(now, -DRAFT_KEPT_DAYS * DAY_MS), sent: addMs(now, -SENT_DRAFT_KEPT_DAYS * DAY_MS) },
      TRIM_BATCH,
    ),
  ),
  expired(({ usages }, account, now) => usages.trim(account, now, TRIM_BATCH)),
  expired(({ requestLog }, account, now) => requestLog.trim(account, addMs(now, -REQUESTS_KEPT_MS), TRIM_BATCH)),
  trimImports,
]

/** An import can have a hundred thousand rejected rows. */
const IMPORT_BATCH = 5
const IMPORTS_KEPT_MS = 30 * DAY_MS
/** A file that nobody imports is personal data without a purpose. */
const READY_KEPT_MS = 3 * DAY_MS
const UPLOAD_MAX_MS = DAY_MS

async function trimImports({ contactImports }: Stores, { id }: Account, { now }: TrimStep): Promise<Trimmed> {
  const before = {
    ended: addMs(now, -IMPORTS_KEPT_MS),
    ready: addMs(now, -READY_KEPT_MS),
    uploading: addMs(now, -UPLOAD_MAX_MS),
  }
  const taken = await contactImports.trim(id, before, IMPORT_BATCH)
  return { taken, next: taken === IMPORT_BATCH ? now : null }
}

const AUDIT_KEPT_MS = 2 * 366 * DAY_MS

const SERVICE_TRIMS: readonly Trim<null>[] = [
  expiredInService(({ usages }, now) => usages.trim('service', now, TRIM_BATCH)),
  expiredInService(({ oneTimeLinks }, now) => oneTimeLinks.trim(now, TRIM_BATCH)),
  expiredInService(({ sessions }, now) => sessions.trim(now, TRIM_BATCH)),
  expiredInService(({ auditLog }, now) => auditLog.trim(addMs(now, -AUDIT_KEPT_MS), TRIM_BATCH)),
]

function expired(trim: (stores: Stores, account: AccountId, now: Date) => Promise<number>): Trim {
  return async (stores, { id }, { now }) => trimmedBatch(await trim(stores, id, now), now)
}

function expiredInService(trim: (stores: Stores, now: Date) => Promise<number>): Trim<null> {
  return async (stores, _, { now }) => trimmedBatch(await trim(stores, now), now)
}

/** A full batch means that more may be left: the next step searches again from the beginning. */
function trimmedBatch(taken: number, now: Date): Trimmed {
  return { taken, next: taken === TRIM_BATCH ? now : null }
}
