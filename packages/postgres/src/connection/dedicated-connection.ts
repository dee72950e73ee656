import type { Knex } from 'knex'
import type { Client } from 'pg'
import { SET_OUTPUT_FORMAT } from './output-format.js'

/** The part of a node-postgres connection that is used. */
export type DedicatedConnection = Pick<Client, 'query'>

/**
 * A connection outside the pool and without its time limits, for work that may take hours. It is closed when the work
 * is done, even during a statement; a transaction that is still open then is rolled back.
 */
export async function withDedicatedConnection<T>(
  knex: Knex,
  work: (connection: DedicatedConnection) => Promise<T>,
): Promise<T> {
  const connection = (await knex.client.acquireRawConnection()) as Client
  // The running statement fails too, and reports the error to its caller.
  connection.on('error', () => {})
  try {
    await connection.query(SETTINGS)
    return await work(connection)
  } finally {
    await connection.end().catch(() => {})
  }
}

const SETTINGS = `
  set timezone = 'UTC';
  ${SET_OUTPUT_FORMAT};
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`
