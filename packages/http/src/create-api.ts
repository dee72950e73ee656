import type { Server } from 'node:http'
import type { CarrierDesk, UseCases } from '@carillon/core'
import express, { type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Registry } from 'prom-client'
import { ADMIN_PREFIX, adminApi } from './admin-api.js'
import { problemHandler, refuseOtherMethods, refuseUnknownRoute } from './api/problem-handler.js'
import { apiServer, type CreateServer, type RequestTimeouts } from './api/api-server.js'
import { named, type ApiEnvironment, type Logger } from './api/context.js'
import { createMetrics } from './api/metrics.js'
import { isNetworkFailure } from './api/network-failure.js'
import { observe } from './api/observe.js'
import { requireWellFormed } from './api/refuse-unread.js'
import { readablePath, unconditional } from './api/route.js'
import { dashboardPages } from './dashboard/assets/dashboard-pages.js'
import { DASHBOARD_API_PREFIX, dashboardApi, flowsOf, type DashboardApiOptions } from './dashboard/dashboard-api.js'
import { DOCS_PAGES, dashboardOpenApiJson, docsPages, openApiJson, openApiYaml } from './docs/docs-pages.js'
import { OPT_IN_PREFIX, optInForm } from './forms/opt-in-form.js'
import { shortLinks } from './links/short-links.js'
import { PUBLIC_PREFIX, publicApi } from './public-api.js'
import { OIDC_PREFIX } from './sessions/oidc-flows.js'
import { oidcPages } from './sessions/oidc-pages.js'

export type CreateApiOptions = {
  readonly useCases: UseCases
  readonly logger: Logger
  /** Whether the requests of clients are kept for the log of their account. Default: true. */
  readonly logsRequests?: boolean
  /** The page that explains the errors; each code is an anchor on it. */
  readonly docsUrl: string
  readonly adminToken: string
  readonly registry: Registry
  /** The metrics of other processes of the service, as text in the same format. None may also be in `registry`. */
  readonly otherMetrics?: () => Promise<string>
  /** The readiness of each dependency by name: `ok`, or a description of the fault. */
  readonly ready: () => Promise<Readonly<Record<string, string>>>
  /** The carriers that get no texts at present. The service is ready without them: texts wait. */
  readonly carriersDown?: () => readonly string[]
  /** The carriers, for the operators. If omitted, the admin API lists none. */
  readonly carriers?: CarrierDesk
  /** The adapters of the use cases, for the API of the dashboard's pages. If omitted, there is no such API. */
  readonly dashboard?: Pick<
    DashboardApiOptions,
    'adapters' | 'identityProvider' | 'hasSimulatedPhones' | 'stopping' | 'liveTimes'
  >
  /** Express's `trust proxy`: the proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy?: boolean | number | string
  /** Default: `isNetworkFailure`, which recognizes network errors only. */
  readonly isOutage?: (error: unknown) => boolean
  /**
   * Third-party routers by path. The service handles their errors, and the paths that they do not handle. They limit
   * the length and the time of a body with `rawBody`, or themselves.
   */
  readonly extensions?: Readonly<Record<string, RequestHandler>>
  readonly patience?: RequestTimeouts
  /** For HTTPS: `(options) => https.createServer({ ...options, cert, key })`. Default: plain HTTP. */
  readonly createServer?: CreateServer
}

/** The complete HTTP side of the service, as a server that does not listen yet. */
export function createApi(options: CreateApiOptions): Server {
  const { useCases, logger, docsUrl, adminToken, registry, trustProxy = false, isOutage = isNetworkFailure } = options
  const { carriers, logsRequests = true } = options
  const environment: ApiEnvironment = { logger, docsUrl, isOutage, metrics: createMetrics(registry) }
  const app = express()
  app.set('trust proxy', trustProxy)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  // Responses change often and contain personal data, so clients must not cache them and need no ETag.
  app.set('etag', false)
  app.use(observe(environment), helmet(HELMET), requireWellFormed, readablePath)
  const stopping = options.dashboard?.stopping
  app.use(PUBLIC_PREFIX, publicApi({ useCases, logsRequests, ...(stopping && { stopping }), ...environment }))
  app.use(ADMIN_PREFIX, adminApi({ useCases, adminToken, ...(carriers && { carriers }), ...environment }))
  if (options.dashboard !== undefined) {
    const shared = { useCases, ...options.dashboard, ...environment }
    app.use(DASHBOARD_API_PREFIX, dashboardApi({ ...shared, ...(carriers && { carriers }) }))
    const flows = flowsOf(options.dashboard.identityProvider, options.dashboard.adapters)
    if (flows !== null) app.use(OIDC_PREFIX, oidcPages({ flows, useCases, environment }))
  }
  app.use(OPT_IN_PREFIX, optInForm({ useCases, ...environment }))
  app.use(DOCS_PREFIX, named(DOCS_PREFIX), docsPages({ docsUrl }))
  app.all(docsPaths(), refuseOtherMethods(['GET']))
  for (const [path, handle] of Object.entries(options.extensions ?? {})) app.use(path, named(path), handle)
  for (const [path, handle] of Object.entries(plainPages(options))) {
    app
      .route(path)
      .all(named(path), unconditional)
      .get(handle)
      .all(refuseOtherMethods(['GET']))
  }
  // After the document of its API, because it has a page for every path.
  app.use(DASHBOARD_PATH, named(DASHBOARD_PATH), unconditional, dashboardPages())
  app.use(shortLinks(useCases))
  app.use(refuseUnknownRoute)
  app.use(problemHandler(environment))
  return apiServer(app, environment, options)
}

/** The hosts of tracking links belong to customers, so the service sets no policy for their subdomains. */
const HELMET = { strictTransportSecurity: { includeSubDomains: false } }

const DASHBOARD_PATH = '/dashboard'
const DOCS_PREFIX = '/docs'

/** The paths of the documentation pages that people open. */
export function docsPaths(): string[] {
  return DOCS_PAGES.map((path) => DOCS_PREFIX + path.replace(/\/$/, ''))
}

/** Pages for machines, which need no account, and the root page. No tracking link can have one of these paths. */
export function plainPages({
  ready,
  carriersDown = () => [],
  registry,
  otherMetrics = async () => '',
}: Pick<CreateApiOptions, 'ready' | 'carriersDown' | 'registry' | 'otherMetrics'>): Record<string, RequestHandler> {
  return {
    '/': (_req, res) => {
      // Relative, so that the redirect also works behind a proxy that adds a path prefix.
      res.status(303).location(DOCS_PREFIX.slice(1)).end()
    },
    '/healthz': (_req, res) => {
      res.json({ status: 'ok' })
    },
    '/readyz': async (_req, res) => {
      const checks = await ready()
      const isReady = Object.values(checks).every((result) => result === 'ok')
      const down = carriersDown()
      res.status(isReady ? 200 : 503).json({
        status: isReady ? 'ok' : 'unavailable',
        checks,
        carriersDown: down.length > 0 ? down : undefined,
      })
    },
    '/metrics': async (_req, res) => {
      res.set('Content-Type', registry.contentType).send((await registry.metrics()) + (await otherMetrics()))
    },
    '/openapi.yaml': openApiYaml,
    '/openapi.json': openApiJson(),
    '/dashboard/openapi.json': dashboardOpenApiJson(),
  }
}
