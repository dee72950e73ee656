import type { Server } from 'node:http'
import type { UseCases } from '@carillon/core'
import express, { type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Registry } from 'prom-client'
import { ADMIN_PREFIX, adminApi } from './admin-api.js'
import { answerProblems, refuseOtherMethods, refuseUnknownRoute } from './api/answer-problems.js'
import { apiServer, type CreateServer, type RequestTimeouts } from './api/api-server.js'
import { named, type ApiEnvironment, type Logger } from './api/context.js'
import { createMetrics } from './api/metrics.js'
import { isNetworkFailure } from './api/network-failure.js'
import { observe } from './api/observe.js'
import { requireWellFormed } from './api/refuse-unread.js'
import { readablePath, unconditional } from './api/route.js'
import { DOCS_PAGES, docsPages, openApiJson, openApiYaml } from './docs/docs-pages.js'
import { OPT_IN_PREFIX, optInForm } from './forms/opt-in-form.js'
import { shortLinks } from './links/short-links.js'
import { PUBLIC_PREFIX, publicApi } from './public-api.js'

export type CreateApiOptions = {
  readonly useCases: UseCases
  readonly logger: Logger
  /** Where the errors are explained; each code is an anchor on that page. */
  readonly docsUrl: string
  readonly adminToken: string
  readonly registry: Registry
  /** What other processes of the service have counted, as text of the same format. No metric is in both. */
  readonly otherMetrics?: () => Promise<string>
  /** What the service needs, by name: `ok`, or what is wrong with it. */
  readonly ready: () => Promise<Readonly<Record<string, string>>>
  /** As Express has it: whose word on the client's address is taken. */
  readonly trustProxy?: boolean | number | string
  /** Left out, only the network counts: `isNetworkFailure`. */
  readonly isOutage?: (error: unknown) => boolean
  /** Routers of others, each below a path of its own. What they throw or do not know is answered by the service. */
  readonly extensions?: Readonly<Record<string, RequestHandler>>
  readonly patience?: RequestTimeouts
  /** For HTTPS: `(options) => https.createServer({ ...options, cert, key })`. Left out, the server speaks plain HTTP. */
  readonly createServer?: CreateServer
}

/** The whole HTTP side of the service, as a server of its own that does not listen yet. */
export function createApi(options: CreateApiOptions): Server {
  const { useCases, logger, docsUrl, adminToken, registry, trustProxy = false, isOutage = isNetworkFailure } = options
  const environment: ApiEnvironment = { logger, docsUrl, isOutage, metrics: createMetrics(registry) }
  const app = express()
  app.set('trust proxy', trustProxy)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  // What is read here changes at any moment and is personal: nobody keeps it to compare.
  app.set('etag', false)
  app.use(observe(environment), helmet(HELMET), requireWellFormed, readablePath)
  app.use(PUBLIC_PREFIX, publicApi({ useCases, ...environment }))
  app.use(ADMIN_PREFIX, adminApi({ useCases, adminToken, ...environment }))
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
  app.use(shortLinks(useCases))
  app.use(refuseUnknownRoute)
  app.use(answerProblems(environment))
  return apiServer(app, environment, options)
}

/** The hosts of tracking links are their owners': what lies below them is not the service's to speak for. */
const HELMET = { strictTransportSecurity: { includeSubDomains: false } }

/** Where the service has its documents. */
const DOCS_PREFIX = '/docs'

/** Those that people open. */
export function docsPaths(): string[] {
  return DOCS_PAGES.map((path) => DOCS_PREFIX + path.replace(/\/$/, ''))
}

/** What machines ask for without an account, and the address of the service itself, which people open. No link is there. */
export function plainPages({
  ready,
  registry,
  otherMetrics = async () => '',
}: Pick<CreateApiOptions, 'ready' | 'registry' | 'otherMetrics'>): Record<string, RequestHandler> {
  return {
    '/': (_req, res) => {
      // Relative, so that it leads there behind a proxy with a path of its own too.
      res.status(303).location(DOCS_PREFIX.slice(1)).end()
    },
    '/healthz': (_req, res) => {
      res.json({ status: 'ok' })
    },
    '/readyz': async (_req, res) => {
      const checks = await ready()
      const isReady = Object.values(checks).every((result) => result === 'ok')
      res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'unavailable', checks })
    },
    '/metrics': async (_req, res) => {
      res.set('Content-Type', registry.contentType).send((await registry.metrics()) + (await otherMetrics()))
    },
    '/openapi.yaml': openApiYaml,
    '/openapi.json': openApiJson(),
  }
}
