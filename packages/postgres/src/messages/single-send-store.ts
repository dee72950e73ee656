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
import { byPlacement } from '../placements/by-placement.js'
import { OPEN_BALANCE } from '../credits/credit-store.js'
import { compareTexts } from '../sql/compare-texts.js'
import { preparedRowsOf } from '../sql/prepared.js'
import { rowsOf, type Database, type Statement } from '../sql/sql.js'
import { acceptStatement, type AcceptStatementOptions } from './accept-statement.js'
import { fromFactsRow, hasBalance, type FactsRow } from './facts-row.js'
import { fromReceiptRow, RECEIPT_COLUMNS, type ReceiptRow } from './message-row.js'
import { settleStatement, type SettledRow, type SettleStatementOptions } from './settle-statement.js'

/** Each step is one statement; it waits for rows that other transactions have locked. */
export class PostgresSingleSendStore implements SingleSendStore {
  constructor(private readonly trx: Database) {}

  async accept(acceptances: readonly Acceptance[]): Promise<readonly AcceptDecision[]> {
    const decisions: AcceptDecision[] = []
    for (const some of byPlacement(this.trx, acceptances.map(inList))) {
      const decided = await this.acceptTogether(some.map(({ step }) => step))
      some.forEach(({ position }, i) => (decisions[position] = decided[i]!))
    }
    return decisions
  }

  private async acceptTogether(acceptances: readonly Acceptance[]): Promise<readonly AcceptDecision[]> {
    const refused = await rowsByPosition<FactsRow>(this.trx, sortedAccept(acceptances, { locked: 'waits' }))
    // The facts of several sends are those before the first of them was accepted, so each refused one is asked alone.
    const decisions: AcceptDecision[] = []
    for (const [i, acceptance] of acceptances.entries()) {
      const row = refused.get(i)
      if (row === undefined) decisions.push(ACCEPTED)
      else if (acceptances.length > 1) decisions.push(...(await this.accept([acceptance])))
      else decisions.push(await this.refused(acceptance, row))
    }
    return decisions
  }

  private async refused(acceptance: Acceptance, row: FactsRow): Promise<AcceptDecision> {
    if (hasBalance(row)) return { isAccepted: false, facts: fromFactsRow(row, acceptance) }
    // A balance that does not exist could not be locked.
    await preparedRowsOf(this.trx, OPEN_BALANCE, { account: acceptance.message.account })
    const [decision] = await this.accept([acceptance])
    return decision!
  }

  async settle(
    settlements: readonly Settlement[],
    options: SettleOptions = { leavesReceipts: false },
  ): Promise<readonly (Settled | null)[]> {
    const results: (Settled | null)[] = []
    for (const some of byPlacement(this.trx, settlements.map(inList))) {
      const settled = await this.settleTogether(
        some.map(({ step }) => step),
        options,
      )
      some.forEach(({ position }, i) => (results[position] = settled[i]!))
    }
    return results
  }

  private async settleTogether(settlements: readonly Settlement[], { leavesReceipts }: SettleOptions) {
    const settled = await rowsByPosition<SettledRow>(
      this.trx,
      sortedSettle(settlements, { locked: 'waits', leavesReceipts }),
    )
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

/** With its account, and its position in the list that it is from. */
function inList<Step extends Acceptance | Settlement>(step: Step, position: number) {
  return { account: step.message.account, step, position }
}

export const ACCEPTED: AcceptDecision = { isAccepted: true }

/** A row about the nth item of those that a statement is about. */
export type NumberedRow = { readonly n: number }

/** A statement whose rows are numbered by sorted position; `byPosition` maps them to the caller's order. */
export type SortedStatement = {
  readonly statement: Statement
  /** The rows of the statement by the positions of their items in the list. */
  byPosition<Row extends NumberedRow>(rows: readonly Row[]): ReadonlyMap<number, Row>
}

/** Its rows are the sends that were not accepted. */
export function sortedAccept(acceptances: readonly Acceptance[], options: AcceptStatementOptions): SortedStatement {
  const { sorted, byPosition } = sortedBy(acceptances, ({ message }) => [message.account, message.to])
  return { statement: acceptStatement(sorted, options), byPosition }
}

/** Its rows are the messages that were settled. */
export function sortedSettle(settlements: readonly Settlement[], options: SettleStatementOptions): SortedStatement {
  const { sorted, byPosition } = sortedBy(settlements, ({ message }) => [message.account, message.id])
  return { statement: settleStatement(sorted, options), byPosition }
}

export async function rowsByPosition<Row extends NumberedRow>(
  database: Database,
  { statement, byPosition }: SortedStatement,
) {
  return byPosition(await preparedRowsOf<Row>(database, statement.sql, statement.bindings))
}

/** In the order of the database. The rows of a statement have the positions in this order. */
function sortedBy<Item>(items: readonly Item[], keysOf: (item: Item) => readonly [string, string]) {
  const keyed = items.map((item, position) => ({ item, position, keys: keysOf(item) }))
  keyed.sort((one, other) => compareTexts(one.keys[0], other.keys[0]) || compareTexts(one.keys[1], other.keys[1]))
  const byPosition = <Row extends NumberedRow>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [keyed[row.n]!.position, row]))
  return { sorted: keyed.map(({ item }) => item), byPosition }
}

const TAKE_RECEIPT = `
  delete from receipt
   where account_id = :account and message_id = :message
  returning ${RECEIPT_COLUMNS}`
