import { connect } from '@carillon/postgres'
import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js'
import type { DataConfig } from '../settings/config.js'

export type Database = {
  readonly knex: Knex
  /** The connection string for worker processes. */
  readonly url: string
  /** May take a short time, but always completes. */
  close(): Promise<void>
}

/** The log of the embedded database. */
export type DatabaseLog = { debug(line: string): void; warn(line: string): void }

/** The database at DATABASE_URL, or else the embedded one, which is restarted when it dies. */
export async function openDatabase(config: DataConfig, log: DatabaseLog): Promise<Database> {
  if (config.databaseUrl !== null) return connectTo(config.databaseUrl)
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.debug(line),
    warn: (line) => log.warn(line),
  })
  try {
    const knex = await connect(embedded.url)
    return { knex, url: embedded.url, close: () => endPool(knex).finally(() => embedded.stop()) }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Connects to a database whose URL is known. */
export async function connectTo(url: string): Promise<Database> {
  const knex = await connect(url)
  return { knex, url, close: () => endPool(knex) }
}

const POOL_END_MS = 5_000

/** Waits only for a short time: a statement may still be running for an aborted request. */
async function endPool(knex: Knex): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([knex.destroy(), sleep(POOL_END_MS, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}
