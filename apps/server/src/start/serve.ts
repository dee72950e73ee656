import type { UseCases } from '@carillon/container'
import { simRouter, type FakeSms } from '@carillon/fake-sms'
import type { Adapters, CarrierDesk } from '@carillon/core'
import { createApi, type IdentityProvider } from '@carillon/http'
import { systemClock } from '@carillon/node'
import { isOutage } from '@carillon/postgres'
import type { RequestHandler } from 'express'
import type { Knex } from 'knex'
import type { Server } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import type { Registry } from 'prom-client'
import { readiness } from '../composition/readiness.js'
import { listen, urlOf, type Address } from '../listening/listening.js'
import type { Logger } from '../logging/logger.js'
import { boundedRouter, CARRIER_PATH } from '../carriers/module/carrier-path.js'
import type { TrustProxy, CertificateFiles } from '../settings/config.js'
import { GRACE_MS } from '../settings/grace.js'
import { certificateRenewal, checkRegularly } from '../tls/certificate-renewal.js'
import { secureOptionsOf, type Certificate } from '../tls/certificate.js'
import { measureCertificate } from '../tls/measure-certificate.js'

export type ServeOptions = {
  readonly address: Address
  readonly useCases: UseCases
  /** The adapters of the use cases, for the dashboard. If omitted, there is no dashboard. */
  readonly adapters?: Adapters
  readonly knex: Knex
  readonly logger: Logger
  readonly registry: Registry
  /** The metrics of the worker processes. */
  readonly otherMetrics?: () => Promise<string>
  readonly adminToken: string
  /** Called for each request, except those that only ask how the service is. */
  readonly onRequest?: () => void
  /** The URL of the error reference. Null: the page that the service serves. */
  readonly docsUrl: string | null
  readonly trustProxy: TrustProxy
  /** If omitted or null: plain HTTP. */
  readonly tls?: Tls | null
  /** The issuer at which people may sign in to the dashboard. */
  readonly identityProvider?: IdentityProvider
  /** Null: the simulated phones are not served. */
  readonly simulator: FakeSms | null
  /** The host names of the simulated phones, besides `localhost` and IP addresses. */
  readonly simHosts?: readonly string[]
  /** Handles the carrier's requests, if the provider has a router. */
  readonly carrierRouter?: RequestHandler | null
  /** The carriers, for the operators. */
  readonly carrierDesk?: CarrierDesk | null
  /** The names of the carriers that get no texts at present. */
  readonly openBreakers?: () => readonly string[]
}

export type Tls = { readonly files: CertificateFiles; readonly certificate: Certificate }

export type Service = {
  readonly url: string
  /** Waits up to the grace period for requests in flight. */
  stop(): Promise<void>
}

/** Opens the port and starts to serve requests. */
export async function serve({ address, useCases, knex, logger, ...options }: ServeOptions): Promise<Service> {
  const { tls = null, registry, simHosts = [] } = options
  const url = urlOf(address, tls === null ? 'http' : 'https')
  const docsUrl = options.docsUrl ?? `${url}/docs/errors`
  const stopping = new AbortController()
  const api = createApi({
    useCases,
    logger,
    docsUrl,
    registry,
    ...(options.otherMetrics === undefined ? {} : { otherMetrics: options.otherMetrics }),
    isOutage,
    adminToken: options.adminToken,
    trustProxy: options.trustProxy,
    ...(options.adapters && {
      dashboard: {
        ...dashboardOf(options.adapters, options.identityProvider),
        hasSimulatedPhones: options.simulator !== null,
        stopping: stopping.signal,
      },
    }),
    ...(tls && { createServer: (given) => createHttpsServer({ ...given, ...secureOptionsOf(tls.certificate) }) }),
    ready: () => readiness(knex, logger),
    ...(options.openBreakers && { carriersDown: options.openBreakers }),
    ...(options.carrierDesk && { carriers: options.carrierDesk }),
    extensions: {
      ...(options.simulator && {
        '/sim': phonesOf(options.simulator, { useCases, docsUrl, logger, hosts: simHosts, stopping: stopping.signal }),
      }),
      ...(options.carrierRouter && { [CARRIER_PATH]: boundedRouter(options.carrierRouter) }),
    },
  })
  if (options.onRequest !== undefined) announceRequests(api, options.onRequest)
  const listening = await listen(api, address)
  const renewing = tls && renewCertificate(api as HttpsServer, tls, { logger, registry })
  return {
    url,
    stop: async () => {
      stopping.abort()
      await Promise.all([listening.stop({ graceMs: GRACE_MS }), renewing?.stop()])
    },
  }
}

function announceRequests(api: Server, onRequest: () => void): void {
  api.on('request', ({ url = '' }) => {
    if (!PROBES.has(url.split('?')[0]!)) onRequest()
  })
}

/** A machine asks for these at all times, so they do not show that somebody waits. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Uses the certificate for new connections; open connections keep the one that they began with. */
function renewCertificate(
  server: HttpsServer,
  tls: Tls,
  { logger, registry }: Pick<ServeOptions, 'logger' | 'registry'>,
) {
  const use = (certificate: Certificate) => server.setSecureContext(secureOptionsOf(certificate))
  const renewal = certificateRenewal({ ...tls, use, logger })
  measureCertificate(registry, renewal)
  return checkRegularly(renewal)
}

type PhonesOptions = Pick<ServeOptions, 'useCases' | 'logger'> & {
  readonly docsUrl: string
  readonly hosts: readonly string[]
  readonly stopping: AbortSignal
}

function phonesOf(
  fakeSms: FakeSms,
  { useCases: { receiveInbound, receiveReceipt }, docsUrl, logger, hosts, stopping }: PhonesOptions,
): ReturnType<typeof simRouter> {
  return simRouter({
    fakeSms,
    docsUrl,
    hosts,
    hostsHint: 'CARILLON_SIM_HOSTS allows other names',
    stopping,
    clock: systemClock,
    onError: (error) => logger.warn({ err: error }, 'the simulated phones cannot store or show texts'),
    receiveInbound: (text) => receiveInbound.execute(text),
    receiveReceipt: (receipt) => receiveReceipt.execute(receipt),
  })
}

function dashboardOf(adapters: Adapters, identityProvider: IdentityProvider | undefined) {
  return { adapters, ...(identityProvider && { identityProvider }) }
}
