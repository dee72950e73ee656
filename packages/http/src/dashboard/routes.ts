import type { UseCases } from '@carillon/core'
import type { ApiEnvironment } from '../api/context.js'
import type { Route } from '../api/route.js'
import type { BulkReader } from '../broadcasts/bulk-body.js'
import { broadcastVariantRoutes } from '../broadcasts/dashboard-variants.js'
import { storedImportRoutes, type Uploads } from '../contact-imports/dashboard-imports.js'
import { timelineRoutes } from '../contacts/dashboard-timeline.js'
import { composeRoutes } from '../compose/dashboard-compose.js'
import { senderRoutes } from '../senders/dashboard-senders.js'
import { linkRoutes } from '../sessions/dashboard-links.js'
import { sessionRoutes } from '../sessions/dashboard-session.js'
import type { OidcFlows } from '../sessions/oidc-flows.js'
import { settingsRoutes } from '../settings/dashboard-settings.js'

export type DashboardRoutesOptions = {
  readonly useCases: UseCases
  readonly environment: ApiEnvironment
  /** The issuer at which people may sign in too. */
  readonly oidc: OidcFlows | null
  readonly bulk: BulkReader
  readonly uploads: Uploads
}

/** The routes that only the dashboard has. Each needs an entry in `ACCESS`. */
export function dashboardRoutes({ useCases, oidc, bulk, uploads }: DashboardRoutesOptions): readonly Route[] {
  return [
    ...sessionRoutes({ ...useCases, oidc }),
    ...linkRoutes({ ...useCases, oidc }),
    ...settingsRoutes(useCases),
    ...timelineRoutes(useCases),
    ...senderRoutes(useCases),
    ...broadcastVariantRoutes(useCases),
    ...composeRoutes(useCases, bulk),
    ...storedImportRoutes(useCases, uploads),
  ]
}
