import type { Knex } from 'knex'
import { isolatedKnex } from '../connection/isolated-knex.js'
import type { InSchema } from '../connection/schema-name.js'
import { rowsOf, run } from '../sql/sql.js'

/** The work that a service resumes when it is started on this database. */
export type UnfinishedWork = {
  readonly messages: number
  readonly broadcasts: number
  /** The number of recipients of these broadcasts that have no outcome yet. */
  readonly recipients: number
  readonly schedules: number
}

/** Covers all accounts, so it is for operators only. It reads all messages, without a time limit. */
export function unfinishedWork(knex: Knex, { schema }: InSchema = {}): Promise<UnfinishedWork> {
  return isolatedKnex(knex, { schema }).transaction(async (trx) => {
    await run(trx, 'set local statement_timeout = 0', {})
    const [messages] = await rowsOf<Pick<UnfinishedWork, 'messages'>>(trx, MESSAGES, {})
    const [schedules] = await rowsOf<Pick<UnfinishedWork, 'schedules'>>(trx, SCHEDULES, {})
    const [broadcasts] = await rowsOf<Pick<UnfinishedWork, 'broadcasts' | 'recipients'>>(trx, BROADCASTS, {})
    return { ...messages!, ...schedules!, ...broadcasts! }
  })
}

const MESSAGES = `select count(*)::integer as messages from message where status = 'queued'`

const SCHEDULES = `select count(*)::integer as schedules from schedule where status = 'active'`

const BROADCASTS = `
  select count(*)::integer as broadcasts,
         coalesce(sum(total - sent - failed - canceled), 0)::integer as recipients
    from broadcast
   where status in ('queued', 'sending')`
