import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const changeScheduleRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'schedules/$schedule/change',
}).lazy(() => import('./change-schedule-page.js').then(({ changeSchedulePage }) => changeSchedulePage))
