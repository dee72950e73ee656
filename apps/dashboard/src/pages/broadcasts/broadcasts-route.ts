import { createRoute } from '@tanstack/react-router'
import { choiceIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import { STATUSES, type Status } from './broadcast-state.js'

export type BroadcastsSearch = { readonly status?: Status; readonly cursor?: string }

export const broadcastsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'broadcasts',
  validateSearch: (search: Record<string, unknown>): BroadcastsSearch => ({
    ...choiceIn(search, 'status', STATUSES),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./broadcasts-page.js').then(({ broadcastsPage }) => broadcastsPage))
