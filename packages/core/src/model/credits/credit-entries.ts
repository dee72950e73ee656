import type { AccountId, LedgerEntryId } from '../../values/ids.js'
import { entriesOf, type CreditAmounts, type CreditPlace, type LedgerEntry } from './ledger.js'

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
  const idOf = (unit: string): LedgerEntryId => `led_${withoutPrefix(id)}_${settled}_${unit}`
  return entriesOf(cost, idOf, { account, at, ...MOVES[move], reference: id })
}

type Paid = { readonly id: string; readonly account: AccountId; readonly cost: CreditAmounts }

/**
 * The entries that settle a slice of a broadcast, which was reserved with all the others: what was sent is captured, and
 * what is not needed is released. Their ids follow from the slice.
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
