import type { AccountId, LedgerEntryId } from '../../values/ids.js'

/** What is counted: an MMS costs of both. */
const CREDIT_UNITS = ['sms', 'mms'] as const
export type CreditUnit = (typeof CREDIT_UNITS)[number]

/**
 * Where credits can be. Every entry moves some from one place to another, so what an account was ever granted
 * is always what is available, reserved and spent together.
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
  /** What it was for: `grant`, or the id of the message or broadcast. */
  readonly reference: string
}

export type CreditAmounts = { readonly sms: number; readonly mms: number }
export type CreditBalance = CreditAmounts & { readonly reserved: CreditAmounts }

export const NO_CREDITS: CreditBalance = { sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } }
/** Keeps every sum of grants exact in a double. */
export const GRANT_MAX = 1_000_000_000

/** One entry for each unit that is moved at all. */
export function entriesOf(
  amounts: CreditAmounts,
  idOf: (unit: CreditUnit) => LedgerEntryId,
  moved: Omit<LedgerEntry, 'id' | 'unit' | 'amount'>,
): readonly LedgerEntry[] {
  const units = CREDIT_UNITS.filter((unit) => amounts[unit] > 0)
  return units.map((unit) => ({ ...moved, id: idOf(unit), unit, amount: amounts[unit] }))
}

/** What no balance may ever be. */
export function isOverdrawn({ sms, mms, reserved }: CreditBalance): boolean {
  return Math.min(sms, mms, reserved.sms, reserved.mms) < 0
}

/** The balance after the entries, which are all of one account. */
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
  /** Holds the balance until the unit of work ends: what it covers now it will cover when the entries are posted. */
  lock(account: AccountId): Promise<CreditBalance>
  /**
   * Appends the entries and moves the balance with them; an entry whose id is there already has been posted before and
   * counts once. Holds the balance until the unit of work ends: it is the last lock that a unit of work takes. Fails,
   * as for a bug, when a balance would go below zero.
   */
  post(account: AccountId, entries: readonly LedgerEntry[]): Promise<void>
  /** Recipients accepted on a day, in UTC. */
  acceptedOn(account: AccountId, day: string): Promise<number>
  /** Adds to them. Days only go forward: what comes for an earlier one than the last counts nowhere. */
  countAccepted(account: AccountId, day: string, recipients: number): Promise<void>
}
