import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
}).lazy(() => import('./overview-page.js').then(({ overviewPage }) => overviewPage))
