import type { Knex } from 'knex'
import type { AskedStatement, Pipelines } from './pipelines.js'

type Asking = Pick<Pipelines, 'askInOrder' | 'askTogether'>

/** A node of a Citus cluster that this process has connections to. */
export type NodeConnections = {
  readonly knex: Knex
  /** For statements that are each a transaction, by their use. */
  readonly pipelines: Asking
  readonly gathered: Asking
  readonly alone: Asking
}

/** The shard that has all rows of a statement; for a statement about all accounts of a node, all of its shards. */
export type Route = {
  readonly node: NodeConnections
  readonly shard: string
  /** The identifiers of the shard, or of all shards of the node. */
  readonly ids: readonly string[]
  /** Fails if the shard is no longer on the node. */
  readonly check: AskedStatement
  /** The statement with the names of the tables of the shard; for several shards, their rows together. */
  placed(statement: AskedStatement): AskedStatement
  /** Whether it is known which names these tables have in the shard. */
  hasTables(names: readonly string[]): boolean
}

/** `any node`: the statement can run on any node. `all nodes`: Citus finds out which nodes have its rows. */
export type Destination = Route | 'any node' | 'all nodes'
