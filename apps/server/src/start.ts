import { migrate } from '@carillon/postgres'
import { once } from 'node:events'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { bannerOf } from './banner.js'
import type { Shell } from './command/shell.js'
import { compose } from './compose.js'
import { readServerConfig, type ServerConfig } from './config.js'
import { openDatabase, type Database } from './database.js'
import { createDemoAccount, type DemoKey } from './demo-account.js'
import { GRACE_MS } from './grace.js'
import { fileOf, keptSecret } from './kept-secret.js'
import { freeAddress, type Address } from './listening.js'
import { createLogger, type Logger } from './logger.js'
import { serve, type Service } from './serve.js'
import { serviceSecret } from './service-secret.js'
import { startWorker } from './worker/worker.js'

/** Runs until it is interrupted. Whatever it has opened by then is closed again, also when a later step fails. */
export async function start(shell: Shell): Promise<void> {
  const config = readServerConfig(shell.env)
  const address = await freeAddress(config)
  const secrets = await secretsOf(config, shell)
  const logger = createLogger(config.logLevel)
  const database = await openDatabase(config, (line) => logger.debug(line))
  try {
    await migrate(database.knex)
    if (!shell.interrupted.aborted) await run({ config, address, secrets, database, logger }, shell)
  } finally {
    await database.close()
  }
  logger.info('stopped')
}

type Running = {
  readonly config: ServerConfig
  readonly address: Address
  readonly secrets: ServiceSecrets
  readonly database: Database
  readonly logger: Logger
}

async function run(running: Running, shell: Shell): Promise<void> {
  const { knex } = running.database
  const { secret: secretKey } = running.secrets
  const { useCases, fakeSms, close } = await compose({ knex, secretKey, logger: running.logger })
  try {
    const { adminToken } = running.secrets
    const demo = await createDemoAccount(useCases)
    const simulator = running.config.isSimulatorOpen ? fakeSms : null
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const service = await serve({ ...running.config, ...running, adminToken, useCases, knex, simulator, registry })
    const worker = running.config.worksOnJobs ? startWorker({ useCases, logger: running.logger, registry }) : null
    try {
      greet({ ...running, service, demo }, shell)
      if (!shell.interrupted.aborted) await once(shell.interrupted, 'abort')
      running.logger.info('stopping: requests in flight are finished')
    } finally {
      await Promise.all([service.stop(), worker?.stop({ graceMs: GRACE_MS })])
    }
  } finally {
    await close()
  }
}

type Greeting = Running & { readonly service: Service; readonly demo: DemoKey | null }

/** The plain words come ahead of the first line of the log, so nothing is awaited since the port was opened. */
function greet({ config, secrets, logger, service, demo }: Greeting, { stdout }: Shell) {
  const dataDir = config.databaseUrl === null ? config.dataDir : null
  const { isSimulatorOpen } = config
  stdout.write(bannerOf({ ...service, dataDir, adminToken: secrets.adminTokenPlace, isSimulatorOpen, demo }))
  logger.info({ url: service.url }, 'started')
}

type ServiceSecrets = { readonly secret: string; readonly adminToken: string; readonly adminTokenPlace: string }

async function secretsOf(config: ServerConfig, { stderr }: Shell): Promise<ServiceSecrets> {
  const tokenPlace = { dataDir: config.dataDir, name: 'admin-token' } as const
  return {
    secret: await serviceSecret(config, stderr),
    adminToken: config.adminToken ?? (await keptSecret(tokenPlace)),
    adminTokenPlace: config.adminToken === null ? `in ${fileOf(tokenPlace)}` : 'as in CARILLON_ADMIN_TOKEN',
  }
}
