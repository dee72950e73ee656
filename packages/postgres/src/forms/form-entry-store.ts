import type { AccountId, FormEntry, FormEntryId, FormEntryStore, PhoneNumber } from '@carillon/core'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'

export class PostgresFormEntryStore implements FormEntryStore {
  constructor(private readonly trx: Database) {}

  async add(entry: FormEntry): Promise<void> {
    await run(this.trx, ADD, entry)
  }

  async find(account: AccountId, id: FormEntryId): Promise<FormEntry | null> {
    const [row] = await rowsOf<FormEntryRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async lock(account: AccountId, id: FormEntryId): Promise<FormEntry | null> {
    const [row] = await rowsOf<FormEntryRow>(this.trx, `${FIND} for update`, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async save(entry: FormEntry): Promise<void> {
    await run(this.trx, SAVE, entry)
  }

  async trim(account: AccountId, until: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM, { account, until, limit })
  }
}

type FormEntryRow = {
  readonly account_id: AccountId
  readonly id: FormEntryId
  readonly group_id: FormEntry['group']
  readonly phone: PhoneNumber
  readonly version: number
  readonly address: string
  readonly network: string
  readonly agent: string | null
  readonly created_at: Date
  readonly code_message_id: FormEntry['codeMessage']
  readonly code_at: Date
  readonly codes: number
  readonly texts: number
  readonly attempts: number
  readonly confirmed_at: Date | null
}

const ADD = `
  insert into form_entry (
    account_id, id, group_id, phone, version, address, network, agent, created_at, code_message_id, code_at, codes,
    texts, attempts, confirmed_at
  )
  values (
    :account, :id, :group, :phone, :version, :address, :network, :agent, :createdAt, :codeMessage, :codeAt, :codes,
    :texts, :attempts, :confirmedAt
  )
  on conflict (account_id, id) do nothing`

const FIND = `
  select account_id, id, group_id, phone, version, address, network, agent, created_at, code_message_id, code_at, codes,
         texts, attempts, confirmed_at
    from form_entry
   where account_id = :account and id = :id`

const SAVE = `
  update form_entry
     set code_message_id = :codeMessage, code_at = :codeAt, codes = :codes, texts = :texts, attempts = :attempts,
         confirmed_at = :confirmedAt
   where account_id = :account and id = :id`

const TRIM = trimStatement({ table: 'form_entry', key: ['id'], since: 'code_at' })

function fromRow(row: FormEntryRow): FormEntry {
  return {
    id: row.id,
    account: row.account_id,
    group: row.group_id,
    phone: row.phone,
    version: row.version,
    address: row.address,
    network: row.network,
    agent: row.agent,
    createdAt: row.created_at,
    codeMessage: row.code_message_id,
    codeAt: row.code_at,
    codes: row.codes,
    texts: row.texts,
    attempts: row.attempts,
    confirmedAt: row.confirmed_at,
  }
}
