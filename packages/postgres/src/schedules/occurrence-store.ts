import {
  isoOf,
  type AccountId,
  type Broadcast,
  type BroadcastId,
  type ClaimedJobOf,
  type CreditsThatDay,
  type FoundOccurrence,
  type LockedOccurrence,
  type OccurrenceStore,
  type Reservation,
  type Schedule,
  type Sender,
  type SmallAudience,
} from '@carillon/core'
import { accountFromRow, type AccountRow } from '../accounts/account-row.js'
import { toRow as toBroadcastRow } from '../broadcasts/broadcast-row.js'
import { accountsByPlacement, byPlacement } from '../placements/by-placement.js'
import { fromBalanceRow, toEntryRow, type BalanceRow } from '../credits/credit-row.js'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import type { Database } from '../sql/sql.js'
import {
  ACCOUNTS,
  ADD_BROADCASTS,
  BROADCASTS,
  COUNTED,
  ENTRIES,
  FINISH,
  LOCK_CREDITS,
  LOCK_JOBS,
  LOCK_SCHEDULES,
  OPEN_CREDITS,
  RESERVE,
  SAVE_SCHEDULES,
  SCHEDULES,
  SENDERS,
  SENDS_AROUND,
} from './occurrence-statements.js'
import { fromRow, fromSendRow, toRow, type ScheduleRow, type SendRow } from './schedule-row.js'
import { fixSmall } from './small-audiences.js'

type OccurrenceJob = ClaimedJobOf<'run-occurrence'>

/** Each statement takes the rows of several accounts: many schedules are due at the same instant, in many accounts. */
export class PostgresOccurrenceStore implements OccurrenceStore {
  constructor(private readonly trx: Database) {}

  async lock(jobs: readonly OccurrenceJob[]): Promise<readonly LockedOccurrence[]> {
    const schedules: Schedule[] = []
    const held = new Set<string>()
    for (const some of byPlacement(this.trx, jobs)) {
      const named = { accounts: some.map(({ account }) => account), ids: some.map(({ payload }) => payload.schedule) }
      schedules.push(...(await preparedRowsOf<ScheduleRow>(this.trx, LOCK_SCHEDULES, named)).map(fromRow))
      const claims = { ...named, ids: some.map(({ id }) => id), fences: some.map(({ fence }) => fence) }
      for (const row of await preparedRowsOf<Named>(this.trx, LOCK_JOBS, claims)) held.add(nameOf(row))
    }
    const found = await this.find(schedules)
    return jobs
      .filter(({ account, id }) => held.has(nameOf({ account_id: account, id })))
      .map((job) => ({ job, found: found.get(nameOf({ account_id: job.account, id: job.payload.schedule })) ?? null }))
  }

  async finish(jobs: readonly OccurrenceJob[]): Promise<void> {
    for (const some of byPlacement(this.trx, jobs)) {
      const named = { accounts: some.map(({ account }) => account), ids: some.map(({ id }) => id) }
      await preparedCountOf(this.trx, FINISH, named)
    }
  }

  fixSmall(audiences: readonly SmallAudience[]): Promise<ReadonlyMap<BroadcastId, number | null>> {
    return fixSmall(this.trx, audiences)
  }

  async lockCredits(accounts: readonly AccountId[], day: string): Promise<ReadonlyMap<AccountId, CreditsThatDay>> {
    const locked = await this.lockBalances(accounts, day)
    const missing = accounts.filter((account) => !locked.has(account))
    if (missing.length === 0) return locked
    for (const some of accountsByPlacement(this.trx, missing)) {
      await preparedCountOf(this.trx, OPEN_CREDITS, { accounts: some })
    }
    return this.lockBalances(accounts, day)
  }

  async reserve(reservations: readonly Reservation[], day: string): Promise<void> {
    for (const some of byPlacement(this.trx, reservations)) {
      const accounts = some.map(({ account }) => account)
      const counted = some.map(({ account, recipients }) => ({ account_id: account, recipients }))
      const entries = some.flatMap((one) => one.entries)
      const rows = entries.map((entry) => ({ ...toEntryRow(entry), account_id: entry.account }))
      await preparedCountOf(this.trx, RESERVE, { accounts, day, ...ENTRIES.of(rows), ...COUNTED.of(counted) })
    }
  }

  async addBroadcasts(broadcasts: readonly Broadcast[]): Promise<void> {
    for (const some of byPlacement(this.trx, broadcasts)) {
      const accounts = some.map(({ account }) => account)
      const rows = BROADCASTS.of(some.map(toBroadcastRow).map(withText))
      await preparedCountOf(this.trx, ADD_BROADCASTS, { accounts, ...rows })
    }
  }

  async saveSchedules(schedules: readonly Schedule[]): Promise<void> {
    for (const some of byPlacement(this.trx, schedules)) {
      const accounts = some.map(({ account }) => account)
      await preparedCountOf(this.trx, SAVE_SCHEDULES, {
        accounts,
        ...SCHEDULES.of(some.map(toRow).map(withText)),
      })
    }
  }

  private async find(schedules: readonly Schedule[]): Promise<ReadonlyMap<string, FoundOccurrence>> {
    if (schedules.length === 0) return new Map()
    const accounts = schedules.map(({ account }) => account)
    const numbers = schedules.map(({ from }) => from)
    const around = byPlacement(this.trx, schedules).map((some) => ({
      ...{ accounts: some.map(({ account }) => account), ids: some.map(({ id }) => id) },
      instants: some.map(instantOf),
    }))
    const [accountRows, senders, ...sendRows] = await Promise.all([
      preparedRowsOf<AccountRow>(this.trx, ACCOUNTS, { accounts }),
      preparedRowsOf<Sender>(this.trx, SENDERS, { accounts, numbers }),
      ...around.map((asked) => preparedRowsOf<SendRow>(this.trx, SENDS_AROUND, asked)),
    ])
    const sends = sendRows.flat().map(fromSendRow)
    return new Map(
      schedules.map((schedule) => {
        const { account, id, from } = schedule
        const found: FoundOccurrence = {
          schedule,
          account: accountFromRow(accountRows.find((row) => row.id === account)!),
          sender: senders.find((sender) => sender.account === account && sender.number === from) ?? null,
          sends: sends.filter((send) => send.account === account && send.schedule === id),
        }
        return [nameOf({ account_id: account, id }), found]
      }),
    )
  }

  private async lockBalances(accounts: readonly AccountId[], day: string) {
    const locked = new Map<AccountId, CreditsThatDay>()
    for (const some of accountsByPlacement(this.trx, accounts)) {
      const rows = await preparedRowsOf<LockedBalanceRow>(this.trx, LOCK_CREDITS, { accounts: some, day })
      for (const row of rows) {
        locked.set(row.account_id, { balance: fromBalanceRow(row), accepted: Number(row.accepted) })
      }
    }
    return locked
  }
}

type Named = { readonly account_id: string; readonly id: string }
type LockedBalanceRow = BalanceRow & { readonly account_id: AccountId; readonly accepted: string }

function nameOf({ account_id, id }: Named): string {
  return `${account_id} ${id}`
}

/** A schedule without a next occurrence has no sends around it: only the planned ones are read. */
function instantOf({ next }: Schedule): string {
  return next === null ? '-infinity' : next.instant.toISOString()
}

/** The row with its instants as text: a recordset binds a column with equal values as one text. */
function withText<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? isoOf(value) : (value as unknown)]),
  ) as Row
}
