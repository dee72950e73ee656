import { createRoute } from '@tanstack/react-router'
import { choiceIn, pageIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import { DELIVERY_STATUSES, type WebhookSearch } from './webhook-search.js'

export const webhooksRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'webhooks',
}).lazy(() => import('./webhooks-page.js').then(({ webhooksPage }) => webhooksPage))

export const webhookRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'webhooks/$webhook',
  validateSearch: (search: Record<string, unknown>): WebhookSearch => ({
    ...choiceIn(search, 'status', DELIVERY_STATUSES),
    ...pageIn(search),
    ...textIn(search, 'event'),
  }),
}).lazy(() => import('./webhook-page.js').then(({ webhookPage }) => webhookPage))
