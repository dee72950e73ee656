import { connect } from '@carillon/postgres'
import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataConfig } from './config.js'
import { startEmbeddedPostgres } from './embedded-postgres.js'

export type Database = {
  readonly knex: Knex
  /** May take a moment, but ends. */
  close(): Promise<void>
}

/** The one that DATABASE_URL names, or else our own. */
export async function openDatabase(config: DataConfig, log: (line: string) => void): Promise<Database> {
  if (config.databaseUrl !== null) {
    const knex = await connect(config.databaseUrl)
    return { knex, close: () => endPool(knex) }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    const knex = await connect(embedded.url)
    return { knex, close: () => endPool(knex).finally(() => embedded.stop()) }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

const POOL_END_MS = 5_000

/** A statement that still runs for a request that was cut off is not waited for. */
async function endPool(knex: Knex): Promise<void> {
  const patience = new AbortController()
  await Promise.race([knex.destroy(), sleep(POOL_END_MS, undefined, { signal: patience.signal }).catch(() => {})])
  patience.abort()
}
