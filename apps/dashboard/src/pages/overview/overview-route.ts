import { createRoute } from '@tanstack/react-router'
import { daysIn } from '../../parts/days-search.js'
import { accountRoute } from '../../shell/account-route.js'
import { DEFAULT_DAYS, overviewQueries } from './overview-queries.js'

export const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  validateSearch: daysIn,
  loader: ({ context: { queryClient }, params: { account }, location }) => {
    const { days = DEFAULT_DAYS } = daysIn(location.search)
    void queryClient.prefetchQuery(overviewQueries.warnings(account))
    void queryClient.prefetchQuery(overviewQueries.statistics(account, days))
    void queryClient.prefetchQuery(overviewQueries.broadcasts(account, 'sending'))
    void queryClient.prefetchQuery(overviewQueries.broadcasts(account, 'queued'))
    void queryClient.prefetchQuery(overviewQueries.broadcasts(account, 'paused'))
    void queryClient.prefetchQuery(overviewQueries.occurrences(account))
    void queryClient.prefetchQuery(overviewQueries.schedules(account))
    void queryClient.prefetchQuery(overviewQueries.outlook(account))
  },
}).lazy(() => import('./overview-page.js').then(({ overviewPage }) => overviewPage))
