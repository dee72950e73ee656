import type { UseCases } from '@carillon/core'
import type { Router } from 'express'
import { basicAuthentication } from './api/authentication.js'
import { completeEnvironment } from './api/complete-environment.js'
import type { ApiEnvironment } from './api/context.js'
import { routerOf, type Route } from './api/route.js'
import { broadcastListRoutes } from './broadcasts/broadcast-list.js'
import { broadcastRoutes } from './broadcasts/broadcasts.js'
import { bulkReader, type BulkReader } from './broadcasts/bulk-body.js'
import { consentProofRoutes } from './consent/consent-proof.js'
import { consentRoutes } from './consent/consent.js'
import { keywordRoutes } from './consent/keywords.js'
import { contactRoutes } from './contacts/contacts.js'
import { contactSearchRoutes } from './contacts/search-contacts.js'
import { conversationRoutes } from './conversations/conversations.js'
import { customFieldRoutes } from './contacts/custom-fields.js'
import { creditRoutes } from './credits/credits.js'
import { ledgerRoute } from './credits/ledger.js'
import { groupRoutes } from './groups/groups.js'
import { memberRoutes } from './groups/members.js'
import { membershipRoutes } from './groups/memberships.js'
import { clickRoutes } from './links/clicks.js'
import { messageRoutes } from './messages/messages.js'
import { previewRoutes } from './previews/preview.js'
import { requestRecorder } from './requests/request-recorder.js'
import { occurrenceRoutes } from './schedules/occurrences.js'
import { scheduleRoutes } from './schedules/schedules.js'
import { searchRoute } from './search/search.js'
import { segmentRoutes } from './segments/segments.js'
import { statisticsRoute } from './statistics/statistics.js'
import { templateRoutes } from './templates/templates.js'

export const PUBLIC_PREFIX = '/api/v1'

export type PublicApiOptions = Partial<ApiEnvironment> & {
  readonly useCases: UseCases
  /** Whether the requests of clients are kept for the log of their account. Default: true. */
  readonly logsRequests?: boolean
  /** Aborts when the service begins to stop, so that the log of requests is stored before. */
  readonly stopping?: AbortSignal
}

/**
 * The API for the clients of accounts. An embedder may mount it at any path, preferably before any body parser: the
 * limits of an earlier parser apply too, and may be too small for a large broadcast.
 */
export function publicApi({ useCases, logsRequests = true, stopping, ...given }: PublicApiOptions): Router {
  const environment = completeEnvironment(given)
  return routerOf({
    prefix: PUBLIC_PREFIX,
    routes: publicRoutes(useCases),
    authenticate: basicAuthentication(useCases.authenticate, environment),
    limiter: useCases.limitRate,
    environment,
    ...(logsRequests && {
      record: requestRecorder(useCases.recordRequests, { logger: environment.logger, ...(stopping && { stopping }) }),
    }),
  })
}

export function publicRoutes(useCases: UseCases, bulk: BulkReader = bulkReader()): readonly Route[] {
  return [
    ...contactRoutes(useCases),
    ...contactSearchRoutes(useCases),
    ...membershipRoutes(useCases),
    ...consentRoutes(useCases),
    ...consentProofRoutes(useCases),
    ...customFieldRoutes(useCases),
    ...groupRoutes(useCases),
    ...memberRoutes(useCases),
    ...segmentRoutes(useCases, bulk),
    ...messageRoutes(useCases),
    ...conversationRoutes(useCases),
    ...keywordRoutes(),
    // Before schedules, because their routes would read `occurrences` as the id of a schedule.
    ...occurrenceRoutes(useCases),
    // Before broadcasts, because their routes would read `schedules` as a broadcast id.
    ...scheduleRoutes(useCases),
    ...broadcastListRoutes(useCases),
    ...broadcastRoutes(useCases, bulk),
    ...templateRoutes(useCases),
    ...previewRoutes(useCases, bulk),
    ...clickRoutes(useCases),
    ...creditRoutes(useCases),
    ledgerRoute(useCases),
    statisticsRoute(useCases),
    searchRoute(useCases),
  ]
}
