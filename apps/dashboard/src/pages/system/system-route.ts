import { createRoute } from '@tanstack/react-router'
import { textIn } from '../../parts/search-params.js'
import { systemRoute } from '../../shell/system-route.js'
import type { SystemSearch } from './system-search.js'

export const systemIndexRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): SystemSearch => ({
    ...textIn(search, 'accounts'),
    ...textIn(search, 'users'),
    ...textIn(search, 'jobs'),
    ...textIn(search, 'audit'),
  }),
}).lazy(() => import('./system-page.js').then(({ systemPage }) => systemPage))
