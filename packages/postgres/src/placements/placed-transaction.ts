import { LazyTransaction, notSent } from '../connection/lazy-transaction.js'
import type { Answer, AskedStatement, Pipelines } from '../connection/pipelines.js'
import { isPlainRead } from '../connection/plain-read.js'
import type { Destination, NodeConnections, Route } from '../connection/route.js'
import type { InSchema } from '../connection/schema-name.js'
import { throughCitus } from './placed-pipelines.js'
import { holding } from './route-to.js'

export type PlacedTransactionOptions = InSchema & {
  /** The node that the process is connected to. */
  readonly home: NodeConnections
  /** For reads before the transaction begins. */
  readonly pipelines: Pick<Pipelines, 'ask' | 'isClosed'>
  readonly destinationOf: (statement: AskedStatement) => Destination
  /** Has the placements of accounts read that are not known yet. */
  readonly know: (statements: readonly AskedStatement[]) => Promise<void>
  /** Sends all statements through the planner of Citus. */
  readonly goesThroughCitus: boolean
}

/** The transaction on one node, and the shards that it keeps there. */
type Branch = { readonly transaction: LazyTransaction; readonly held: Set<string> }

/**
 * On a cluster: statements about the accounts of one shard are sent to the node of the shard, each node in a transaction
 * of its own. So a unit of work is atomic for each account, as after a lost reply to a commit: if the commit of a node
 * fails, the work runs again, and may find the changes of the others.
 *
 * Work that changes copied tables, or that asks all nodes after its first change, runs through Citus instead, which
 * commits on all nodes or on none.
 */
export class PlacedTransaction {
  private readonly home: LazyTransaction
  private readonly branches = new Map<NodeConnections, Branch>()
  private needsAllNodes: NeedsAllNodes | null = null
  private hasBegunAtHome = false
  private isOver = false

  constructor(private readonly options: PlacedTransactionOptions) {
    const { home, pipelines, schema } = options
    this.home = new LazyTransaction({ knex: home.knex, pipelines, schema })
  }

  async ask<Row>(statement: AskedStatement): Promise<Answer<Row>> {
    const { destinationOf, goesThroughCitus, know, pipelines } = this.options
    if (!goesThroughCitus && !this.hasBegunAtHome) await know([statement])
    if (this.isOver) throw notSent([statement])
    const destination = goesThroughCitus ? 'all nodes' : destinationOf(statement)
    const isRead = isPlainRead(statement.text)
    if (typeof destination === 'string' || this.hasBegunAtHome) {
      if (this.branches.size > 0 && !(destination === 'any node' && isRead)) throw this.needingAllNodes()
      if (!isRead && !this.hasBegunAtHome) await this.beginAtHome()
      const asking = this.hasBegunAtHome || pipelines.isClosed ? this.home : pipelines
      return asking.ask<Row>(throughCitus(statement))
    }
    const branch = this.branches.get(destination.node)
    if (isRead && branch === undefined && !pipelines.isClosed) return pipelines.ask<Row>(statement)
    return askOn<Row>(branch ?? (await this.open(destination)), destination, statement)
  }

  private async beginAtHome(): Promise<void> {
    this.hasBegunAtHome = true
    await this.home.ask(ONE_CONNECTION_PER_NODE)
  }

  async commit(): Promise<void> {
    this.isOver = true
    const failed = this.transactions.find(({ hasFailed }) => hasFailed)
    if (failed === undefined && this.needsAllNodes === null) return this.commitInTurn()
    await Promise.all(this.transactions.filter((one) => one !== failed).map((one) => one.rollback()))
    // It rolls back, and throws its failure.
    await failed?.commit()
    throw this.needsAllNodes!
  }

  private async commitInTurn(): Promise<void> {
    const left = [...this.transactions]
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await next.commit()
    } catch (error) {
      await Promise.all(left.map((transaction) => transaction.rollback()))
      throw error
    }
  }

  async rollback(): Promise<void> {
    this.isOver = true
    await Promise.all(this.transactions.map((transaction) => transaction.rollback()))
  }

  private get transactions(): readonly LazyTransaction[] {
    return [this.home, ...[...this.branches.values()].map(({ transaction }) => transaction)]
  }

  /** Postgres does not find deadlocks over two nodes, so that waiting ends after a time. */
  private async open({ node }: Route): Promise<Branch> {
    const transaction = new LazyTransaction({ knex: node.knex, pipelines: NO_PIPELINES, schema: this.options.schema })
    const branch = { transaction, held: new Set<string>() }
    this.branches.set(node, branch)
    if (this.branches.size > 1) {
      const branches = [...this.branches.values()]
      await Promise.all(branches.map(({ transaction: one }) => one.ask(END_WAITING)))
    }
    return branch
  }

  /** Whether the work has to run again, even if it has caught the error. */
  get hasToRunAgain(): boolean {
    return this.needsAllNodes !== null
  }

  private needingAllNodes(): NeedsAllNodes {
    this.needsAllNodes ??= new NeedsAllNodes()
    return this.needsAllNodes
  }
}

/** All statements of a branch are in its transaction, or else their shards would not be held. */
const NO_PIPELINES = {
  isClosed: true,
  ask: () => Promise.reject(new Error('A transaction on a node has no pipelines')),
}

/** Otherwise, Citus refuses a change of a copied table after a statement that it sent to several shards at once. */
const ONE_CONNECTION_PER_NODE: AskedStatement = {
  text: "set local citus.multi_shard_modify_mode = 'sequential'",
  values: [],
}

const END_WAITING: AskedStatement = { text: "set local lock_timeout = '5s'", values: [] }

/** Holds the shard before the first of its statements. */
async function askOn<Row>({ transaction, held }: Branch, route: Route, statement: AskedStatement) {
  const hold = held.has(route.shard) ? [] : holding([route])
  held.add(route.shard)
  const answers = await transaction.askTogether<Row>([...hold, route.placed(statement)])
  return answers.at(-1)!
}

/** A unit of work that has changed rows on some nodes needs all of them. It runs again through Citus. */
class NeedsAllNodes extends Error {
  override readonly name = 'NeedsAllNodes'

  constructor() {
    super('The unit of work runs again through Citus')
  }
}
