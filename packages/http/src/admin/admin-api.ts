import type { UseCases } from '@carillon/core'
import type { Router } from 'express'
import { bearerAuthentication } from '../authentication.js'
import { completeEnvironment } from '../complete-environment.js'
import type { ApiEnvironment } from '../context.js'
import { routerOf, type Route } from '../route.js'
import { accountRoutes } from './accounts.js'
import { apiKeyRoutes } from './api-keys.js'
import { broadcastRoutes } from './broadcasts.js'
import { consentProofRoutes } from './consent-proof.js'
import { contactListRoutes } from './contact-lists.js'
import { creditRoutes } from './credits.js'
import { deliveryRoutes } from './deliveries.js'
import { erasureRoutes } from './erase-contact.js'
import { exportRoutes } from './export-contacts.js'
import { importRoutes } from './import-contacts.js'
import { jobRoutes } from './jobs.js'
import { linkRoutes } from './links.js'
import { readScheduleRoutes } from './read-schedules.js'
import { scheduleRoutes } from './schedules.js'
import { webhookRoutes } from './webhooks.js'

export const ADMIN_PREFIX = '/admin/v1'

export type AdminApiOptions = Partial<ApiEnvironment> & { readonly useCases: UseCases; readonly adminToken: string }

/** The API for the operators of the service: its command and its console are the clients. */
export function adminApi({ useCases, adminToken, ...given }: AdminApiOptions): Router {
  const environment = completeEnvironment(given)
  return routerOf({
    prefix: ADMIN_PREFIX,
    routes: adminRoutes(useCases, environment),
    authenticate: bearerAuthentication(adminToken, environment),
    limiter: null,
    environment,
  })
}

export function adminRoutes(useCases: UseCases, environment: ApiEnvironment): readonly Route[] {
  return [
    ...accountRoutes(useCases),
    ...apiKeyRoutes(useCases),
    ...creditRoutes(useCases),
    ...importRoutes(useCases, environment),
    ...exportRoutes(useCases),
    ...consentProofRoutes(useCases),
    ...contactListRoutes(useCases),
    ...erasureRoutes(useCases),
    ...scheduleRoutes(useCases),
    ...readScheduleRoutes(useCases),
    ...broadcastRoutes(useCases),
    ...linkRoutes(useCases),
    ...webhookRoutes(useCases),
    ...deliveryRoutes(useCases),
    ...jobRoutes(useCases),
  ]
}
