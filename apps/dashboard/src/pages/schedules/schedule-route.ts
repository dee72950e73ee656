import { createRoute } from '@tanstack/react-router'
import { pageIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export const scheduleRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'schedules/$schedule',
  validateSearch: (search: Record<string, unknown>): { readonly page?: number } => pageIn(search),
}).lazy(() => import('./schedule-page.js').then(({ schedulePage }) => schedulePage))
