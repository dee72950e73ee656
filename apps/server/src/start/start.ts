import type { UseCases } from '@carillon/container'
import { startWorker } from '@carillon/node'
import { migrate, PostgresRequestActivity } from '@carillon/postgres'
import { once } from 'node:events'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { compose } from '../composition/compose.js'
import { countReplies } from '../composition/keyword-metrics.js'
import { openDatabase, type Database } from '../composition/database.js'
import { freeAddress, type Address } from '../listening/listening.js'
import { createLogger, type Logger } from '../logging/logger.js'
import { OpenIdIssuer } from '../oidc/openid-issuer.js'
import { loadProvider } from '../composition/load-provider.js'
import type { LoadedProvider } from '../carriers/module/made-provider.js'
import { adminTokenOf, type AdminToken } from '../secrets/admin-token.js'
import { requireSameSecret, serviceSecret, type ServiceSecret } from '../secrets/service-secret.js'
import { readServerConfig, type ServerConfig, type CertificateFiles } from '../settings/config.js'
import { GRACE_MS } from '../settings/grace.js'
import type { Output, Shell } from '../terminal/shell.js'
import { invalidity, readCertificate } from '../tls/certificate.js'
import { sumOfWorkers, type SumOfWorkers } from '../worker-processes/worker-counts.js'
import { withWorkerBreakers } from '../worker-processes/worker-breakers.js'
import { startWorkerProcesses } from '../worker-processes/worker-processes.js'
import { measureJobWaits } from '../worker/measure-job-waits.js'
import { measureNodes } from '../worker/measure-nodes.js'
import { reportJobs } from '../worker/report-jobs.js'
import { startReports } from '../worker/report-process.js'
import { bannerOf, type BannerOptions } from './banner.js'
import { warnOfDemoKey } from './demo/demo-account.js'
import { createDemoWithHistory } from './demo/demo-history.js'
import { warnOfMissingCarriers } from './missing-carriers.js'
import { serve, type Service, type Tls } from './serve.js'

/** Runs until interrupted. Closes everything that it opened, even if a later step fails. */
export async function start(shell: Shell): Promise<void> {
  const config = readServerConfig(shell.env)
  const tls = config.tls && (await tlsOf(config.tls, shell.stderr))
  const address = await freeAddress(config)
  const secret = await serviceSecret(config, shell.stderr)
  const admin = await adminTokenOf(config)
  const provider = await loadProvider(config, shell.env)
  for (const warning of provider?.warnings ?? []) shell.stderr.write(`Warning: ${provider!.name}: ${warning}\n`)
  const logger = createLogger(config.logLevel)
  const database = await openDatabase(config, logger)
  try {
    await migrate(database.knex)
    await requireSameSecret(database.knex, secret)
    if (!shell.interrupted.aborted)
      await run({ config, tls, address, secret, admin, provider, database, logger }, shell)
  } finally {
    await database.close()
  }
  logger.info('stopped')
}

type Running = {
  readonly config: ServerConfig
  readonly tls: Tls | null
  readonly address: Address
  readonly secret: ServiceSecret
  readonly admin: AdminToken
  readonly provider: LoadedProvider | null
  readonly database: Database
  readonly logger: Logger
}

async function run(running: Running, shell: Shell): Promise<void> {
  const { config, secret, admin, provider, database, logger } = running
  const { knex } = database
  const registry = new Registry()
  // Worker processes have the same metrics of carriers, which are added up.
  const ofCarriers = config.workers > 1 ? new Registry() : registry
  const { useCases, adapters, keyring, unitOfWork, nodes, fakeSms, carrierRouter, carrierDesk, openBreakers, close } =
    await compose({
      knex,
      nodeUrls: config.nodeUrls,
      onInbound: countReplies(registry),
      registry: ofCarriers,
      secretKey: secret.key,
      webhooksAllowPrivate: config.webhooksAllowPrivate,
      provider,
      logger,
    })
  const requestActivity = new PostgresRequestActivity({ knex, ids: adapters.ids })
  try {
    await requestActivity.listen()
    const demo = config.hasDemo ? await createDemoWithHistory(adapters) : null
    if (provider !== null) {
      await warnOfDemoKey(keyring, shell.stderr)
      await warnOfMissingCarriers({ provider, unitOfWork, logger, stderr: shell.stderr })
    }
    const setupToken = await setupTokenOf(useCases)
    const simulator = config.isSimulatorOpen ? fakeSms : null
    collectDefaultMetrics({ register: registry })
    measureJobWaits({ registry, logger, readJobWaits: useCases.readJobWaits })
    measureNodes({ registry, logger, nodes })
    const counts = sumOfWorkers(ofCarriers === registry ? null : ofCarriers)
    const given = {
      adminToken: admin.token,
      useCases,
      adapters,
      knex,
      simulator,
      carrierRouter,
      ...withWorkerBreakers({ carrierDesk, openBreakers }, counts.openBreakers),
      registry,
      otherMetrics: counts.text,
      onRequest: () => requestActivity.onRequest(),
    }
    const identityProvider = config.oidc && new OpenIdIssuer(config.oidc)
    const service = await serve({ ...config, ...running, ...given, ...(identityProvider && { identityProvider }) })
    greet({ ...running, service, demo, setupToken, isPostedTo: carrierRouter !== null }, shell)
    const workers = startWorkers({ ...running, useCases, registry, counts, requestActivity }, shell)
    const reports = startReports({ useCases, adapters, logger, kind: 'server', runsJobs: config.workers === 1 })
    try {
      if (!shell.interrupted.aborted) await once(shell.interrupted, 'abort')
      logger.info('stopping: finishing requests in flight')
    } finally {
      await Promise.all([service.stop(), workers.stop()])
      await reports.stop()
    }
  } finally {
    await requestActivity.close()
    await close()
  }
}

type Work = Running & {
  readonly useCases: UseCases
  readonly registry: Registry
  readonly counts: SumOfWorkers
  readonly requestActivity: PostgresRequestActivity
}

/** With one worker, the server runs the jobs itself: this is enough for most services, and only one process runs. */
function startWorkers(work: Work, { env }: Shell): { stop(): Promise<void> } {
  const { config, secret, database, logger, useCases, registry, counts, requestActivity: foreground } = work
  if (config.workers === 0) return { stop: async () => {} }
  if (config.workers === 1) {
    const worker = startWorker({ useCases, foreground, reports: reportJobs(logger, registry) })
    return { stop: () => worker.stop({ graceMs: GRACE_MS }) }
  }
  const { nodeUrls, logLevel, webhooksAllowPrivate, provider, carriers } = config
  const brief = { databaseUrl: database.url, nodeUrls, secret, logLevel, webhooksAllowPrivate, provider, carriers }
  return startWorkerProcesses({ count: config.workers, brief, env, logger, counts })
}

/** Makes the link of the setup while there is no user. The link of an earlier start ends. */
async function setupTokenOf({ createSetupLink }: UseCases): Promise<string | null> {
  const by = { actor: { command: 'carillon start' }, session: null, address: null }
  return (await createSetupLink.execute({ by }))?.token ?? null
}

type Greeting = Running &
  Pick<BannerOptions, 'demo' | 'setupToken'> & { readonly service: Service; readonly isPostedTo: boolean }

/** Prints the banner. For it to precede the first log line, the caller must await nothing once the port is open. */
function greet(
  { config, admin, provider, logger, service, demo, setupToken, isPostedTo }: Greeting,
  { stdout }: Shell,
) {
  const dataDir = config.databaseUrl === null ? config.dataDir : null
  const { isSimulatorOpen } = config
  const own = provider && { ...provider, isPostedTo }
  const places = { dataDir, adminToken: admin.place, provider: own, isSimulatorOpen }
  stdout.write(bannerOf({ ...service, ...places, demo, setupToken }))
  logger.info({ url: service.url }, 'started')
}

/**
 * The server starts even if the certificate is not valid at the moment: it also runs the jobs, and it loads
 * a renewed certificate automatically.
 */
async function tlsOf(files: CertificateFiles, stderr: Output): Promise<Tls> {
  const certificate = await readCertificate(files)
  const fault = invalidity(certificate, new Date())
  if (fault !== null)
    stderr.write(`Warning: CARILLON_TLS_CERT: the certificate in ${files.certFile} ${fault}: clients refuse it\n`)
  return { files, certificate }
}
