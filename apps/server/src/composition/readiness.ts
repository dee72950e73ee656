import { systemClock } from '@carillon/node'
import { obstaclesOf } from '@carillon/postgres'
import type { Knex } from 'knex'
import type { Logger } from '../logging/logger.js'

/** Anybody may ask, so what is wrong is told to the log alone: it can name hosts and folders. */
export async function readiness(knex: Knex, logger: Logger): Promise<Readonly<Record<string, string>>> {
  const obstacles = await obstaclesOf({ knex, clock: systemClock })
  for (const obstacle of obstacles) logger.warn({ problem: obstacle }, 'not ready')
  return { database: obstacles.length === 0 ? 'ok' : 'not ready' }
}
