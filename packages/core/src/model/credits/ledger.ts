import type { AccountId, LedgerEntryId } from '../../values/ids.js'

/** The kinds of credits. An MMS costs both kinds. */
const CREDIT_UNITS = ['sms', 'mms'] as const
export type CreditUnit = (typeof CREDIT_UNITS)[number]

/**
 * The places of credits. Every entry moves credits from one place to another, so the sum of all grants of an account
 * always equals the sum of available, reserved and spent credits.
 */
export type CreditPlace = 'operator' | 'available' | 'reserved' | 'spent'

export type LedgerEntry = {
  readonly id: LedgerEntryId
  readonly account: AccountId
  readonly at: Date
  readonly unit: CreditUnit
  readonly from: CreditPlace
  readonly to: CreditPlace
  /** A whole number above zero. */
  readonly amount: number
  /** The reason for the entry: `grant`, or the id of the message or broadcast. */
  readonly reference: string
}

export type CreditAmounts = { readonly sms: number; readonly mms: number }
export type CreditBalance = CreditAmounts & { readonly reserved: CreditAmounts }

export const NO_CREDITS: CreditBalance = { sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } }
/** Limits a grant, so that every sum of grants is exact in a double. */
export const GRANT_MAX = 1_000_000_000

/** One entry for each unit with an amount above zero. */
export function entriesOf(
  amounts: CreditAmounts,
  idOf: (unit: CreditUnit) => LedgerEntryId,
  moved: Omit<LedgerEntry, 'id' | 'unit' | 'amount'>,
): readonly LedgerEntry[] {
  const units = CREDIT_UNITS.filter((unit) => amounts[unit] > 0)
  return units.map((unit) => ({ ...moved, id: idOf(unit), unit, amount: amounts[unit] }))
}

/** Whether any amount is below zero, which is never allowed. */
export function isOverdrawn({ sms, mms, reserved }: CreditBalance): boolean {
  return Math.min(sms, mms, reserved.sms, reserved.mms) < 0
}

/** The balance after the entries, which must all belong to one account. */
export function balanceAfter(balance: CreditBalance, entries: readonly LedgerEntry[]): CreditBalance {
  const total = { available: { sms: balance.sms, mms: balance.mms }, reserved: { ...balance.reserved } }
  for (const { unit, from, to, amount } of entries) {
    if (from === 'available' || from === 'reserved') total[from][unit] -= amount
    if (to === 'available' || to === 'reserved') total[to][unit] += amount
  }
  return { ...total.available, reserved: total.reserved }
}

export interface CreditStore {
  balance(account: AccountId): Promise<CreditBalance>
  /** Locks the balance until the unit of work ends, so that it still covers the cost when the entries are posted. */
  lock(account: AccountId): Promise<CreditBalance>
  /**
   * Appends the entries and updates the balance; skips an entry whose id was posted before. Locks the balance until the
   * unit of work ends, so call it late in the lock order. Throws an unexpected error, not a `DomainError`, when a
   * balance would go below zero.
   */
  post(account: AccountId, entries: readonly LedgerEntry[]): Promise<void>
  /** The number of recipients accepted on a UTC day. */
  acceptedOn(account: AccountId, day: string): Promise<number>
  /** Adds to the day's count. Ignores recipients of a day before the last counted day. */
  countAccepted(account: AccountId, day: string, recipients: number): Promise<void>
}
