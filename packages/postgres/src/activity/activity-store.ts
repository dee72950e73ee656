import {
  auditMark,
  COUNT_MAX,
  MARKS_MAX,
  type AccountId,
  type Activity,
  type ActivityStore,
  type Topic,
} from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import type { Database } from '../sql/sql.js'

export class PostgresActivityStore implements ActivityStore {
  constructor(private readonly trx: Database) {}

  async read(account: AccountId): Promise<Activity> {
    const rows = await preparedRowsOf<Row>(this.trx, READ, { account, marks: MARKS_MAX, count: COUNT_MAX })
    const countOf = (name: string) => Number(rows.find(({ topic, id }) => topic === 'count' && id === name)!.version)
    return {
      marks: rows.flatMap(({ topic, id, version }) => {
        if (topic === 'count') return []
        return [topic === 'audit' ? auditMark({ id, action: version }) : { topic, id, version }]
      }),
      counts: { broadcasts: { running: countOf('running') }, conversations: { unread: countOf('unread') } },
    }
  }
}

type Row = { readonly topic: Topic | 'audit' | 'count'; readonly id: string; readonly version: string }

/** Each part reads the start of an index and stops. */
const READ = `
  (select 'broadcasts' as topic, id,
          concat_ws(' ', status, paused_at, total, released, sent, failed, canceled, delivered, retried_as) as version
     from broadcast
    where account_id = :account
    order by created_at desc, id desc
    limit :marks)
  union all
  (select 'contacts', id, ''
     from contact
    where account_id = :account
    order by created_at desc, id desc
    limit :marks)
  union all
  (select 'conversations', id, concat_ws(' ', status, unread, last_message_id, assignee)
     from conversation
    where account_id = :account
    order by last_at desc, id desc
    limit :marks)
  union all
  (select 'credits', account_id, concat_ws(' ', sms_available, mms_available, sms_reserved, mms_reserved)
     from credit_balance
    where account_id = :account)
  union all
  (select 'imports', id, concat_ws(' ', status, mapping, progress)
     from contact_import
    where account_id = :account
    order by created_at desc, id desc
    limit :marks)
  union all
  (select 'messages', id, concat_ws(' ', status, delivered_at)
     from message
    where account_id = :account
    order by created_at desc, id desc
    limit :marks)
  union all
  (select 'schedules', id, concat_ws(' ', status, updated_at, revision, next_at, started, skipped)
     from schedule
    where account_id = :account
    order by created_at desc, id desc
    limit :marks)
  union all
  (select 'audit', id, action
     from audit_entry
    where account_id = :account
    order by at desc, id desc
    limit :marks)
  union all
  (select 'count', 'unread', count(*)::text
     from (
            select from conversation where account_id = :account and unread > 0 limit :count
          ) as few)
  union all
  (select 'count', 'running', count(*)::text
     from (
            select
              from broadcast
             where account_id = :account and status collate "C" in ('queued', 'sending')
             limit :count
          ) as few)`
