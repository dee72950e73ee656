import type { CarrierDesk, UseCases } from '@carillon/core'
import type { ApiEnvironment } from '../api/context.js'
import type { Route } from '../api/route.js'
import type { BulkReader } from '../broadcasts/bulk-body.js'
import { broadcastExportRoutes } from '../broadcasts/dashboard-export.js'
import { broadcastVariantRoutes } from '../broadcasts/dashboard-variants.js'
import { consentOverviewRoutes } from '../consent/dashboard-consent.js'
import { timelineRoutes } from '../consent/dashboard-timeline.js'
import { storedImportRoutes } from '../contact-imports/dashboard-imports.js'
import type { Uploads } from '../contact-imports/upload-import.js'
import { composeRoutes } from '../compose/dashboard-compose.js'
import { nextOccurrenceRoutes } from '../schedules/dashboard-occurrences.js'
import { noteRoutes } from '../conversations/dashboard-notes.js'
import { draftRoutes } from '../drafts/dashboard-drafts.js'
import { filterCountRoutes, segmentUseRoutes } from '../segments/dashboard-segments.js'
import { senderRoutes } from '../senders/dashboard-senders.js'
import { discardJobRoutes } from '../jobs/dashboard-jobs.js'
import { linkRoutes } from '../sessions/dashboard-links.js'
import { sessionRoutes } from '../sessions/dashboard-session.js'
import type { OidcFlows } from '../sessions/oidc-flows.js'
import { accountUserRoutes } from '../users/dashboard-account-users.js'
import { outlookRoutes } from '../statistics/dashboard-outlook.js'
import { auditRoutes } from '../users/dashboard-audit.js'
import { ownUserRoutes } from '../users/dashboard-own-user.js'
import { ownerUserRoutes } from '../users/dashboard-users.js'
import { accountWarningRoutes } from '../service/dashboard-warnings.js'
import { systemRoutes } from '../service/dashboard-system.js'
import { accountSettingsRoutes } from '../settings/dashboard-routes.js'

export type DashboardRoutesOptions = {
  readonly useCases: UseCases
  readonly environment: ApiEnvironment
  /** The issuer at which people may sign in too. */
  readonly oidc: OidcFlows | null
  readonly hasSimulatedPhones: boolean
  readonly bulk: BulkReader
  /** Shared by all lists of routes, because it knows the open streams. */
  readonly live: Route
  /** Shared by all lists of routes, because it counts the uploads of the process. */
  readonly uploads: Uploads
  readonly carriers: CarrierDesk
}

/** The routes that only the dashboard has. Each needs an entry in `ACCESS`. */
export function dashboardRoutes(options: DashboardRoutesOptions): readonly Route[] {
  const { useCases, environment, oidc, hasSimulatedPhones, bulk, live, uploads, carriers } = options
  return [
    ...sessionRoutes({ ...useCases, oidc, environment, hasSimulatedPhones }),
    ...linkRoutes({ ...useCases, oidc, hasSimulatedPhones }),
    ...ownUserRoutes(useCases),
    ...ownerUserRoutes(useCases),
    ...accountUserRoutes(useCases),
    ...auditRoutes(useCases),
    ...accountSettingsRoutes(useCases),
    ...accountWarningRoutes(useCases, carriers),
    ...systemRoutes(useCases, carriers),
    ...discardJobRoutes(useCases),
    ...timelineRoutes(useCases),
    ...consentOverviewRoutes(useCases),
    ...outlookRoutes(useCases),
    ...filterCountRoutes(useCases, bulk),
    ...segmentUseRoutes(useCases),
    ...senderRoutes(useCases),
    ...noteRoutes(useCases),
    ...broadcastVariantRoutes(useCases),
    ...composeRoutes(useCases, bulk),
    ...nextOccurrenceRoutes(useCases),
    ...draftRoutes(useCases),
    live,
    ...broadcastExportRoutes(useCases),
    ...storedImportRoutes(useCases, uploads),
  ]
}
