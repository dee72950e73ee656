import type { Knex } from 'knex'
import type { Client } from 'pg'
import { SET_OUTPUT_FORMAT } from './output-format.js'

/** The part of a node-postgres connection that is used. */
export type DedicatedConnection = Pick<Client, 'query'>

/**
 * Opens a connection outside the pool and without the pool's time limits, for work that may take hours. It is closed
 * when the work ends, even if a statement is still running; an open transaction is then rolled back.
 */
export async function withDedicatedConnection<T>(
  knex: Knex,
  work: (connection: DedicatedConnection) => Promise<T>,
): Promise<T> {
  const connection = (await knex.client.acquireRawConnection()) as Client
  // Ignored here: the running statement fails too, and its caller gets the error.
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
