import type { AccountId, Clock, RateLimiter, UnitOfWork } from '@carillon/core'
import type { Knex } from 'knex'
import { PostgresKeyring } from './accounts/keyring.js'
import { PostgresRateLimiter } from './accounts/rate-limiter.js'
import { ClusterNodes } from './placements/cluster-nodes.js'
import { Nodes, type NodesOptions } from './placements/nodes.js'
import { PlacedPipelines } from './placements/placed-pipelines.js'
import { Placements } from './placements/placements.js'
import { requireKnex } from './connection/isolated-knex.js'
import { onPipelines } from './sql/on-pipelines.js'
import { PostgresUnitOfWork } from './unit-of-work.js'

export type PostgresAdapters = {
  readonly unitOfWork: UnitOfWork
  readonly rateLimiter: RateLimiter
  readonly keyring: PostgresKeyring
  /** For operators: not a port of the core. */
  readonly clusterNodes: ClusterNodes
  /** Closes the connections that the adapters have opened; knex stays open. */
  close(): Promise<void>
}

export type OnPostgresOptions = NodesOptions & { readonly knex: Knex; readonly clock: Clock }

/**
 * The adapters for every port that stores data. `knex` may belong to a host: its type parsers, name mappers and session
 * settings make no difference here, and are not changed. Without `schema`, the search path decides where tables are.
 *
 * A unit of work is a separate transaction. It cannot run inside a transaction of the host, because it runs again after
 * a conflict, and because the core relies on its commit. The host writes its own data before or after the unit of
 * work; with an idempotency key, the host can safely repeat both.
 *
 * On Citus, the adapters also connect to the other nodes, each with a pool of the same size: at the addresses that Citus
 * has, or at those of `nodeUrls`. `clusterNodes` has one more connection to each node while it is read.
 *
 * Outside the pool there is one connection that listens for changes of keys, up to 8 for reads and rate limits, and up to
 * 4 for sends, but each no more than the size of the pool. A pooler in transaction mode must support prepared statements
 * (PgBouncer from 1.21 on). Such a pooler delivers no notifications, so a key that another process has revoked may stay
 * valid for up to 5 seconds.
 */
export function onPostgres({ knex: host, clock, schema, nodeUrls }: OnPostgresOptions): PostgresAdapters {
  requireKnex(host, 'onPostgres')
  const nodes = new Nodes(host, { schema, nodeUrls })
  const { knex } = nodes.home
  const keyring = new PostgresKeyring({ knex, clock, schema })
  const onKeysChanged = (accounts: ReadonlySet<AccountId>) => keyring.forget(accounts)
  const placements = new Placements({ knex, schema, connect: (address) => nodes.connect(address) })
  const pipelinesOf = (use: 'pipelines' | 'gathered' | 'alone', { plansOnce = false } = {}) =>
    new PlacedPipelines({
      home: nodes.home[use],
      plansOnce,
      know: (statements) => placements.know(statements),
      destinationOf: (statement) => placements.destinationOf(statement),
      pipelinesTo: ({ node }) => node[use],
    })
  const pipelines = pipelinesOf('pipelines')
  const sendPipelines = {
    gathered: pipelinesOf('gathered', { plansOnce: true }),
    alone: pipelinesOf('alone', { plansOnce: true }),
  }
  const unitOfWork = new PostgresUnitOfWork({
    knex,
    home: nodes.home,
    placements,
    pipelines,
    sendPipelines,
    schema,
    onKeysChanged,
  })
  const clusterNodes = new ClusterNodes({ nodes, clock, schema, layout: () => placements.layout() })
  return {
    unitOfWork,
    clusterNodes,
    rateLimiter: new PostgresRateLimiter(onPipelines(pipelines, placements), { schema, placements }),
    keyring,
    async close() {
      await Promise.all([keyring.close(), nodes.close(), clusterNodes.close()])
    },
  }
}
