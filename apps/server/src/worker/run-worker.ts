import { Registry } from 'prom-client'
import type { Shell } from '../command/shell.js'
import { readServerConfig } from '../config.js'
import { openDatabase } from '../database.js'
import { createLogger } from '../logging/logger.js'
import { serviceSecret } from '../secrets/service-secret.js'
import { ToldError } from '../told-error.js'
import { work } from './work.js'

/** A worker by itself, until it is interrupted: on another machine than its servers, or beside them. */
export async function runWorker(shell: Shell): Promise<void> {
  const config = readServerConfig(shell.env)
  // The embedded database would be one of its own, with nothing to do in it, and nobody would notice.
  if (config.databaseUrl === null) throw new ToldError(NO_DATABASE)
  const logger = createLogger(config.logLevel)
  const secret = await serviceSecret(config, shell.stderr)
  const database = await openDatabase(config, logger)
  try {
    const { webhooksAllowPrivate } = config
    const registry = new Registry()
    await work({ knex: database.knex, secret, webhooksAllowPrivate, logger, registry, stopping: shell.interrupted })
  } finally {
    await database.close()
  }
  logger.info('stopped')
}

const NO_DATABASE =
  'A worker shares the database of its servers: set DATABASE_URL. With the embedded database, carillon start --workers 4 runs four workers beside the server'
