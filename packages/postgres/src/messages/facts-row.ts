import {
  noConsent,
  type Acceptance,
  type IdempotencyKeyRecord,
  type PhoneNumber,
  type SendFacts,
  type SenderStatus,
  type StoredResponse,
} from '@carillon/core'
import { fromBalanceRow, type BalanceRow } from '../credits/credit-row.js'

/** A send that was not accepted, with everything that decides about it. Values that do not exist are null. */
export type FactsRow = { readonly [Column in keyof BalanceRow]: BalanceRow[Column] | null } & {
  readonly n: number
  readonly was_accepted: boolean
  readonly sender_status: SenderStatus | null
  readonly sender_mms: boolean | null
  readonly messages_per_second: number | null
  readonly carrier: string | null
  readonly sender_since: Date | null
  readonly active_groups: number | null
  readonly opted_out_at: Date | null
  readonly target: string | null
  readonly answer: StoredResponse | null
  readonly expires_at: Date | null
  readonly accepted_that_day: string
}

export function fromFactsRow(row: FactsRow & BalanceRow, acceptance: Acceptance): SendFacts {
  const { account, to, from } = acceptance.message
  const phone = to as PhoneNumber
  return {
    isAccepted: row.was_accepted,
    sender: row.sender_status && {
      number: from,
      account,
      status: row.sender_status,
      mms: row.sender_mms!,
      messagesPerSecond: row.messages_per_second,
      carrier: row.carrier,
      createdAt: row.sender_since!,
    },
    consent:
      row.active_groups === null
        ? noConsent(account, phone)
        : { account, phone, optedOutAt: row.opted_out_at, activeGroups: row.active_groups },
    key: keyRecordOf(row, acceptance),
    balance: fromBalanceRow(row),
    acceptedThatDay: Number(row.accepted_that_day),
  }
}

export function hasBalance(row: FactsRow): row is FactsRow & BalanceRow {
  return row.sms_available !== null
}

function keyRecordOf({ target, answer, expires_at: expiresAt }: FactsRow, { key }: Acceptance) {
  if (target === null || key === null) return null
  return { ...key, target, answer, expiresAt } satisfies IdempotencyKeyRecord
}
