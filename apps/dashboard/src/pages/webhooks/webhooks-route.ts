import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookSearch } from './webhook-search.js'

export const webhooksRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'webhooks',
}).lazy(() => import('./webhooks-page.js').then(({ webhooksPage }) => webhooksPage))

export const webhookRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'webhooks/$webhook',
  validateSearch: ({ status, page, event }: Record<string, unknown>): WebhookSearch => ({
    ...(DELIVERY_STATUSES.includes(status as DeliveryStatus) && { status: status as DeliveryStatus }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
    ...(typeof event === 'string' && { event }),
  }),
}).lazy(() => import('./webhook-page.js').then(({ webhookPage }) => webhookPage))
