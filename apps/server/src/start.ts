import type { UseCases } from '@carillon/container'
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
import { requireSameSecret, serviceSecret, type ServiceSecret } from './service-secret.js'
import { startWorker } from './worker/worker.js'
import { sumOfWorkers, type SumOfWorkers } from './workers/worker-counts.js'
import { startWorkerProcesses } from './workers/worker-processes.js'

/** Runs until it is interrupted. Whatever it has opened by then is closed again, also when a later step fails. */
export async function start(shell: Shell): Promise<void> {
  const config = readServerConfig(shell.env)
  const address = await freeAddress(config)
  const secrets = await secretsOf(config, shell)
  const logger = createLogger(config.logLevel)
  const database = await openDatabase(config, logger)
  try {
    await migrate(database.knex)
    await requireSameSecret(database.knex, secrets.secret)
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
  const { config, secrets, database, logger } = running
  const { knex } = database
  const { adminToken } = secrets
  const { useCases, fakeSms, close } = await compose({ knex, secretKey: secrets.secret.key, logger })
  try {
    const demo = await createDemoAccount(useCases)
    const simulator = config.isSimulatorOpen ? fakeSms : null
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const counts = sumOfWorkers()
    const given = { adminToken, useCases, knex, simulator, registry, otherMetrics: counts.text }
    const service = await serve({ ...config, ...running, ...given })
    greet({ ...running, service, demo }, shell)
    const workers = startWorkers({ ...running, useCases, registry, counts }, shell)
    try {
      if (!shell.interrupted.aborted) await once(shell.interrupted, 'abort')
      logger.info('stopping: requests in flight are finished')
    } finally {
      await Promise.all([service.stop(), workers.stop()])
    }
  } finally {
    await close()
  }
}

type Work = Running & { readonly useCases: UseCases; readonly registry: Registry; readonly counts: SumOfWorkers }

/** One is the server itself: it is enough for most, and there is one process to look after. */
function startWorkers({ config, secrets, database, logger, ...work }: Work, { env }: Shell): { stop(): Promise<void> } {
  if (config.workers === 0) return { stop: async () => {} }
  if (config.workers === 1) {
    const worker = startWorker({ ...work, logger })
    return { stop: () => worker.stop({ graceMs: GRACE_MS }) }
  }
  const brief = { databaseUrl: database.url, secret: secrets.secret, logLevel: config.logLevel }
  return startWorkerProcesses({ count: config.workers, brief, env, logger, counts: work.counts })
}

type Greeting = Running & { readonly service: Service; readonly demo: DemoKey | null }

/** The plain words come ahead of the first line of the log, so nothing is awaited since the port was opened. */
function greet({ config, secrets, logger, service, demo }: Greeting, { stdout }: Shell) {
  const dataDir = config.databaseUrl === null ? config.dataDir : null
  const { isSimulatorOpen } = config
  stdout.write(bannerOf({ ...service, dataDir, adminToken: secrets.adminTokenPlace, isSimulatorOpen, demo }))
  logger.info({ url: service.url }, 'started')
}

type ServiceSecrets = {
  readonly secret: ServiceSecret
  readonly adminToken: string
  readonly adminTokenPlace: string
}

async function secretsOf(config: ServerConfig, { stderr }: Shell): Promise<ServiceSecrets> {
  const tokenPlace = { dataDir: config.dataDir, name: 'admin-token' } as const
  return {
    secret: await serviceSecret(config, stderr),
    adminToken: config.adminToken ?? (await keptSecret(tokenPlace)),
    adminTokenPlace: config.adminToken === null ? `in ${fileOf(tokenPlace)}` : 'as in CARILLON_ADMIN_TOKEN',
  }
}
