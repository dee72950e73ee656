import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const usersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'users',
}).lazy(() => import('./users-page.js').then(({ usersPage }) => usersPage))
