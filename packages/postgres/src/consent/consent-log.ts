import {
  isoOf,
  type AccountId,
  type ConsentLog,
  type ConsentLogEntry,
  type GroupId,
  type GroupJoin,
  type Pseudonym,
} from '@carillon/core'
import { recordset } from '../sql/recordset.js'
import { byAccount, rowsOf, run, type Database } from '../sql/sql.js'

/** No statement in this class changes or deletes an entry. */
export class PostgresConsentLog implements ConsentLog {
  constructor(private readonly trx: Database) {}

  async append(entries: readonly ConsentLogEntry[]): Promise<void> {
    for (const [account, some] of byAccount(entries)) {
      await run(this.trx, APPEND, { account, ...ENTRIES.of(some.map(toRow)) })
      const texts = some.map(toTextRow).filter(({ text, address, agent }) => (text ?? address ?? agent) !== null)
      if (texts.length > 0) await run(this.trx, APPEND_TEXTS, { account, ...TEXTS.of(texts) })
    }
  }

  async newest(account: AccountId, subject: Pseudonym, limit: number): Promise<readonly ConsentLogEntry[]> {
    return (await rowsOf<EntryRow>(this.trx, NEWEST, { account, subject, limit })).map(fromRow)
  }

  async joins(
    account: AccountId,
    group: GroupId,
    subjects: readonly Pseudonym[],
  ): Promise<ReadonlyMap<Pseudonym, GroupJoin>> {
    const rows = await rowsOf<GroupJoin & { readonly subject: Pseudonym }>(this.trx, JOINS, {
      account,
      group,
      subjects,
    })
    return new Map(rows.map(({ subject, ...join }) => [subject, join]))
  }

  async count(account: AccountId, subject: Pseudonym): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(this.trx, COUNT, { account, subject })
    return row!.count
  }
}

type EntryRow = Pick<ConsentLogEntry, 'id' | 'subject' | 'at' | 'by' | 'action' | 'reason' | 'text'> & {
  readonly account_id: AccountId
  readonly group_id: ConsentLogEntry['group']
  readonly form_version: number | null
  readonly address: string | null
  readonly agent: string | null
}

const ENTRIES = recordset<ReturnType<typeof toRow>>('entry', {
  subject: 'text',
  id: 'text',
  at: 'timestamptz',
  by: 'text',
  group_id: 'text',
  action: 'text',
  reason: 'text',
  form_version: 'integer',
})

const APPEND = `
  insert into consent_log (account_id, subject, id, at, by, group_id, action, reason, form_version)
  select :account, entry.subject, entry.id, entry.at, entry.by, entry.group_id, entry.action, entry.reason,
         entry.form_version
    from ${ENTRIES.sql}`

/** The personal data of an entry: an erasure deletes this part and keeps the rest of the entry. */
const TEXTS = recordset<ReturnType<typeof toTextRow>>('entry', {
  log_id: 'text',
  text: 'text',
  address: 'text',
  agent: 'text',
})

const APPEND_TEXTS = `
  insert into consent_log_text (account_id, log_id, text, address, agent)
  select :account, entry.log_id, entry.text, entry.address, entry.agent
    from ${TEXTS.sql}`

/**
 * The entries of a number are few, so sorting them needs no index. Reads the texts of the newest entries only.
 */
const NEWEST = `
  with entry as materialized (
    select account_id, subject, id, at, by, group_id, action, reason, form_version
      from consent_log
     where account_id = :account and subject = :subject
     order by at desc, id desc
     limit :limit
  )
  select entry.account_id, entry.subject, entry.id, entry.at, entry.by, entry.group_id, entry.action, entry.reason,
         entry.form_version, said.text, said.address, said.agent
    from entry
    left join consent_log_text as said on said.account_id = entry.account_id and said.log_id = entry.id
   order by entry.at desc, entry.id desc`

/** Looks up each subject separately, by the primary key. */
const JOINS = `
  select asked.subject, found.action, found.reason, found.by, found.at
    from unnest(:subjects::text[]) as asked (subject)
   cross join lateral (
     select action, reason, by, at
       from consent_log
      where account_id = :account and subject = asked.subject and group_id = :group
        and action in ('OPT_IN', 'OPT_IN_REQUESTED')
      order by at desc, id desc
      limit 1
   ) as found`

const COUNT = `
  select count(*)::integer as count
    from consent_log as entry
   where entry.account_id = :account and entry.subject = :subject`

function toRow({ subject, id, at, by, group, action, reason, form }: ConsentLogEntry) {
  return { subject, id, at: isoOf(at), by, group_id: group, action, reason, form_version: form?.version ?? null }
}

function toTextRow({ id, text, form }: ConsentLogEntry) {
  return { log_id: id, text, address: form?.address ?? null, agent: form?.agent ?? null }
}

function fromRow({ account_id: account, group_id: group, form_version, address, agent, ...same }: EntryRow) {
  const form = form_version === null ? null : { version: form_version, address, agent }
  return { account, group, form, ...same } as ConsentLogEntry
}
