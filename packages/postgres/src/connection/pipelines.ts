import { promisify } from 'node:util'
import type { AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import { SET_OUTPUT_FORMAT } from './output-format.js'
import { beginIn, planNamesIn, type InSchema } from './schema-name.js'
import { TYPE_PARSERS, type TypeParsers } from './type-parsers.js'
import { writeTogether, type Writing } from './write-together.js'

/** A statement in the form that node-postgres accepts. One with a name is prepared. */
export type AskedStatement = {
  readonly name?: string
  /** Grows when the statement should be planned again. */
  readonly generation?: number
  readonly text: string
  readonly values: readonly unknown[]
  /** The accounts that it is about, if it binds them. */
  readonly accounts?: readonly AccountId[]
  /** On Citus, the node to ask, if the statement is about all accounts of one node. */
  readonly ofNode?: string
  /** On Citus, its other form, for the planner of Citus. */
  readonly throughCitus?: AskedStatement
}
export type NamedStatement = AskedStatement & { readonly name: string }

/** `rowCount`: how many rows were returned, inserted, changed or deleted. */
export type Answer<Row> = { readonly rows: readonly Row[]; readonly rowCount: number }

type Asked = Pick<AskedStatement, 'name' | 'text' | 'values'>

/** The part of a node-postgres connection that is used. */
type Connection = Writing & {
  pipeline: boolean
  query<Row>(statement: string | (Asked & { readonly types: TypeParsers })): Promise<Answer<Row>>
  end(): Promise<void>
  ref?(): void
  unref?(): void
  once(event: 'error' | 'end', lost: () => void): void
}

type Pipeline = { readonly connection: Promise<Connection>; waiting: number }

/** The maximum number of connections, and so of commits that wait for the disk at once. A smaller pool lowers it. */
const PIPELINES_MAX = 8

export type PipelinesOptions = InSchema & {
  /** The maximum number of connections. */
  readonly pipelinesMax?: number
  /** Statements at the beginning of each transaction, such as `set local jit = off`. */
  readonly settings?: string
}

/**
 * Connections outside the pool, but made in the same way, for statements that are each a transaction, or, with
 * `askTogether`, one transaction. Each statement is sent without waiting for the previous one, so neither Postgres nor
 * the process is idle in between. A statement that waits for a lock delays the transactions behind it. This cannot
 * cause a deadlock, because these have not begun, so they hold no locks.
 */
export class Pipelines {
  private readonly pipelines = new Set<Pipeline>()
  /** By the names of statements, the generations that the connection was last asked to prepare. */
  private readonly generations = new WeakMap<Connection, Map<string, number>>()
  private closed = false

  private readonly pipelinesMax: number
  private readonly planName: ReturnType<typeof planNamesIn>
  private readonly begin: string
  /** Whether a transaction of one statement needs no settings, so that it needs no `begin` either. */
  private readonly isBare: boolean

  constructor(
    private readonly knex: Knex,
    { schema, pipelinesMax = PIPELINES_MAX, settings }: PipelinesOptions = {},
  ) {
    this.pipelinesMax = Math.min(pipelinesMax, knex.client.pool?.max ?? pipelinesMax)
    this.planName = planNamesIn(schema)
    this.begin = [beginIn(schema), settings].filter((part) => part !== undefined).join('; ')
    this.isBare = schema === undefined && settings === undefined
  }

  get isClosed(): boolean {
    return this.closed
  }

  async ask<Row>(statement: AskedStatement): Promise<Answer<Row>> {
    return (await this.askTogether<Row>([statement]))[0]!
  }

  /** The statements are one transaction, sent in their order. */
  askTogether<Row>(statements: readonly AskedStatement[]): Promise<readonly Answer<Row>[]> {
    if (statements.length === 1) return this.askInOrder<Row>(statements)
    return this.inTransaction<Row>(statements)
  }

  private inTransaction<Row>(statements: readonly AskedStatement[]): Promise<readonly Answer<Row>[]> {
    return this.onPipeline((connection) => this.send<Row>(connection, statements))
  }

  /** The statements are sent in their order, to the same connection. They are a transaction only if the schema or settings need one. */
  askInOrder<Row>(statements: readonly AskedStatement[]): Promise<readonly Answer<Row>[]> {
    if (!this.isBare) return this.inTransaction<Row>(statements)
    return this.onPipeline((connection) => this.sendEach<Row>(connection, statements))
  }

  private async onPipeline<Answered>(send: (connection: Connection) => Promise<Answered>): Promise<Answered> {
    if (this.closed) throw new Error('The connections are closed')
    const pipeline = this.pipelineToTake()
    pipeline.waiting++
    try {
      const connection = await pipeline.connection
      if (pipeline.waiting === 1) connection.ref?.()
      return await send(connection)
    } finally {
      pipeline.waiting--
      // An idle connection does not keep the process alive.
      if (pipeline.waiting === 0)
        void pipeline.connection.then(
          (connection) => connection.unref?.(),
          () => {},
        )
    }
  }

  /** Waits for the running statements to finish. */
  async close(): Promise<void> {
    this.closed = true
    const ends = [...this.pipelines].map(async ({ connection }) => (await connection).end())
    await Promise.allSettled(ends)
  }

  /** Sends the begin, the statements and the commit without waiting in between. */
  private async send<Row>(
    connection: Connection,
    statements: readonly AskedStatement[],
  ): Promise<readonly Answer<Row>[]> {
    writeTogether(connection)
    const begun = connection.query(this.begin)
    const asked = statements.map((statement) => this.query<Row>(connection, statement))
    const [answers] = await Promise.all([Promise.all(asked), begun, connection.query('commit')])
    return answers
  }

  private async sendEach<Row>(
    connection: Connection,
    statements: readonly AskedStatement[],
  ): Promise<readonly Answer<Row>[]> {
    writeTogether(connection)
    return Promise.all(statements.map((statement) => this.query<Row>(connection, statement)))
  }

  private query<Row>(connection: Connection, { name, generation, text, values }: AskedStatement): Promise<Answer<Row>> {
    // Lets listeners for knex's `query` event see this statement too.
    this.knex.client.emit('query', { sql: text, bindings: values })
    if (name === undefined) return connection.query<Row>({ text, values, types: TYPE_PARSERS })
    const { newest, before } = this.renew(connection, name, generation)
    const answered = connection.query<Row>({ name: this.planName(name, newest), text, values, types: TYPE_PARSERS })
    if (before !== undefined) {
      // Between transactions: all statements of a transaction are sent at once. There is no plan if preparing it failed.
      const drop = () => connection.query(`deallocate "${this.planName(name, before)}"`).catch(() => {})
      void answered.then(drop, drop)
    }
    return answered
  }

  /**
   * The newest generation of the statement on the connection, and the one that it replaces now. A statement that was
   * delayed has an older generation, whose plan is not there any more.
   */
  private renew(connection: Connection, name: string, generation: number | undefined) {
    if (generation === undefined) return { newest: generation }
    const generations = this.generations.get(connection) ?? new Map<string, number>()
    this.generations.set(connection, generations)
    const known = generations.get(name)
    if (known !== undefined && known >= generation) return { newest: known }
    generations.set(name, generation)
    return { newest: generation, before: known }
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
      // Where no transaction sets the format and the isolation, they are set once: nobody else uses this connection.
      if (this.isBare) await connection.query(`${SET_OUTPUT_FORMAT}; ${SET_READ_COMMITTED}`)
      connection.pipeline = true
      return connection
    } catch (error) {
      onLost()
      throw error
    }
  }
}

const SET_READ_COMMITTED = "set default_transaction_isolation to 'read committed'"
