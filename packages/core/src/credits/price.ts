import { DomainError } from '../errors.js'
import type { AccountId, LedgerEntryId } from '../values/ids.js'
import type { CreditAmounts, CreditBalance, CreditPlace, LedgerEntry } from './ledger.js'

/** A message and the look-up of its carrier. */
export const SMS_PRICE: CreditAmounts = { sms: 2, mms: 0 }
export const MMS_PRICE: CreditAmounts = { sms: 2, mms: 1 }
/** Each recipient of a broadcast or batch, SMS or MMS: a message, and the look-up of the carrier where it is needed. */
export const BULK_PRICE: CreditAmounts = { sms: 2, mms: 0 }
/** What remains of it where the carrier was known. */
export const BULK_PRICE_KNOWN: CreditAmounts = { sms: 1, mms: 0 }
/** For so long a carrier that was looked up is known. */
export const LOOK_UP_WINDOW_MS = 30 * 24 * 3_600_000
/** Answers to STOP and HELP. */
export const FREE: CreditAmounts = { sms: 0, mms: 0 }

export function priceOf({ mediaUrl }: { readonly mediaUrl: string | null }): CreditAmounts {
  return mediaUrl === null ? SMS_PRICE : MMS_PRICE
}

export function times(amounts: CreditAmounts, count: number): CreditAmounts {
  return { sms: amounts.sms * count, mms: amounts.mms * count }
}

export function plus(one: CreditAmounts, other: CreditAmounts): CreditAmounts {
  return { sms: one.sms + other.sms, mms: one.mms + other.mms }
}

export function covers(balance: CreditBalance, cost: CreditAmounts): boolean {
  return balance.sms >= cost.sms && balance.mms >= cost.mms
}

export function insufficientCredits(required: CreditAmounts, { sms, mms }: CreditAmounts): DomainError {
  return new DomainError(
    'insufficient-credits',
    `This needs ${creditsText(required)}, and ${creditsText({ sms, mms })} are available`,
    { required, available: { sms, mms } },
  )
}

function creditsText({ sms, mms }: CreditAmounts): string {
  return mms === 0 ? `${sms} SMS credits` : `${sms} SMS and ${mms} MMS credits`
}

/** What can happen to the credits of something that is paid for: reserved once, then captured or released, once. */
const MOVES = {
  reserve: { from: 'available', to: 'reserved' },
  capture: { from: 'reserved', to: 'spent' },
  release: { from: 'reserved', to: 'available' },
} as const satisfies Record<string, { from: CreditPlace; to: CreditPlace }>

export type CreditMove = keyof typeof MOVES

/**
 * The entries that move the cost of a message. Their ids follow from the message and from what happens to it, so that
 * nothing is reserved or settled twice, however often it is tried.
 */
export function creditEntries(move: CreditMove, { id, account, cost }: Paid, at: Date): readonly LedgerEntry[] {
  const settled = move === 'reserve' ? 'reserved' : 'settled'
  return (['sms', 'mms'] as const)
    .filter((unit) => cost[unit] > 0)
    .map((unit) => ({
      id: `led_${id.slice(id.indexOf('_') + 1)}_${settled}_${unit}` satisfies LedgerEntryId,
      account,
      at,
      unit,
      ...MOVES[move],
      amount: cost[unit],
      reference: id,
    }))
}

/**
 * The entries that settle a slice of a broadcast, which was reserved with all the others: what was sent is captured, and
 * what is not needed is released. Their ids follow from the slice.
 */
export function sliceEntries(
  { account, broadcast, slice, captured, released }: SettledSlice,
  at: Date,
): readonly LedgerEntry[] {
  const amounts = { capture: captured, release: released }
  return (['capture', 'release'] as const).flatMap((move) =>
    (['sms', 'mms'] as const)
      .filter((unit) => amounts[move][unit] > 0)
      .map((unit) => ({
        id: `led_${broadcast.slice(broadcast.indexOf('_') + 1)}_${slice}_${move}d_${unit}` satisfies LedgerEntryId,
        account,
        at,
        unit,
        ...MOVES[move],
        amount: amounts[move][unit],
        reference: broadcast,
      })),
  )
}

export type SettledSlice = {
  readonly account: AccountId
  readonly broadcast: string
  /** Unique in the broadcast. */
  readonly slice: string
  readonly captured: CreditAmounts
  readonly released: CreditAmounts
}

type Paid = { readonly id: string; readonly account: AccountId; readonly cost: CreditAmounts }
