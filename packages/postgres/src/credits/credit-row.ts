import { isoOf, type CreditBalance, type LedgerEntry } from '@carillon/core'

/** The columns of `toEntryRow`. */
export const ENTRY_COLUMNS = {
  id: 'text',
  at: 'timestamptz',
  unit: 'text',
  from_place: 'text',
  to_place: 'text',
  amount: 'bigint',
  reference: 'text',
} as const

/** Without the account, which every statement binds once for all its rows. */
export function toEntryRow({ id, at, unit, from, to, amount, reference }: LedgerEntry) {
  return { id, at: isoOf(at), unit, from_place: from, to_place: to, amount, reference }
}

/**
 * 64-bit integers, which are read as text. Grants are limited, so every sum is an exact number in JavaScript.
 */
export type BalanceRow = {
  readonly sms_available: string
  readonly mms_available: string
  readonly sms_reserved: string
  readonly mms_reserved: string
}

export function fromBalanceRow(row: BalanceRow): CreditBalance {
  return {
    sms: Number(row.sms_available),
    mms: Number(row.mms_available),
    reserved: { sms: Number(row.sms_reserved), mms: Number(row.mms_reserved) },
  }
}
