import type { UseCases } from '@carillon/core'
import type { Router } from 'express'
import { basicAuthentication } from './authentication.js'
import { broadcastRoutes } from './broadcasts.js'
import { bulkReader } from './bulk-body.js'
import { clickRoutes } from './clicks.js'
import { completeEnvironment } from './complete-environment.js'
import { consentProofRoutes } from './consent-proof.js'
import { consentRoutes } from './consent.js'
import { contactRoutes } from './contacts.js'
import type { ApiEnvironment } from './context.js'
import { creditRoutes } from './credits.js'
import { customFieldRoutes } from './custom-fields.js'
import { groupRoutes } from './groups.js'
import { membershipRoutes } from './memberships.js'
import { messageRoutes } from './messages.js'
import { previewRoutes } from './preview.js'
import { routerOf, type Route } from './route.js'
import { scheduleRoutes } from './schedules.js'

export const PUBLIC_PREFIX = '/api/v1'

export type PublicApiOptions = Partial<ApiEnvironment> & { readonly useCases: UseCases }

/**
 * The API for the accounts' clients. An embedder mounts it wherever it likes, best in front of whatever reads bodies:
 * behind a parser, that one's limits hold too, and a large broadcast may be too long for them.
 */
export function publicApi({ useCases, ...given }: PublicApiOptions): Router {
  const environment = completeEnvironment(given)
  return routerOf({
    prefix: PUBLIC_PREFIX,
    routes: publicRoutes(useCases),
    authenticate: basicAuthentication(useCases.authenticate, environment),
    limiter: useCases.limitRate,
    environment,
  })
}

export function publicRoutes(useCases: UseCases): readonly Route[] {
  const bulk = bulkReader()
  return [
    ...contactRoutes(useCases),
    ...membershipRoutes(useCases),
    ...consentRoutes(useCases),
    ...consentProofRoutes(useCases),
    ...customFieldRoutes(useCases),
    ...groupRoutes(useCases),
    ...messageRoutes(useCases),
    // Before broadcasts: `schedules` could be the id of one.
    ...scheduleRoutes(useCases),
    ...broadcastRoutes(useCases, bulk),
    ...previewRoutes(useCases, bulk),
    ...clickRoutes(useCases),
    ...creditRoutes(useCases),
  ]
}
