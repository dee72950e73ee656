import type { CarrierDesk, UseCases } from '@carillon/core'
import type { Router } from 'express'
import { accountRoutes } from './accounts/admin-accounts.js'
import { apiKeyRoutes } from './accounts/admin-api-keys.js'
import { bearerAuthentication } from './api/authentication.js'
import { completeEnvironment } from './api/complete-environment.js'
import type { ApiEnvironment } from './api/context.js'
import { routerOf, type Route } from './api/route.js'
import { broadcastRoutes } from './broadcasts/admin-broadcasts.js'
import { carrierRoutes } from './carriers/admin-carriers.js'
import { NO_CARRIERS } from './carriers/no-carriers.js'
import { driftRoutes } from './consent/admin-consent-drift.js'
import { consentProofRoutes } from './consent/admin-consent-proof.js'
import { keywordRoutes } from './consent/admin-keywords.js'
import { exportRoutes } from './contact-imports/export-contacts.js'
import { importRoutes } from './contact-imports/import-contacts.js'
import { contactListRoutes } from './contacts/admin-contact-lists.js'
import { creditRoutes } from './credits/admin-credits.js'
import { erasureRoutes } from './erasure/erase-contact.js'
import { jobRoutes } from './jobs/admin-jobs.js'
import { linkRoutes } from './links/admin-links.js'
import { requestRoutes } from './requests/admin-requests.js'
import { readScheduleRoutes } from './schedules/admin-read-schedules.js'
import { scheduleRoutes } from './schedules/admin-schedules.js'
import { userRoutes } from './users/admin-users.js'
import { deliveryRoutes } from './webhooks/admin-deliveries.js'
import { webhookRoutes } from './webhooks/admin-webhooks.js'

export const ADMIN_PREFIX = '/admin/v1'

export type AdminApiOptions = Partial<ApiEnvironment> & {
  readonly useCases: UseCases
  readonly adminToken: string
  /** If omitted, no carriers are listed. */
  readonly carriers?: CarrierDesk
}

/** The API for the operators of the service. Its clients are the command and the console. */
export function adminApi({ useCases, adminToken, carriers, ...given }: AdminApiOptions): Router {
  const environment = completeEnvironment(given)
  return routerOf({
    prefix: ADMIN_PREFIX,
    routes: adminRoutes(useCases, environment, carriers),
    authenticate: bearerAuthentication(
      { authenticateOperator: useCases.authenticateOperator, adminToken },
      environment,
    ),
    limiter: null,
    environment,
  })
}

export function adminRoutes(
  useCases: UseCases,
  environment: ApiEnvironment,
  carriers: CarrierDesk = NO_CARRIERS,
): readonly Route[] {
  return [
    ...accountRoutes(useCases),
    ...apiKeyRoutes(useCases),
    ...requestRoutes(useCases),
    ...creditRoutes(useCases),
    ...importRoutes(useCases, environment),
    ...exportRoutes(useCases),
    ...consentProofRoutes(useCases),
    ...driftRoutes(useCases, environment, carriers),
    ...keywordRoutes(useCases),
    ...contactListRoutes(useCases),
    ...erasureRoutes(useCases),
    ...scheduleRoutes(useCases),
    ...readScheduleRoutes(useCases),
    ...broadcastRoutes(useCases),
    ...linkRoutes(useCases),
    ...webhookRoutes(useCases),
    ...deliveryRoutes(useCases),
    ...jobRoutes(useCases),
    ...carrierRoutes(carriers),
    ...userRoutes(useCases),
  ]
}
