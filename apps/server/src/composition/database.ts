import { connect } from '@carillon/postgres'
import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js'
import type { DataConfig } from '../settings/config.js'

export type Database = {
  readonly knex: Knex
  /** For the processes beside this one. */
  readonly url: string
  /** May take a moment, but ends. */
  close(): Promise<void>
}

/** What our own database has to tell. */
export type DatabaseLog = { debug(line: string): void; warn(line: string): void }

/** The one that DATABASE_URL names, or else our own, which is started again when it dies. */
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

/** For whoever knows where it is. */
export async function connectTo(url: string): Promise<Database> {
  const knex = await connect(url)
  return { knex, url, close: () => endPool(knex) }
}

const POOL_END_MS = 5_000

/** A statement that still runs for a request that was cut off is not waited for. */
async function endPool(knex: Knex): Promise<void> {
  const patience = new AbortController()
  await Promise.race([knex.destroy(), sleep(POOL_END_MS, undefined, { signal: patience.signal }).catch(() => {})])
  patience.abort()
}
