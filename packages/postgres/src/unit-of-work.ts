import { AsyncLocalStorage } from 'node:async_hooks'
import type { AccountId, Stores, UnitOfWork } from '@carillon/core'
import type { Knex } from 'knex'
import { ApiKeyChanges } from './accounts/api-key-changes.js'
import { PlacedTransaction, type PlacedTransactionOptions } from './placements/placed-transaction.js'
import type { Placements } from './placements/placements.js'
import { withRetries } from './connection/is-outage.js'
import { LazyTransaction } from './connection/lazy-transaction.js'
import type { Pipelines } from './connection/pipelines.js'
import type { NodeConnections } from './connection/route.js'
import type { InSchema } from './connection/schema-name.js'
import { GatheredSends, type SendPipelines } from './messages/gathered-sends.js'
import { explainMissingTables } from './sql/sql-state.js'
import { storesOf } from './stores.js'

export type PostgresUnitOfWorkOptions = InSchema & {
  /** An isolated knex, not the knex of the host. */
  readonly knex: Knex
  readonly pipelines: Pick<Pipelines, 'ask' | 'isClosed'>
  /** The node that `knex` is connected to. */
  readonly home: NodeConnections
  /** For single sends: one that waits for a lock does not delay reads. */
  readonly sendPipelines: SendPipelines
  readonly placements: Placements
  /** Called when the transaction has been committed, has failed, or has ended with an unknown outcome. */
  readonly onKeysChanged?: (accounts: ReadonlySet<AccountId>) => void
}

/**
 * One transaction, read committed. If the reply to COMMIT is lost, it is unknown whether the transaction was committed,
 * so the work runs again and may find its own changes. A store that finds a row with the same id therefore treats the
 * row as added.
 */
export class PostgresUnitOfWork implements UnitOfWork {
  private readonly current = new AsyncLocalStorage<{ running: boolean }>()

  private readonly singleSends: GatheredSends

  constructor(private readonly options: PostgresUnitOfWorkOptions) {
    const { sendPipelines, placements } = options
    this.singleSends = new GatheredSends(sendPipelines, placements)
  }

  async run<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    if (this.current.getStore()?.running) throw new Error(NESTED)
    return this.withErrorsExplained(async () => {
      const unit = { running: true }
      try {
        return await this.current.run(unit, () => this.transact(work))
      } finally {
        unit.running = false
      }
    })
  }

  async runOne<T>(work: (stores: Pick<Stores, 'singleSends'>) => Promise<T>): Promise<T> {
    if (this.current.getStore()?.running) throw new Error(NESTED)
    return this.withErrorsExplained(() => work({ singleSends: this.singleSends }))
  }

  /** If the tables are missing, fails with an error that explains how to create them. */
  private async withErrorsExplained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withRetries(() => this.options.placements.following(work))
    } catch (error) {
      throw explainMissingTables(error, this.options.schema)
    }
  }

  private async transact<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    if (!this.options.placements.isDistributed) return this.transactIn(new LazyTransaction(this.options), work)
    const transaction = this.placedTransaction({ goesThroughCitus: false })
    try {
      return await this.transactIn(transaction, work)
    } catch (error) {
      if (!transaction.hasToRunAgain) throw error
      return this.transactIn(this.placedTransaction({ goesThroughCitus: true }), work)
    }
  }

  private placedTransaction(mode: Pick<PlacedTransactionOptions, 'goesThroughCitus'>): PlacedTransaction {
    const { placements, home, pipelines, schema } = this.options
    return new PlacedTransaction({
      ...{ home, pipelines, schema },
      destinationOf: (statement) => placements.destinationOf(statement),
      know: (statements) => placements.know(statements),
      ...mode,
    })
  }

  private async transactIn<T>(transaction: Transaction, work: (stores: Stores) => Promise<T>): Promise<T> {
    const { onKeysChanged, placements } = this.options
    const apiKeyChanges = new ApiKeyChanges()
    try {
      const result = await rollingBackOnError(transaction, () =>
        work(storesOf({ ask: (statement) => transaction.ask(statement), placements }, apiKeyChanges)),
      )
      await transaction.commit()
      return result
    } finally {
      if (apiKeyChanges.accounts.size > 0) onKeysChanged?.(apiKeyChanges.accounts)
    }
  }
}

const NESTED = 'Units of work do not nest: this one runs inside another'

type Transaction = Pick<LazyTransaction, 'ask' | 'commit' | 'rollback'>

async function rollingBackOnError<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
