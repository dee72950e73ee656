import { createRoute } from '@tanstack/react-router'
import { pageIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type GroupsSearch = {
  /** Part of the name. */
  readonly name?: string
  readonly page?: number
}

export const groupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups',
  validateSearch: (search: Record<string, unknown>): GroupsSearch => ({ ...textIn(search, 'name'), ...pageIn(search) }),
}).lazy(() => import('./groups-page.js').then(({ groupsPage }) => groupsPage))
