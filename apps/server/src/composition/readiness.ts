import { systemClock } from '@carillon/node'
import { startupProblems } from '@carillon/postgres'
import type { Knex } from 'knex'
import type { Logger } from '../logging/logger.js'

/** The response is public, so errors are only logged: they can name hosts and folders. */
export async function readiness(knex: Knex, logger: Logger): Promise<Readonly<Record<string, string>>> {
  const problems = await startupProblems({ knex, clock: systemClock })
  for (const problem of problems) logger.warn({ problem }, 'not ready')
  return { database: problems.length === 0 ? 'ok' : 'not ready' }
}
