import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const poolsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'pools',
}).lazy(() => import('./pools-page.js').then(({ poolsPage }) => poolsPage))
