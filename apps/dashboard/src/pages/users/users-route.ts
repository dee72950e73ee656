import { createRoute } from '@tanstack/react-router'
import { textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import type { UsersSearch } from './users-search.js'

export const usersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'users',
  validateSearch: (search: Record<string, unknown>): UsersSearch => textIn(search, 'cursor'),
}).lazy(() => import('./users-page.js').then(({ usersPage }) => usersPage))
