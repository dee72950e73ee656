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

/** What caused a movement of credits: a grant of the operator, a single message, or a broadcast or batch. */
export const LEDGER_CAUSES = ['grant', 'message', 'broadcast'] as const
export type LedgerCause = (typeof LEDGER_CAUSES)[number]

/** All movements of credits with the same cause, added up. */
export type LedgerLine = {
  /** The id of the entry of a grant, of the message, or of the broadcast or batch. Later causes have later ids. */
  readonly id: string
  readonly cause: LedgerCause
  /** The times of the first and the last entry. */
  readonly firstAt: Date
  readonly lastAt: Date
  readonly granted: CreditAmounts
  readonly reserved: CreditAmounts
  readonly spent: CreditAmounts
  readonly released: CreditAmounts
}

export function causeOf(reference: string): LedgerCause {
  if (reference === 'grant') return 'grant'
  return reference.startsWith('msg_') ? 'message' : 'broadcast'
}

export type LedgerQuery = {
  /** Only these causes; null for all. There is no index for the lines of messages alone. */
  readonly cause: 'grant' | 'broadcast' | null
  /** The id of the last line of the previous step; null for the first step. */
  readonly after: string | null
  readonly limit: number
}

export interface CreditStore {
  balance(account: AccountId): Promise<CreditBalance>
  /**
   * At most `limit` lines after the given id, newest causes first: by the part of the id after its prefix, descending.
   */
  lines(account: AccountId, query: LedgerQuery): Promise<readonly LedgerLine[]>
  /** Locks the balance until the unit of work ends, so that it still covers the cost when the entries are posted. */
  lock(account: AccountId): Promise<CreditBalance>
  /**
   * Appends the entries and updates the balance; skips an entry whose id was posted before. Locks the balance until the
   * unit of work ends, so call it late in the lock order. Throws an unexpected error, not a `DomainError`, when a
   * balance would go below zero.
   */
  post(account: AccountId, entries: readonly LedgerEntry[]): Promise<void>
  /** The number of recipients accepted on a UTC day, or on the last counted day if that is later. */
  acceptedOn(account: AccountId, day: string): Promise<number>
  /**
   * Adds to the day's count. Recipients of a day before the last counted one are counted on that one: they waited over
   * midnight, or the clock of their process is behind.
   */
  countAccepted(account: AccountId, day: string, recipients: number): Promise<void>
}
