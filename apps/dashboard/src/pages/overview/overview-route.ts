import { createRoute } from '@tanstack/react-router'
import { daysIn } from '../../parts/days-search.js'
import { accountRoute } from '../../shell/account-route.js'

export const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  validateSearch: daysIn,
}).lazy(() => import('./overview-page.js').then(({ overviewPage }) => overviewPage))
