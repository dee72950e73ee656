import { migrate } from '@carillon/postgres'
import { once } from 'node:events'
import { Registry } from 'prom-client'
import type { Shell } from './command/shell.js'
import { compose } from './compose.js'
import { readServerConfig } from './config.js'
import { openDatabase } from './database.js'
import { GRACE_MS } from './grace.js'
import { createLogger } from './logger.js'
import { serviceSecret } from './service-secret.js'
import { ToldError } from './told-error.js'
import { startWorker } from './worker/worker.js'

/** Works on the jobs of a service without serving requests, until it is interrupted. */
export async function runWorker(shell: Shell): Promise<void> {
  const config = readServerConfig(shell.env)
  // The embedded database would be one of its own, with nothing to do in it, and nobody would notice.
  if (config.databaseUrl === null) throw new ToldError(NO_DATABASE)
  const logger = createLogger(config.logLevel)
  const secretKey = await serviceSecret(config, shell.stderr)
  const database = await openDatabase(config, (line) => logger.debug(line))
  try {
    const { knex } = database
    await migrate(knex)
    const { useCases, close } = await compose({ knex, secretKey, logger })
    const worker = startWorker({ useCases, logger, registry: new Registry() })
    logger.info('working')
    if (!shell.interrupted.aborted) await once(shell.interrupted, 'abort')
    logger.info('stopping: jobs in hand are finished')
    await worker.stop({ graceMs: GRACE_MS })
    await close()
  } finally {
    await database.close()
  }
  logger.info('stopped')
}

const NO_DATABASE =
  'A worker shares the database of its servers: set DATABASE_URL. With the embedded database, carillon start does the jobs'
