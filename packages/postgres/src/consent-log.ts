import { isoOf, type AccountId, type ConsentLog, type ConsentLogEntry, type Pseudonym } from '@carillon/core'
import type { Knex } from 'knex'
import { recordset } from './recordset.js'
import { byAccount, rowsOf, run } from './sql.js'

/** There is no statement here that changes or deletes an entry. */
export class PostgresConsentLog implements ConsentLog {
  constructor(private readonly trx: Knex) {}

  async append(entries: readonly ConsentLogEntry[]): Promise<void> {
    for (const [account, some] of byAccount(entries)) {
      await run(this.trx, APPEND, { account, ...ENTRIES.of(some.map(toRow)) })
      const texts = some.flatMap(({ id, text }) => (text === null ? [] : [{ log_id: id, text }]))
      if (texts.length > 0) await run(this.trx, APPEND_TEXTS, { account, ...TEXTS.of(texts) })
    }
  }

  async newest(account: AccountId, subject: Pseudonym, limit: number): Promise<readonly ConsentLogEntry[]> {
    return (await rowsOf<EntryRow>(this.trx, NEWEST, { account, subject, limit })).map(fromRow)
  }
}

type EntryRow = Pick<ConsentLogEntry, 'id' | 'subject' | 'at' | 'by' | 'action' | 'reason' | 'text'> & {
  readonly account_id: AccountId
  readonly group_id: ConsentLogEntry['group']
}

const ENTRIES = recordset<ReturnType<typeof toRow>>('entry', {
  subject: 'text',
  id: 'text',
  at: 'timestamptz',
  by: 'text',
  group_id: 'text',
  action: 'text',
  reason: 'text',
})

const APPEND = `
  insert into consent_log (account_id, subject, id, at, by, group_id, action, reason)
  select :account, entry.subject, entry.id, entry.at, entry.by, entry.group_id, entry.action, entry.reason
    from ${ENTRIES.sql}`

const TEXTS = recordset<{ log_id: string; text: string }>('entry', { log_id: 'text', text: 'text' })

const APPEND_TEXTS = `
  insert into consent_log_text (account_id, log_id, text)
  select :account, entry.log_id, entry.text
    from ${TEXTS.sql}`

/** What a number has to its name is read whole and put in order: that is little, and saves an index. */
const NEWEST = `
  select entry.account_id, entry.subject, entry.id, entry.at, entry.by, entry.group_id, entry.action, entry.reason,
         said.text
    from consent_log as entry
    left join consent_log_text as said on said.account_id = entry.account_id and said.log_id = entry.id
   where entry.account_id = :account and entry.subject = :subject
   order by entry.at desc, entry.id desc
   limit :limit`

function toRow({ subject, id, at, by, group, action, reason }: ConsentLogEntry) {
  return { subject, id, at: isoOf(at), by, group_id: group, action, reason }
}

function fromRow({ account_id: account, group_id: group, ...same }: EntryRow): ConsentLogEntry {
  return { account, group, ...same } as ConsentLogEntry
}
