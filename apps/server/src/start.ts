import { migrate } from '@carillon/postgres'
import { once } from 'node:events'
import { bannerOf } from './banner.js'
import type { Shell } from './command/shell.js'
import { compose } from './compose.js'
import { readServerConfig, type ServerConfig } from './config.js'
import { openDatabase, type Database } from './database.js'
import { createDemoAccount, type DemoKey } from './demo-account.js'
import { fileOf, keptSecret } from './kept-secret.js'
import { freeAddress, type Address } from './listening.js'
import { createLogger, type Logger } from './logger.js'
import { serve, type Service } from './serve.js'

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
  const { useCases, close } = compose({ knex, secretKey: running.secrets.secret })
  try {
    const { adminToken } = running.secrets
    const demo = await createDemoAccount(useCases)
    const service = await serve({ ...running.config, ...running, adminToken, useCases, knex })
    try {
      greet({ ...running, service, demo }, shell)
      if (!shell.interrupted.aborted) await once(shell.interrupted, 'abort')
      running.logger.info('stopping: requests in flight are finished')
    } finally {
      await service.stop()
    }
  } finally {
    await close()
  }
}

type Greeting = Running & { readonly service: Service; readonly demo: DemoKey | null }

/** The plain words come ahead of the first line of the log, so nothing is awaited since the port was opened. */
function greet({ config, secrets, logger, service, demo }: Greeting, { stdout }: Shell) {
  const dataDir = config.databaseUrl === null ? config.dataDir : null
  stdout.write(bannerOf({ ...service, dataDir, adminToken: secrets.adminTokenPlace, demo }))
  logger.info({ url: service.url }, 'started')
}

type ServiceSecrets = { readonly secret: string; readonly adminToken: string; readonly adminTokenPlace: string }

async function secretsOf(config: ServerConfig, { stderr }: Shell): Promise<ServiceSecrets> {
  const { dataDir, databaseUrl } = config
  const tokenPlace = { dataDir, name: 'admin-token' } as const
  const secretPlace = { dataDir, name: 'secret' } as const
  if (databaseUrl !== null && config.secret === null) {
    stderr.write(
      `Warning: CARILLON_SECRET is not set, so ${fileOf(secretPlace)} is used: every server needs the same\n`,
    )
  }
  return {
    secret: config.secret ?? (await keptSecret(secretPlace)),
    adminToken: config.adminToken ?? (await keptSecret(tokenPlace)),
    adminTokenPlace: config.adminToken === null ? `in ${fileOf(tokenPlace)}` : 'as in CARILLON_ADMIN_TOKEN',
  }
}
