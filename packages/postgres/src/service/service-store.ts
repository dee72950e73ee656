import type {
  AccountFigures,
  AccountId,
  DatabaseFacts,
  DeadJob,
  FailingSchedule,
  OldestData,
  ServiceCounts,
  ServiceRecord,
  ServiceStep,
  ServiceStore,
  ServiceProcess,
} from '@carillon/core'
import { accountsByPlacement } from '../placements/by-placement.js'
import { rowsOfAll } from '../placements/rows-of-all.js'
import { fromDeadRow, type DeadRow } from '../jobs/dead-jobs.js'
import { fromRow, fromSendRow, type ScheduleRow, type SendRow } from '../schedules/schedule-row.js'
import { migrationsWithout } from '../schema/migrations.js'
import { compareTexts } from '../sql/compare-texts.js'
import { rowsOf, run, type Database } from '../sql/sql.js'
import {
  ACCOUNT_NAMES,
  ACCOUNTS,
  COUNTS,
  DATABASE,
  DEAD_JOBS,
  FAILING_SCHEDULES,
  FAILING_SENDS,
  FORGET_PROCESSES,
  MIGRATIONS,
  OLDEST,
  PROCESSES,
  PUT_PROCESS,
  PUT_RECORD,
  RECORDS,
  REMOVE_PROCESS,
} from './service-statements.js'

export class PostgresServiceStore implements ServiceStore {
  constructor(private readonly trx: Database) {}

  async putProcess(process: ServiceProcess): Promise<void> {
    await run(this.trx, PUT_PROCESS, process)
  }

  async removeProcess(id: ServiceProcess['id']): Promise<void> {
    await run(this.trx, REMOVE_PROCESS, { id })
  }

  async processes(seenSince: Date): Promise<readonly ServiceProcess[]> {
    await run(this.trx, FORGET_PROCESSES, { seenSince })
    return rowsOf<ServiceProcess>(this.trx, PROCESSES, {})
  }

  async putRecord({ kind, at, details }: ServiceRecord): Promise<void> {
    await run(this.trx, PUT_RECORD, { kind, at, details: JSON.stringify(details) })
  }

  records(): Promise<readonly ServiceRecord[]> {
    return rowsOf<ServiceRecord>(this.trx, RECORDS, {})
  }

  async accounts({ after, limit }: { readonly after: string | null; readonly limit: number }) {
    const names = await rowsOf<{ id: AccountId; name: string }>(this.trx, ACCOUNT_NAMES, { after, limit })
    const groups = accountsByPlacement(
      this.trx,
      names.map(({ id }) => id),
    )
    const rows = await Promise.all(groups.map((accounts) => rowsOf<FiguresRow>(this.trx, ACCOUNTS, { accounts })))
    const figures = new Map(rows.flat().map((row) => [row.id, figuresOf(row)]))
    return names.flatMap(({ id }) => figures.get(id) ?? [])
  }

  async deadJobs({ after, limit }: ServiceStep): Promise<readonly DeadJob[]> {
    const bindings = { at: after?.at ?? null, id: after?.id ?? null, limit }
    const newest = (await rowsOfAll<DeadRow>(this.trx, DEAD_JOBS, bindings)).map(fromDeadRow)
    return newest.sort(newestFirst).slice(0, limit)
  }

  async counts(): Promise<ServiceCounts> {
    return sumOf(await rowsOfAll<ServiceCounts>(this.trx, COUNTS, {}))
  }

  async failingSchedules(account: AccountId, limit: number): Promise<readonly FailingSchedule[]> {
    const sends = (await rowsOf<SendRow>(this.trx, FAILING_SENDS, { account, limit })).map(fromSendRow)
    if (sends.length === 0) return []
    const ids = sends.map(({ schedule }) => schedule)
    const rows = await rowsOf<ScheduleRow>(this.trx, FAILING_SCHEDULES, { account, ids })
    const schedules = new Map(rows.map((row) => [row.id, fromRow(row)]))
    return sends.flatMap((send) => {
      const schedule = schedules.get(send.schedule)
      return schedule === undefined ? [] : [{ schedule, send }]
    })
  }

  async database(): Promise<DatabaseFacts> {
    const [facts] = await rowsOf<Pick<DatabaseFacts, 'bytes' | 'version'>>(this.trx, DATABASE, {})
    const migrations = await rowsOf<DatabaseFacts['migrations'][number]>(this.trx, MIGRATIONS, {})
    return { ...facts!, migrations, pending: migrationsWithout(migrations.map(({ id }) => id)) }
  }

  async oldest(): Promise<OldestData> {
    const rows = await rowsOfAll<OldestData>(this.trx, OLDEST, {})
    return { message: oldestOf(rows.map(({ message }) => message)), event: oldestOf(rows.map(({ event }) => event)) }
  }
}

function newestFirst(one: DeadJob, other: DeadJob): number {
  return other.diedAt.getTime() - one.diedAt.getTime() || compareTexts(other.id, one.id)
}

function sumOf(counts: readonly ServiceCounts[]): ServiceCounts {
  const sum = (name: keyof ServiceCounts) => counts.reduce((total, count) => total + count[name], 0)
  return {
    accounts: sum('accounts'),
    deadJobs: sum('deadJobs'),
    disabledWebhooks: sum('disabledWebhooks'),
    failingWebhooks: sum('failingWebhooks'),
  }
}

function oldestOf(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((instant) => instant !== null)
  return known.length === 0 ? null : new Date(Math.min(...known.map((instant) => instant.getTime())))
}

type FiguresRow = Omit<AccountFigures, 'credits' | 'accepted'> & {
  readonly sms: number
  readonly mms: number
  readonly acceptedOn: string | null
  readonly acceptedCount: number
}

function figuresOf({ sms, mms, acceptedOn, acceptedCount, ...figures }: FiguresRow): AccountFigures {
  const accepted = acceptedOn === null ? null : { day: acceptedOn, count: acceptedCount }
  return { ...figures, credits: { sms, mms }, accepted }
}
