import {
  isInUse,
  noConsent,
  type Acceptance,
  type StoredResponse,
  type IdempotencyKeyRecord,
  type Message,
  type Receipt,
  type SendFacts,
  type SendFactsQuery,
  type SendLimits,
  type SingleSendStore,
  type SenderStatus,
  type Settlement,
} from '@carillon/core'
import { fromBalanceRow, type BalanceRow } from '../credits/credit-row.js'
import { PostgresCreditStore } from '../credits/credit-store.js'
import { PostgresIdempotencyKeyStore } from '../idempotency/idempotency-key-store.js'
import { preparedRowsOf } from '../sql/prepared.js'
import { sqlStateOf, UNIQUE_VIOLATION } from '../sql/sql-state.js'
import { rowsOf, type Database } from '../sql/sql.js'
import { acceptAtOnceStatement } from './accept-at-once-statement.js'
import { acceptStatement, type AcceptRow } from './accept-statement.js'
import { fromReceiptRow, RECEIPT_COLUMNS, type ReceiptRow } from './message-row.js'
import { settleStatement, type SettleRow } from './settle-statement.js'

/**
 * Each step is usually one statement. A second one is needed, for example, to read the record of a key that is bound.
 */
export class PostgresSingleSendStore implements SingleSendStore {
  constructor(private readonly trx: Database) {}

  async facts(query: SendFactsQuery): Promise<SendFacts> {
    const [row] = await preparedRowsOf<FactsRow>(this.trx, FACTS, query)
    if (isCovered(row!)) return fromRow(row, query)
    await new PostgresCreditStore(this.trx).lock(query.account)
    return this.facts(query)
  }

  async accept(acceptance: Acceptance): Promise<IdempotencyKeyRecord | null> {
    const { message, key, now } = acceptance
    const { sql, bindings } = acceptStatement(acceptance)
    const [row] = await preparedRowsOf<AcceptRow>(this.trx, sql, bindings)
    if (row!.is_stored) checkCharged(row!, message)
    if (row!.is_stored || row!.was_there || key === null) return null
    const existing = await new PostgresIdempotencyKeyStore(this.trx).find(key)
    if (!isInUse(existing, now)) return this.accept(acceptance)
    return existing.target === message.id ? null : existing
  }

  async acceptAtOnce(acceptance: Acceptance, limits: SendLimits): Promise<boolean> {
    const { sql, bindings } = acceptAtOnceStatement(acceptance, limits)
    try {
      return (await preparedRowsOf(this.trx, sql, bindings)).length === 1
    } catch (error) {
      if (isTakenMeanwhile(error)) return false
      throw error
    }
  }

  async settleAtOnce(settlement: Settlement): Promise<boolean> {
    const { sql, bindings } = settleStatement(settlement, { atOnce: true })
    const [row] = await preparedRowsOf<SettleRow>(this.trx, sql, bindings)
    if (row !== undefined) checkCharged(row, settlement.message)
    return row !== undefined
  }

  async settle(settlement: Settlement): Promise<{ readonly receipt: Receipt | null } | null> {
    const { message } = settlement
    const { sql, bindings } = settleStatement(settlement)
    const [row] = await preparedRowsOf<SettleRow>(this.trx, sql, bindings)
    if (row === undefined) return null
    checkCharged(row, message)
    return { receipt: row.receipt_kept && message.phase === null ? await this.takeReceipt(message) : null }
  }

  private async takeReceipt({ account, id }: Message): Promise<Receipt | null> {
    const [row] = await rowsOf<ReceiptRow>(this.trx, TAKE_RECEIPT, { account, message: id })
    return row === undefined ? null : fromReceiptRow(row)
  }
}

/** Another transaction added the key, the message or a part of it, perhaps in an earlier run of this unit of work. */
function isTakenMeanwhile(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION && ADDED.includes((error as { table?: string }).table ?? '')
}

const ADDED = ['idempotency_key', 'job', 'ledger_entry', 'message']

/** The balance exists, because reading the facts creates it. */
function checkCharged({ is_charged }: { readonly is_charged: boolean }, { account, id }: Message) {
  if (!is_charged) throw new Error(`${account} has no balance that ${id} could be charged to`)
}

/** Values that do not exist are null. */
type FactsRow = Omit<BalanceRow, 'sms_available'> & {
  readonly is_accepted: boolean
  readonly status: SenderStatus | null
  readonly mms: boolean | null
  readonly messages_per_second: number | null
  readonly carrier: string | null
  readonly created_at: Date | null
  readonly active_groups: number | null
  readonly opted_out_at: Date | null
  readonly target: string | null
  readonly answer: StoredResponse | null
  readonly expires_at: Date | null
  readonly sms_available: string | null
  readonly accepted_that_day: string
}

/** For an account that has a balance. */
type CoveredRow = FactsRow & BalanceRow

function isCovered(row: FactsRow): row is CoveredRow {
  return row.sms_available !== null
}

/** Locks the credits after the consent: the credits part depends on the row count of the consent part. */
const FACTS = `
  with consented as (
    select active_groups, opted_out_at from consent where account_id = :account and phone = :to for no key update
  ),
  covered as (
    select sms_available, mms_available, sms_reserved, mms_reserved, accepted_on, accepted
      from credit_balance
     where account_id = :account and (select count(*) from consented) >= 0
       for update
  )
  select exists (select from message where message.account_id = :account and message.id = :message) as is_accepted,
         sender.status, sender.mms, sender.messages_per_second, sender.carrier, sender.created_at,
         consented.active_groups, consented.opted_out_at,
         bound.target, bound.answer, bound.expires_at,
         covered.sms_available, covered.mms_available, covered.sms_reserved, covered.mms_reserved,
         case when covered.accepted_on = :day::date then covered.accepted else 0 end as accepted_that_day
    from (values (1)) as one
    left join sender on sender.number = :from and sender.account_id = :account
    left join consented on true
    left join idempotency_key as bound
           on bound.account_id = :account and bound.scope = 'message' and bound.key = :key
    left join covered on true`

const TAKE_RECEIPT = `
  delete from receipt
   where account_id = :account and message_id = :message
  returning ${RECEIPT_COLUMNS}`

function fromRow(row: CoveredRow, { account, to, from, key }: SendFactsQuery): SendFacts {
  return {
    isAccepted: row.is_accepted,
    sender: row.status && {
      number: from,
      account,
      status: row.status,
      mms: row.mms!,
      messagesPerSecond: row.messages_per_second,
      carrier: row.carrier,
      createdAt: row.created_at!,
    },
    consent:
      row.active_groups === null
        ? noConsent(account, to)
        : { account, phone: to, optedOutAt: row.opted_out_at, activeGroups: row.active_groups },
    key: row.target === null ? null : keyRecordOf(row, { account, key: key!, target: row.target }),
    balance: fromBalanceRow(row),
    acceptedThatDay: Number(row.accepted_that_day),
  }
}

function keyRecordOf(
  { answer, expires_at: expiresAt }: FactsRow,
  bound: Pick<IdempotencyKeyRecord, 'account' | 'key' | 'target'>,
): IdempotencyKeyRecord {
  return { ...bound, scope: 'message', answer, expiresAt }
}
