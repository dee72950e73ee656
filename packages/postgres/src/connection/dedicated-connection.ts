import type { Knex } from 'knex'
import type { Client } from 'pg'
import { SET_OUTPUT_FORMAT } from './output-format.js'

/** What is used of a connection of node-postgres. */
export type DedicatedConnection = Pick<Client, 'query'>

/**
 * A connection outside the pool and without its limits of time, for work that may take hours. It is closed when that is
 * done, in the midst of a statement if need be: a transaction that is still open then has never been.
 */
export async function withDedicatedConnection<T>(
  knex: Knex,
  work: (connection: DedicatedConnection) => Promise<T>,
): Promise<T> {
  const connection = (await knex.client.acquireRawConnection()) as Client
  // The statement under way fails too, and tells it to whoever waits.
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
