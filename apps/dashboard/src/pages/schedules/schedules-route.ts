import { createRoute } from '@tanstack/react-router'
import { choiceIn, pageIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import { isMonth } from './calendar/month-days.js'
import { STATUSES, type SchedulesSearch } from './schedules-search.js'

export const schedulesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'schedules',
  validateSearch: (search: Record<string, unknown>): SchedulesSearch => {
    const { month } = textIn(search, 'month')
    return {
      ...choiceIn(search, 'view', ['calendar']),
      ...choiceIn(search, 'status', STATUSES),
      ...pageIn(search),
      ...(month !== undefined && isMonth(month) && { month }),
    }
  },
}).lazy(() => import('./schedules-page.js').then(({ schedulesPage }) => schedulesPage))
