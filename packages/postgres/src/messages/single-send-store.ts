import type {
  AcceptDecision,
  Acceptance,
  Message,
  Receipt,
  Settled,
  Settlement,
  SettleOptions,
  SingleSendStore,
} from '@carillon/core'
import { OPEN_BALANCE } from '../credits/credit-store.js'
import { compareTexts } from '../sql/compare-texts.js'
import { preparedRowsOf } from '../sql/prepared.js'
import { rowsOf, type Database } from '../sql/sql.js'
import { acceptStatement, type LockedRows } from './accept-statement.js'
import { fromFactsRow, hasBalance, type FactsRow } from './facts-row.js'
import { fromReceiptRow, RECEIPT_COLUMNS, type ReceiptRow } from './message-row.js'
import { settleStatement, type SettledRow, type SettleStatementOptions } from './settle-statement.js'

/** Each step is one statement; it waits for rows that other transactions have locked. */
export class PostgresSingleSendStore implements SingleSendStore {
  constructor(private readonly trx: Database) {}

  async accept(acceptances: readonly Acceptance[]): Promise<readonly AcceptDecision[]> {
    const refused = await refusedAmong(this.trx, acceptances, 'waits')
    const decisions: AcceptDecision[] = []
    for (const [i, acceptance] of acceptances.entries()) {
      const row = refused.get(i)
      if (row === undefined) decisions.push(ACCEPTED)
      else if (acceptances.length > 1) decisions.push(...(await this.accept([acceptance])))
      else decisions.push(await this.refused(acceptance, row))
    }
    return decisions
  }

  /** The facts of several sends are those before the first of them was accepted, so each refused one is asked alone. */
  private async refused(acceptance: Acceptance, row: FactsRow): Promise<AcceptDecision> {
    if (hasBalance(row)) return { isAccepted: false, facts: fromFactsRow(row, acceptance) }
    // A balance that does not exist could not be locked.
    await preparedRowsOf(this.trx, OPEN_BALANCE, { account: acceptance.message.account })
    const [decision] = await this.accept([acceptance])
    return decision!
  }

  async settle(
    settlements: readonly Settlement[],
    { leavesReceipts }: SettleOptions = { leavesReceipts: false },
  ): Promise<readonly (Settled | null)[]> {
    const settled = await settledAmong(this.trx, settlements, { locked: 'waits', leavesReceipts })
    const results: (Settled | null)[] = []
    for (const [i, { message }] of settlements.entries()) {
      const row = settled.get(i)
      const takesReceipt = row?.receipt_kept === true && message.phase === null
      results.push(row === undefined ? null : { receipt: takesReceipt ? await this.takeReceipt(message) : null })
    }
    return results
  }

  private async takeReceipt({ account, id }: Message): Promise<Receipt | null> {
    const [row] = await rowsOf<ReceiptRow>(this.trx, TAKE_RECEIPT, { account, message: id })
    return row === undefined ? null : fromReceiptRow(row)
  }
}

export const ACCEPTED: AcceptDecision = { isAccepted: true }

/** The rows of the sends that were not accepted, by their positions in the list. */
export async function refusedAmong(
  database: Database,
  acceptances: readonly Acceptance[],
  locked: LockedRows,
): Promise<ReadonlyMap<number, FactsRow>> {
  const { sorted, positions } = sortedBy(acceptances, ({ message }) => [message.account, message.to])
  const { sql, bindings } = acceptStatement(sorted, locked)
  const rows = await preparedRowsOf<FactsRow>(database, sql, bindings)
  return new Map(rows.map((row) => [positions[row.n]!, row]))
}

/** The rows of the messages that were settled, by their positions in the list. */
export async function settledAmong(
  database: Database,
  settlements: readonly Settlement[],
  options: SettleStatementOptions,
): Promise<ReadonlyMap<number, SettledRow>> {
  const { sorted, positions } = sortedBy(settlements, ({ message }) => [message.account, message.id])
  const { sql, bindings } = settleStatement(sorted, options)
  const rows = await preparedRowsOf<SettledRow>(database, sql, bindings)
  return new Map(rows.map((row) => [positions[row.n]!, row]))
}

/** In the order of the database, with the positions that the items had before. */
function sortedBy<Item>(items: readonly Item[], keysOf: (item: Item) => readonly [string, string]) {
  if (items.length === 1) return { sorted: items, positions: [0] }
  const keyed = items.map((item, position) => ({ item, position, keys: keysOf(item) }))
  keyed.sort((one, other) => compareTexts(one.keys[0], other.keys[0]) || compareTexts(one.keys[1], other.keys[1]))
  return { sorted: keyed.map(({ item }) => item), positions: keyed.map(({ position }) => position) }
}

const TAKE_RECEIPT = `
  delete from receipt
   where account_id = :account and message_id = :message
  returning ${RECEIPT_COLUMNS}`
