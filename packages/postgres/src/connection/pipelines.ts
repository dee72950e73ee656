import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { SET_OUTPUT_FORMAT } from './output-format.js'
import { beginIn, planNamesIn, type InSchema } from './schema-name.js'
import { TYPE_PARSERS, type TypeParsers } from './type-parsers.js'

/** A prepared statement, as node-postgres takes it. */
export type NamedStatement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

/** What is used of a connection of node-postgres. */
type Connection = {
  pipeline: boolean
  query<Row>(
    statement: string | (NamedStatement & { readonly types: TypeParsers }),
  ): Promise<{ readonly rows: readonly Row[] }>
  end(): Promise<void>
  once(event: 'error' | 'end', lost: () => void): void
}

type Pipeline = { readonly connection: Promise<Connection>; waiting: number }

/** So many commits can wait for the disk at once. But no more than there are places in the pool. */
const PIPELINES_MAX = 8

/**
 * Connections outside the pool, but made as the pool makes its own, for statements that are transactions by themselves.
 * Each is sent without waiting for the one before it: Postgres finds the next one there, and neither side sleeps in
 * between. One that waits for a lock keeps those behind it waiting, but nobody here holds a lock while he waits for his
 * turn, so that this cannot end in a circle.
 */
export class Pipelines {
  private readonly pipelines = new Set<Pipeline>()
  private isClosed = false

  private readonly pipelinesMax: number
  private readonly planName: (name: string) => string
  private readonly begin: string | null

  constructor(
    private readonly knex: Knex,
    { schema }: InSchema = {},
  ) {
    this.pipelinesMax = Math.min(PIPELINES_MAX, knex.client.pool?.max ?? PIPELINES_MAX)
    this.planName = planNamesIn(schema)
    this.begin = schema === undefined ? null : beginIn(schema)
  }

  async rowsOf<Row>(statement: NamedStatement): Promise<readonly Row[]> {
    if (this.isClosed) throw new Error('The connections are closed')
    const pipeline = this.pipelineToTake()
    pipeline.waiting++
    try {
      const connection = await pipeline.connection
      // For whoever listens to what is sent through knex.
      this.knex.client.emit('query', { sql: statement.text, bindings: statement.values })
      return await this.ask<Row>(connection, { ...statement, name: this.planName(statement.name) })
    } finally {
      pipeline.waiting--
    }
  }

  /** What is under way comes to its end. */
  async close(): Promise<void> {
    this.isClosed = true
    const ends = [...this.pipelines].map(async ({ connection }) => (await connection).end())
    await Promise.allSettled(ends)
  }

  /** The transaction of a schema, too, goes out at once and is not waited for in between. */
  private async ask<Row>(connection: Connection, statement: NamedStatement): Promise<readonly Row[]> {
    const typed = { ...statement, types: TYPE_PARSERS }
    if (this.begin === null) return (await connection.query<Row>(typed)).rows
    const transaction = [
      connection.query(this.begin),
      connection.query<Row>(typed),
      connection.query('commit'),
    ] as const
    return (await Promise.all(transaction))[1].rows
  }

  /** An empty one, or a new one while there is room for it, or the one with the fewest in it. */
  private pipelineToTake(): Pipeline {
    const [best] = [...this.pipelines].sort((one, other) => one.waiting - other.waiting)
    return best === undefined || (best.waiting > 0 && this.pipelines.size < this.pipelinesMax) ? this.open() : best
  }

  private open(): Pipeline {
    const pipeline: Pipeline = { connection: this.connect(() => this.pipelines.delete(pipeline)), waiting: 0 }
    this.pipelines.add(pipeline)
    return pipeline
  }

  private async connect(onLost: () => void): Promise<Connection> {
    try {
      const connection = (await this.knex.client.acquireRawConnection()) as Connection
      connection.once('error', onLost)
      connection.once('end', onLost)
      const { afterCreate } = this.knex.client.config.pool ?? {}
      if (afterCreate) await promisify(afterCreate)(connection)
      // Once and for all, where no transaction does it: nobody else is on this connection.
      if (this.begin === null) await connection.query(SET_OUTPUT_FORMAT)
      connection.pipeline = true
      return connection
    } catch (error) {
      onLost()
      throw error
    }
  }
}
