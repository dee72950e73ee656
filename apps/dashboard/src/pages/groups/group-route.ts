import { createRoute } from '@tanstack/react-router'
import { choiceIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type GroupSearch = {
  readonly state?: 'active' | 'pending'
  readonly cursor?: string
}

export const groupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups/$group',
  validateSearch: (search: Record<string, unknown>): GroupSearch => ({
    ...choiceIn(search, 'state', ['active', 'pending'] as const),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./group-page.js').then(({ groupPage }) => groupPage))
