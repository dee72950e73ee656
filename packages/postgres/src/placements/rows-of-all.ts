import { isOutage } from '../connection/is-outage.js'
import { compareTexts } from '../sql/compare-texts.js'
import { preparedRowsOf, preparedRowsOfNode } from '../sql/prepared.js'
import type { AccountPlacements, Bindings, Database } from '../sql/sql.js'
import type { AccountId } from '@carillon/core'

/** A condition that restricts a column with account ids to the accounts that are asked about. */
export type Among = (column: string) => string

const AMONG_ALL: Among = () => 'true'
const AMONG_GIVEN: Among = (column) => `${column} = any (:accounts::text[])`

type StatementOf = (among: Among) => string

/**
 * Asks about all accounts: on one Postgres in one statement. On Citus in one for each shard, so that a node that is down
 * hides only its own accounts.
 */
export async function rowsOfAll<Row>(
  database: Database,
  statementOf: StatementOf,
  bindings: Bindings,
): Promise<readonly Row[]> {
  if (!isDistributed(database)) return preparedRowsOf<Row>(database, statementOf(AMONG_ALL), bindings)
  // Other processes may have created accounts.
  await database.placements.reload()
  const asked = database.placements.groups.map((accounts) =>
    preparedRowsOf<Row>(database, statementOf(AMONG_GIVEN), { ...bindings, accounts }),
  )
  return rowsOfReached(asked)
}

async function rowsOfReached<Row>(asked: readonly Promise<readonly Row[]>[]): Promise<readonly Row[]> {
  const answers = await Promise.allSettled(asked)
  return answers.flatMap((answer) => {
    if (answer.status === 'fulfilled') return answer.value
    if (isOutage(answer.reason)) return []
    throw answer.reason
  })
}

/**
 * For a statement that compares no account with another: on Citus, each node is asked about all of its accounts, which is
 * cheaper than a statement for each shard. The answer has rows for each shard, and may have some of them twice.
 *
 * For a process that is not connected to each node, Citus asks them. Each shard is asked alone if that fails because a node
 * is down.
 */
export async function rowsOfAllAtOnce<Row>(
  database: Database,
  statementOf: StatementOf,
  bindings: Bindings,
): Promise<readonly Row[]> {
  const statement = statementOf(AMONG_ALL)
  if (isDistributed(database) && database.placements.nodes !== null) {
    const asked = database.placements.nodes.map((node) => preparedRowsOfNode<Row>(database, node, statement, bindings))
    return rowsOfReached(asked)
  }
  try {
    return await preparedRowsOf<Row>(database, statement, bindings)
  } catch (error) {
    if (!isDistributed(database) || !isOutage(error)) throw error
    return rowsOfAll(database, statementOf, bindings)
  }
}

export function isDistributed(database: Database): database is Extract<Database, { placements: unknown }> {
  return 'placements' in database && database.placements.isDistributed
}

/**
 * Accounts after `after` come first. Those with the same placement are next to each other, so that most of those that take
 * their turn together share statements.
 */
export function inTurn(
  { placements }: { readonly placements: Pick<AccountPlacements, 'of'> },
  accounts: readonly AccountId[],
  { after, limit }: { readonly after: AccountId | null; readonly limit: number },
): readonly AccountId[] {
  const compare = (one: AccountId, other: AccountId) =>
    compareTexts(placements.of(one), placements.of(other)) || compareTexts(one, other)
  const sorted = [...new Set(accounts)].sort(compare)
  const begins = after === null ? 0 : sorted.filter((account) => compare(account, after) <= 0).length
  return [...sorted.slice(begins), ...sorted.slice(0, begins)].slice(0, limit)
}
