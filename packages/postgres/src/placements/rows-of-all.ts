import { isOutage, withRetries } from '../connection/is-outage.js'
import { compareTexts } from '../sql/compare-texts.js'
import { preparedRowsOf, preparedRowsOfNode } from '../sql/prepared.js'
import type { AccountPlacements, Bindings, Database } from '../sql/sql.js'
import { isShardMissing } from './route-to.js'
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

/** Leaves out what nodes that are down would answer, unless no node answers. */
async function rowsOfReached<Row>(asked: readonly Promise<readonly Row[]>[]): Promise<readonly Row[]> {
  const answers = await Promise.allSettled(asked)
  const failures = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as unknown)
  const [failure = null] = failures.length === answers.length ? failures : failures.filter((each) => !isOutage(each))
  if (failure !== null) throw failure
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/**
 * For a statement that compares no account with another: on Citus, each node is asked about all of its accounts, which is
 * cheaper than a statement for each shard. The answer has rows for each shard, and may contain a row several times.
 *
 * If this process is not connected to each node, or does not know where a shard is, Citus asks the nodes. Each shard is
 * asked alone if that fails because a node is down.
 */
export async function rowsOfAllAtOnce<Row>(
  database: Database,
  statementOf: StatementOf,
  bindings: Bindings,
): Promise<readonly Row[]> {
  const statement = statementOf(AMONG_ALL)
  if (isDistributed(database) && database.placements.nodes !== null) {
    const askNode = (node: string) =>
      withRetries(() => preparedRowsOfNode<Row>(database, node, statement, bindings), { attemptsMax: ATTEMPTS_MAX })
    try {
      return await rowsOfReached(database.placements.nodes.map(askNode))
    } catch (error) {
      if (!isShardMissing(error)) throw error
      await database.placements.reload()
    }
  }
  try {
    return await preparedRowsOf<Row>(database, statement, bindings)
  } catch (error) {
    if (!isDistributed(database) || !isOutage(error)) throw error
    return rowsOfAll(database, statementOf, bindings)
  }
}

/** A connection that was lost is opened again, but other nodes do not wait for long. */
const ATTEMPTS_MAX = 2

export function isDistributed(database: Database): database is Extract<Database, { placements: unknown }> {
  return 'placements' in database && database.placements.isDistributed
}

type Order = (one: AccountId, other: AccountId) => number
type Turn = { readonly after: AccountId | null; readonly limit: number }

/** Accounts after `after` come first. */
export function inTurn(
  accounts: readonly AccountId[],
  { after, limit }: Turn,
  compare: Order = compareTexts,
): readonly AccountId[] {
  const sorted = [...new Set(accounts)].sort(compare)
  const begins = after === null ? 0 : sorted.filter((account) => compare(account, after) <= 0).length
  return [...sorted.slice(begins), ...sorted.slice(0, begins)].slice(0, limit)
}

/**
 * Accounts shard by shard, so that jobs of one shard share statements: only those of the first shards that have the
 * maximum number of jobs together. The others have later turns.
 */
export function shardsInTurn(
  { placements }: { readonly placements: Pick<AccountPlacements, 'of'> },
  jobsOf: ReadonlyMap<AccountId, number>,
  turn: Turn,
): readonly AccountId[] {
  const shardByShard: Order = (one, other) =>
    compareTexts(placements.of(one), placements.of(other)) || compareTexts(one, other)
  const accounts = inTurn([...jobsOf.keys()], turn, shardByShard)
  let jobs = 0
  const end = accounts.findIndex((account, i) => {
    const beginsShard = i > 0 && placements.of(account) !== placements.of(accounts[i - 1]!)
    if (beginsShard && jobs >= turn.limit) return true
    jobs += jobsOf.get(account)!
    return false
  })
  return end === -1 ? accounts : accounts.slice(0, end)
}
