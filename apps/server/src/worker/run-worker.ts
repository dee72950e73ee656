import { lowerPriority } from '@carillon/node'
import { Registry } from 'prom-client'
import { openDatabase } from '../composition/database.js'
import { freeAddress, type Address } from '../listening/listening.js'
import { createLogger } from '../logging/logger.js'
import { loadProvider } from '../composition/load-provider.js'
import { serviceSecret } from '../secrets/service-secret.js'
import { readServerConfig, type ServerConfig } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'
import type { Shell } from '../terminal/shell.js'
import { openWorkerPort } from './open-worker-port.js'
import { work, type WorkingService } from './work.js'

/** Runs a standalone worker until interrupted, on the machine of its servers or on another one. */
export async function runWorker(shell: Shell): Promise<void> {
  const config = readServerConfig(shell.env)
  // Otherwise the worker would start a separate, empty embedded database, and nobody would notice.
  if (config.databaseUrl === null) throw new UserError(NO_DATABASE)
  const address = await metricsAddressOf(config)
  const logger = createLogger(config.logLevel)
  lowerPriority()
  const secret = await serviceSecret(config, shell.stderr)
  const provider = await loadProvider(config, shell.env)
  const database = await openDatabase(config, logger)
  try {
    const { nodeUrls, webhooksAllowPrivate } = config
    const registry = new Registry()
    const common = { knex: database.knex, logger, registry }
    const open =
      address === null ? {} : { open: (service: WorkingService) => openWorkerPort({ ...common, ...service, address }) }
    await work({ ...common, nodeUrls, secret, webhooksAllowPrivate, provider, stopping: shell.interrupted, ...open })
  } finally {
    await database.close()
  }
  logger.info('stopped')
}

/** No port is open by default, so that several workers on one machine do not compete for it. */
async function metricsAddressOf({ host, metricsPort }: ServerConfig): Promise<Address | null> {
  if (metricsPort === null) return null
  return freeAddress({ host, port: metricsPort, portSetting: 'CARILLON_METRICS_PORT' })
}

const NO_DATABASE =
  'A worker shares the database of its servers: set DATABASE_URL. With the embedded database, use carillon start --workers 4 to run four workers next to the server'
