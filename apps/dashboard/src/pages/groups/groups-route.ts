import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export type GroupsSearch = { readonly page?: number }

export const groupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups',
  validateSearch: ({ page }: Record<string, unknown>): GroupsSearch => (typeof page === 'number' ? { page } : {}),
}).lazy(() => import('./groups-page.js').then(({ groupsPage }) => groupsPage))
