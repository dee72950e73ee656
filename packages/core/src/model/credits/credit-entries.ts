import type { AccountId, LedgerEntryId } from '../../values/ids.js'
import { entriesOf, type CreditAmounts, type CreditPlace, type LedgerEntry } from './ledger.js'

/** How credits move: they are reserved once, and then captured or released once. */
const MOVES = {
  reserve: { from: 'available', to: 'reserved' },
  capture: { from: 'reserved', to: 'spent' },
  release: { from: 'reserved', to: 'available' },
} as const satisfies Record<string, { from: CreditPlace; to: CreditPlace }>

export type CreditMove = keyof typeof MOVES

/**
 * The entries that move the cost of a message. Their ids are derived from the message and the move, so that retries
 * never reserve or settle twice.
 */
export function creditEntries(move: CreditMove, { id, account, cost }: Paid, at: Date): readonly LedgerEntry[] {
  const settled = move === 'reserve' ? 'reserved' : 'settled'
  const idOf = (unit: string): LedgerEntryId => `led_${withoutPrefix(id)}_${settled}_${unit}`
  return entriesOf(cost, idOf, { account, at, ...MOVES[move], reference: id })
}

type Paid = { readonly id: string; readonly account: AccountId; readonly cost: CreditAmounts }

/**
 * The entries that settle a slice of a broadcast, whose credits were reserved with the whole broadcast: the cost of
 * sent messages is captured, and the rest is released. Their ids are derived from the slice.
 */
export function sliceEntries(
  { account, broadcast, slice, captured, released }: SettledSlice,
  at: Date,
): readonly LedgerEntry[] {
  const moved = (move: 'capture' | 'release', amounts: CreditAmounts) => {
    const idOf = (unit: string): LedgerEntryId => `led_${withoutPrefix(broadcast)}_${slice}_${move}d_${unit}`
    return entriesOf(amounts, idOf, { account, at, ...MOVES[move], reference: broadcast })
  }
  return [...moved('capture', captured), ...moved('release', released)]
}

export type SettledSlice = {
  readonly account: AccountId
  readonly broadcast: string
  /** Unique in the broadcast. */
  readonly slice: string
  readonly captured: CreditAmounts
  readonly released: CreditAmounts
}

function withoutPrefix(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}
