import { createCarillon, type Adapters, type CarrierDesk, type UseCases } from '@carillon/core'
import type { Request, Response, Router } from 'express'
import { adminRoutes } from '../admin-api.js'
import { completeEnvironment } from '../api/complete-environment.js'
import { NO_CARRIERS } from '../carriers/no-carriers.js'
import { contextOf, type ApiEnvironment } from '../api/context.js'
import { routerOf, type Route } from '../api/route.js'
import { bulkReader } from '../broadcasts/bulk-body.js'
import { liveRoute } from '../live/dashboard-live.js'
import type { LiveTimes } from '../live/live-times.js'
import { publicRoutes } from '../public-api.js'
import type { IdentityProvider } from '../sessions/identity-provider.js'
import { OidcFlows } from '../sessions/oidc-flows.js'
import { addressOf } from '../sessions/signed-in.js'
import { accessOf } from './access-of.js'
import { pathSubjects } from './audit-subjects.js'
import { audited } from './audited.js'
import { authorize, type AuthorizeDeps } from './authorize.js'
import { mountedRoutes, shapeOf } from './mounted-routes.js'
import { dashboardRoutes } from './routes.js'
import { requireSameOrigin } from './same-origin.js'
import { sessionLimit } from './session-limit.js'

export const DASHBOARD_API_PREFIX = '/dashboard/api/v1'

export type DashboardApiOptions = Partial<ApiEnvironment> & {
  /** Each change is made with these adapters, and with its audit entry in the same transaction. */
  readonly adapters: Adapters
  /** For everything that changes nothing. Default: use cases with the same adapters. */
  readonly useCases?: UseCases
  /** If omitted, no carriers are listed. */
  readonly carriers?: CarrierDesk
  /** If omitted, people sign in by password only. */
  readonly identityProvider?: IdentityProvider
  /** Whether simulated phones are served at `/sim`, beside the dashboard. The pages then link to them. */
  readonly hasSimulatedPhones?: boolean
  /** Ends the streams of live pages, because the server stops. */
  readonly stopping?: AbortSignal
  /** How often live pages look around. Shorter times are for tests. */
  readonly liveTimes?: Partial<LiveTimes>
}

/** The API of the dashboard's pages: the routes of the other APIs for one account, and some of its own, by session. */
export function dashboardApi(options: DashboardApiOptions): Router {
  const { adapters, useCases, carriers, identityProvider, hasSimulatedPhones, ...others } = options
  const { stopping, liveTimes: times, ...given } = others
  const environment = completeEnvironment(given)
  const reading = useCases ?? createCarillon({ adapters })
  const live = liveRoute({ useCases: reading, environment, stopping, times })
  const oidc = flowsOf(identityProvider, adapters)
  const make = routeMaker({ environment, carriers, oidc, hasSimulatedPhones, live })
  return routerOf({
    prefix: DASHBOARD_API_PREFIX,
    routes: guarded({ make, adapters, useCases: reading }),
    authenticate: requireSameOrigin,
    limiter: null,
    environment,
  })
}

/** All routes with these use cases. Whatever limits several requests together is shared by all lists. */
export type MakeRoutes = (useCases: UseCases) => readonly Route[]

export function routeMaker(options: RouteMakerOptions): MakeRoutes {
  const { environment, carriers = NO_CARRIERS, oidc = null, hasSimulatedPhones = false, live } = options
  const bulk = bulkReader()
  const uploads = { running: 0 }
  return (useCases) =>
    mountedRoutes({
      own: dashboardRoutes({ useCases, environment, oidc, hasSimulatedPhones, bulk, live, uploads, carriers }),
      ofClients: publicRoutes(useCases, bulk),
      ofOperators: adminRoutes(useCases, environment, carriers),
    })
}

type RouteMakerOptions = {
  readonly environment: ApiEnvironment
  readonly carriers?: CarrierDesk | undefined
  readonly oidc?: OidcFlows | null
  readonly hasSimulatedPhones?: boolean | undefined
  readonly live: Route
}

/** Null without an issuer. */
export function flowsOf(provider: IdentityProvider | undefined, adapters: Adapters): OidcFlows | null {
  return provider === undefined ? null : new OidcFlows(provider, adapters)
}

type Guarded = { readonly make: MakeRoutes; readonly adapters: Adapters; readonly useCases: UseCases }

function guarded({ make, adapters, useCases }: Guarded): readonly Route[] {
  const deps: AuthorizeDeps = { useCases, limit: sessionLimit() }
  const routes = make(useCases)
  refuseTwice(routes)
  return routes.map((route, index) => {
    const { least, action } = accessOf(route)
    /** The same route with use cases that write the audit entry of this request. */
    const auditedRoute = (req: Request, res: Response, change: string): Route =>
      make(createCarillon({ adapters: audited(adapters, begunEntry(req, res, change, adapters), pathSubjects(req)) }))[
        index
      ]!
    return {
      method: route.method,
      path: route.path,
      handle: async (req, res) => {
        await authorize(req, res, least, deps)
        const { admit, handle } = action === null ? route : auditedRoute(req, res, action)
        admit?.(req, res)
        await handle(req, res)
      },
    }
  })
}

function begunEntry(req: Request, res: Response, action: string, { clock, ids }: Adapters) {
  const { account, signedIn } = contextOf(res)
  return {
    id: ids.next('aud'),
    at: clock.now(),
    actor: { user: signedIn!.user.id },
    session: signedIn!.session.id,
    address: addressOf(req),
    account: account?.id ?? null,
    action,
    details: {},
  }
}

function refuseTwice(routes: readonly Route[]) {
  const shapes = routes.map(shapeOf)
  const twice = shapes.find((shape, index) => shapes.indexOf(shape) < index)
  if (twice !== undefined) throw new Error(`Two routes match the same requests: ${twice}`)
}
