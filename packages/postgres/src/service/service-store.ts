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
import { fromDeadRow, type DeadRow } from '../jobs/job-store.js'
import { fromRow, fromSendRow, type ScheduleRow, type SendRow } from '../schedules/schedule-row.js'
import { migrationsWithout } from '../schema/migrations.js'
import { rowsOf, run, type Database } from '../sql/sql.js'
import {
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
    const rows = await rowsOf<FiguresRow>(this.trx, ACCOUNTS, { after, limit })
    return rows.map(figuresOf)
  }

  async deadJobs({ after, limit }: ServiceStep): Promise<readonly DeadJob[]> {
    const bindings = { at: after?.at ?? null, id: after?.id ?? null, limit }
    return (await rowsOf<DeadRow>(this.trx, DEAD_JOBS, bindings)).map(fromDeadRow)
  }

  async counts(): Promise<ServiceCounts> {
    const [row] = await rowsOf<ServiceCounts>(this.trx, COUNTS, {})
    return row!
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
    const [row] = await rowsOf<OldestData>(this.trx, OLDEST, {})
    return row!
  }
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
