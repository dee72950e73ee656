import type { Knex } from 'knex'
import { isPreset } from './output-format.js'
import type { Answer, AskedStatement, Pipelines } from './pipelines.js'
import { isPlainRead, isSelect } from './plain-read.js'
import { beginIn, planNamesIn, type InSchema } from './schema-name.js'
import { TYPE_PARSERS, type TypeParsers } from './type-parsers.js'
import { writeTogether, type Writing } from './write-together.js'

/** The part of a node-postgres connection that is used. Versions without `pipeline` send one statement at a time. */
type Connection = Writing & {
  pipeline?: boolean
  readonly __knexUid?: string
  query<Row>(statement: AskedStatement & { readonly types: TypeParsers }): Promise<Answer<Row>>
}

export type LazyTransactionOptions = InSchema & {
  /** An isolated knex, from whose pool the connection is. */
  readonly knex: Knex
  readonly pipelines: Pick<Pipelines, 'ask' | 'isClosed'>
}

/**
 * A read committed transaction that needs few round trips to the database.
 *
 * It begins with the first statement that may lock or change something. In read committed, each statement sees what was
 * committed before the statement, so a transaction makes no difference to reads before that. Prepared reads before the
 * begin are sent through the pipelines. On a connection of a host, or with a schema, it begins with the first statement
 * that is not, because its settings must end with it.
 *
 * Statements that are sent at the same time share a round trip. So do BEGIN and a `select` that follows it. Other
 * statements wait for BEGIN: if BEGIN failed alone, they would be committed by themselves.
 */
export class LazyTransaction {
  private taken: Promise<Connection> | null = null
  private begun: Promise<unknown> | null = null
  /** Set once a statement had to wait for BEGIN; all later ones then wait too, which keeps them in order. */
  private waitsForBegin = false
  private lastSent: Promise<unknown> = Promise.resolve()
  private hasChanges = false
  private isOver = false
  private failure: { readonly error: unknown } | null = null

  constructor(private readonly options: LazyTransactionOptions) {}

  /** Whether its commit would fail. */
  get hasFailed(): boolean {
    return this.failure !== null
  }

  async ask<Row>(statement: AskedStatement): Promise<Answer<Row>> {
    return (await this.askTogether<Row>([statement]))[0]!
  }

  /** Sends the statements without waiting in between. */
  async askTogether<Row>(statements: readonly AskedStatement[]): Promise<readonly Answer<Row>[]> {
    try {
      const answers = await this.send<Row>(statements)
      if (statements.some(({ text }) => text.startsWith(GO_BACK))) this.failure = null
      return answers
    } catch (error) {
      // A read that fails before the begin leaves nothing behind.
      if (this.begun !== null) this.failure ??= { error }
      throw error
    }
  }

  /**
   * After a failed statement, Postgres responds to COMMIT by rolling back everything, without an error. So work that
   * has caught a failed statement must not be reported as successful, unless it has rolled back to a savepoint. That
   * only works with a savepoint from before the failure: after a failure, Postgres makes no savepoints.
   */
  async commit(): Promise<void> {
    if (this.failure !== null) {
      await this.rollback()
      throw this.failure.error
    }
    const ended = this.end('commit')
    // Nobody waits for the end of a transaction that only read.
    if (this.hasChanges) await ended
    else ended.catch(() => {})
  }

  /** Never fails: Postgres also rolls back when the connection is lost. */
  async rollback(): Promise<void> {
    await this.end('rollback').catch(() => {})
  }

  private async send<Row>(statements: readonly AskedStatement[]): Promise<readonly Answer<Row>[]> {
    this.requireRunning(statements)
    const { knex, pipelines, schema } = this.options
    const isRead = statements.every(({ text }) => isPlainRead(text))
    const isPrepared = statements.every(({ name }) => name !== undefined)
    if (isRead && isPrepared && this.begun === null && !pipelines.isClosed) {
      return Promise.all(statements.map((statement) => pipelines.ask<Row>(statement)))
    }
    this.taken ??= takeFrom(knex)
    const connection = await this.taken
    const isOwn = isPreset(connection)
    if (!isRead) this.hasChanges = true
    if (!isRead || !isOwn || schema !== undefined) {
      this.begun ??= this.query(connection, { text: beginIn(schema, { isPreset: isOwn }), values: [] })
    }
    if (!statements.every(({ text }) => isSelect(text))) this.waitsForBegin = true
    if (this.waitsForBegin) await this.begun
    this.requireRunning(statements)
    const asked = statements.map((statement) => this.query<Row>(connection, statement))
    const [, answers] = await Promise.all([this.begun, Promise.all(asked)])
    return answers
  }

  /**
   * Work that fails while several of its calls are running leaves the others behind. Their next statements would be sent on
   * a connection that another transaction may have by then.
   */
  private requireRunning(statements: readonly AskedStatement[]): void {
    if (this.isOver) throw notSent(statements)
  }

  /** Releases the connection when it is idle, even if the work has not waited for all of its statements. */
  private async end(command: 'commit' | 'rollback'): Promise<void> {
    this.isOver = true
    const connection = await this.taken?.catch(() => null)
    if (!connection) return
    try {
      if (this.begun !== null) await this.query(connection, { text: command, values: [] })
    } finally {
      await this.lastSent
      connection.pipeline = false
      await this.options.knex.client.releaseConnection(connection)
    }
  }

  /** Listeners for the events of knex see these statements too. */
  private async query<Row>(
    connection: Connection,
    { name, generation, text, values }: AskedStatement,
  ): Promise<Answer<Row>> {
    const { knex, schema } = this.options
    const event = { __knexUid: connection.__knexUid, sql: text, bindings: values }
    knex.client.emit('query', event)
    writeTogether(connection)
    const named = name === undefined ? {} : { name: planNamesIn(schema)(name, generation) }
    const answered = connection.query<Row>({ ...named, text, values, types: TYPE_PARSERS })
    this.lastSent = answered.catch(() => {})
    try {
      const answer = await answered
      knex.client.emit('query-response', answer, event)
      return answer
    } catch (error) {
      const failed = error as Error
      failed.message = `${text} - ${failed.message}`
      knex.client.emit('query-error', failed, event)
      throw failed
    }
  }
}

/** For a statement that comes after the end of its transaction. */
export function notSent(statements: readonly AskedStatement[]): Error {
  return new Error(`The transaction is over, so this is not sent: ${statements.map(({ text }) => text).join('; ')}`)
}

const GO_BACK = 'rollback to savepoint'

async function takeFrom(knex: Knex): Promise<Connection> {
  const connection = (await knex.client.acquireConnection()) as Connection
  connection.pipeline = true
  return connection
}
