import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { SET_OUTPUT_FORMAT } from './output-format.js'
import { beginIn, planNamesIn, type InSchema } from './schema-name.js'
import { TYPE_PARSERS, type TypeParsers } from './type-parsers.js'

/** A prepared statement in the form that node-postgres accepts. */
export type NamedStatement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

/** The part of a node-postgres connection that is used. */
type Connection = {
  pipeline: boolean
  query<Row>(
    statement: string | (NamedStatement & { readonly types: TypeParsers }),
  ): Promise<{ readonly rows: readonly Row[] }>
  end(): Promise<void>
  once(event: 'error' | 'end', lost: () => void): void
}

type Pipeline = { readonly connection: Promise<Connection>; waiting: number }

/** The maximum number of connections, and so of commits that wait for the disk at once. A smaller pool lowers it. */
const PIPELINES_MAX = 8

/**
 * Connections outside the pool, but made in the same way, for statements that are each a transaction. Each statement is
 * sent without waiting for the previous one, so neither Postgres nor the process is idle in between. A statement that
 * waits for a lock delays the statements behind it. This cannot cause a deadlock, because a statement that waits in a
 * pipeline holds no locks.
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
      // Lets listeners for knex's `query` event see this statement too.
      this.knex.client.emit('query', { sql: statement.text, bindings: statement.values })
      return await this.ask<Row>(connection, { ...statement, name: this.planName(statement.name) })
    } finally {
      pipeline.waiting--
    }
  }

  /** Waits for the running statements to finish. */
  async close(): Promise<void> {
    this.isClosed = true
    const ends = [...this.pipelines].map(async ({ connection }) => (await connection).end())
    await Promise.allSettled(ends)
  }

  /** With a schema, sends the begin, the statement and the commit of a transaction without waiting in between. */
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

  /** Returns an empty pipeline, or a new one up to the maximum, or else the one with the fewest statements. */
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
      // Without a schema there is no transaction to set the format in, so it is set once: nobody else uses this
      // connection.
      if (this.begin === null) await connection.query(SET_OUTPUT_FORMAT)
      connection.pipeline = true
      return connection
    } catch (error) {
      onLost()
      throw error
    }
  }
}
