import type { AccountId, AuditEntry, AuditEntryId, AuditLog, AuditQuery, SessionId, UserId } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { trimReplicated } from '../sql/trim-replicated.js'

export class PostgresAuditLog implements AuditLog {
  constructor(private readonly trx: Database) {}

  async add(entry: AuditEntry): Promise<void> {
    await run(this.trx, ADD, toRow(entry))
    if (entry.subjects.length > 0) await run(this.trx, ADD_SUBJECTS, { id: entry.id, subjects: entry.subjects })
  }

  async list({ account, user, action, from, to, after, limit }: AuditQuery): Promise<readonly AuditEntry[]> {
    const filters = [
      account === null ? null : 'account_id = :account',
      user === null ? null : 'user_id = :user',
      action === null ? null : action.endsWith('.') ? 'starts_with(action, :action)' : 'action = :action',
      from === null ? null : 'at >= :from',
      to === null ? null : 'at < :to',
      after === null ? null : '(at, id) < (:afterAt, :afterId)',
    ].filter((filter) => filter !== null)
    const where = filters.length === 0 ? '' : `where ${filters.join(' and ')}`
    const place = { afterAt: after?.at ?? null, afterId: after?.id ?? null }
    const rows = await rowsOf<EntryRow>(this.trx, listing(where), { account, user, action, from, to, limit, ...place })
    return rows.map(fromRow)
  }

  trim(until: Date, limit: number): Promise<number> {
    return trimReplicated(this.trx, TRIMMED, { until, limit })
  }
}

type EntryRow = {
  readonly id: AuditEntryId
  readonly at: Date
  readonly user_id: UserId | null
  readonly command: string | null
  readonly session_id: SessionId | null
  readonly address: string | null
  readonly account_id: AccountId | null
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
  readonly subjects: readonly string[]
}

const ADD = `
  insert into audit_entry (id, at, user_id, command, session_id, address, account_id, action, details)
  values (:id, :at, :user, :command, :session, :address, :account, :action, :details)
      on conflict (id) do nothing`

const ADD_SUBJECTS = `
  insert into audit_subject (entry_id, subject)
  select :id, given.subject
    from unnest(:subjects::text[]) as given (subject)
   order by given.subject collate "C"
      on conflict (entry_id, subject) do nothing`

const listing = (where: string) => `
  with found as materialized (
    select * from audit_entry ${where} order by at desc, id desc limit :limit
  )
  select found.*,
         array(
           select audit_subject.subject from audit_subject where audit_subject.entry_id = found.id
            order by audit_subject.subject
         ) as subjects
    from found
   order by found.at desc, found.id desc`

function toRow({ id, at, actor, session, address, account, action, details }: AuditEntry) {
  const [user, command] = 'user' in actor ? [actor.user, null] : [null, actor.command]
  return { id, at, user, command, session, address, account, action, details: JSON.stringify(details) }
}

function fromRow(row: EntryRow): AuditEntry {
  const { id, at, session_id: session, address, account_id: account, action, details, subjects } = row
  const actor = row.user_id === null ? { command: row.command! } : { user: row.user_id }
  return { id, at, actor, session, address, account, action, subjects, details }
}

const TRIMMED = { table: 'audit_entry', key: 'id', since: 'at' }
