import type {
  AccountId,
  ContactImport,
  ContactImportStore,
  ImportId,
  ImportName,
  ImportQuery,
  ImportRow,
  ImportsBefore,
  ImportStatus,
  RejectedQuery,
  RejectedRow,
  UserId,
} from '@carillon/core'
import { recordset } from '../sql/recordset.js'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { fromStoredRows, toStoredRows, type StoredRow } from './stored-rows.js'

export class PostgresContactImportStore implements ContactImportStore {
  constructor(private readonly trx: Database) {}

  async add(imported: ContactImport): Promise<void> {
    await run(this.trx, ADD, toRow(imported))
  }

  async find(account: AccountId, id: ImportId): Promise<ContactImport | null> {
    const [row] = await rowsOf<ImportRecord>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async lock(account: AccountId, id: ImportId): Promise<ContactImport | null> {
    const [row] = await rowsOf<ImportRecord>(this.trx, `${FIND} for update`, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async save(imported: ContactImport): Promise<void> {
    await run(this.trx, SAVE, toRow(imported))
  }

  async list(account: AccountId, { after, limit }: ImportQuery): Promise<readonly ContactImport[]> {
    const from = after === null ? '' : ' and (created_at, id) < (:at, :id)'
    const bindings = { account, limit, ...(after && { at: after.createdAt, id: after.id }) }
    return (await rowsOf<ImportRecord>(this.trx, listing(from), bindings)).map(fromRow)
  }

  async countOpen(account: AccountId): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(this.trx, COUNT_OPEN, { account })
    return row!.count
  }

  async remove(account: AccountId, id: ImportId): Promise<void> {
    await this.removeAll(account, [id])
  }

  async addRows({ account, id }: ImportName, step: number, rows: readonly ImportRow[]): Promise<void> {
    await run(this.trx, ADD_ROWS, { account, id, step, rows: JSON.stringify(toStoredRows(rows)) })
  }

  async rows({ account, id }: ImportName, step: number): Promise<readonly ImportRow[] | null> {
    const [row] = await rowsOf<{ rows: readonly StoredRow[] }>(this.trx, ROWS, { account, id, step })
    return row === undefined ? null : fromStoredRows(row.rows)
  }

  async removeRows({ account, id }: ImportName): Promise<void> {
    await run(this.trx, REMOVE_ROWS, { account, ids: [id] })
  }

  async addRejected({ account, id }: ImportName, rejected: readonly RejectedRow[]): Promise<void> {
    if (rejected.length === 0) return
    const rows = rejected.map(({ line, class: name, reason, cells }) => ({
      line,
      class: name,
      reason,
      cells: cells && JSON.stringify(cells),
    }))
    await run(this.trx, ADD_REJECTED, { account, id, ...REJECTED.of(rows) })
  }

  rejected({ account, id }: ImportName, { class: name, afterLine, limit }: RejectedQuery) {
    const filter = name === null ? '' : ' and class = :name'
    const bindings = { account, id, afterLine, limit, ...(name !== null && { name }) }
    return rowsOf<RejectedRow>(this.trx, rejectedRows(filter), bindings)
  }

  async removeRejected({ account, id }: ImportName): Promise<void> {
    await run(this.trx, REMOVE_REJECTED, { account, ids: [id] })
  }

  async trim(account: AccountId, before: ImportsBefore, limit: number): Promise<number> {
    const old = await rowsOf<{ id: ImportId }>(this.trx, OLD, { account, ...before, limit })
    if (old.length > 0)
      await this.removeAll(
        account,
        old.map(({ id }) => id),
      )
    return old.length
  }

  private async removeAll(account: AccountId, ids: readonly ImportId[]) {
    for (const statement of [REMOVE_ROWS, REMOVE_REJECTED]) await run(this.trx, statement, { account, ids })
    await countOf(this.trx, REMOVE, { account, ids })
  }
}

type ImportRecord = {
  readonly account_id: AccountId
  readonly id: ImportId
  readonly status: ImportStatus
  readonly user_id: UserId
  readonly file: ContactImport['file']
  readonly mapping: ContactImport['mapping']
  readonly plan: ContactImport['plan']
  readonly progress: ContactImport['progress']
  readonly failure: string | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
}

const COLUMNS = `
  account_id, id, status, user_id, file, mapping, plan, progress, failure, created_at, started_at, ended_at`

const ADD = `
  insert into contact_import (${COLUMNS})
  values (:account_id, :id, :status, :user_id, :file, :mapping, :plan, :progress, :failure, :created_at, :started_at,
          :ended_at)`

const FIND = `select ${COLUMNS} from contact_import where account_id = :account and id = :id`

const SAVE = `
  update contact_import
     set status = :status, file = :file, mapping = :mapping, plan = :plan, progress = :progress, failure = :failure,
         started_at = :started_at, ended_at = :ended_at
   where account_id = :account_id and id = :id`

const listing = (filter: string) => `
  select ${COLUMNS}
    from contact_import
   where account_id = :account${filter}
   order by created_at desc, id desc
   limit :limit`

const COUNT_OPEN = `
  select count(*)::integer as count
    from contact_import
   where account_id = :account and status in ('uploading', 'ready', 'checking', 'running')`

const ADD_ROWS = `
  insert into contact_import_step (account_id, import_id, step, rows)
  values (:account, :id, :step, :rows)
      on conflict (account_id, import_id, step) do nothing`

const ROWS = `
  select rows from contact_import_step where account_id = :account and import_id = :id and step = :step`

const REJECTED = recordset<Omit<RejectedRow, 'cells'> & { readonly cells: string | null }>('given', {
  line: 'integer',
  class: 'text',
  reason: 'text',
  cells: 'json',
})

const ADD_REJECTED = `
  insert into rejected_row (account_id, import_id, line, class, reason, cells)
  select :account, :id, given.line, given.class, given.reason, given.cells
    from ${REJECTED.sql}
      on conflict (account_id, import_id, line) do nothing`

const rejectedRows = (filter: string) => `
  select line, class, reason, cells
    from rejected_row
   where account_id = :account and import_id = :id and line > :afterLine${filter}
   order by line
   limit :limit`

const REMOVE_ROWS = 'delete from contact_import_step where account_id = :account and import_id = any (:ids::text[])'
const REMOVE_REJECTED = 'delete from rejected_row where account_id = :account and import_id = any (:ids::text[])'
const REMOVE = 'delete from contact_import where account_id = :account and id = any (:ids::text[])'

const OLD = `
  select id
    from contact_import
   where account_id = :account
     and (
           status in ('completed', 'canceled', 'failed') and created_at < :ended
           or status = 'ready' and created_at < :ready
           or status = 'uploading' and created_at < :uploading
         )
   order by created_at
   limit :limit
     for update skip locked`

function toRow(imported: ContactImport) {
  const { account, user, file, mapping, plan, progress, createdAt, startedAt, endedAt, ...same } = imported
  return {
    ...same,
    account_id: account,
    user_id: user,
    file: JSON.stringify(file),
    mapping: JSON.stringify(mapping),
    plan: plan && JSON.stringify(plan),
    progress: JSON.stringify(progress),
    created_at: createdAt,
    started_at: startedAt,
    ended_at: endedAt,
  }
}

function fromRow(row: ImportRecord): ContactImport {
  const { account_id, user_id, created_at, started_at, ended_at, ...same } = row
  return {
    ...same,
    account: account_id,
    user: user_id,
    createdAt: created_at,
    startedAt: started_at,
    endedAt: ended_at,
  }
}
