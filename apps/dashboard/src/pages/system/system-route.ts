import { createRoute } from '@tanstack/react-router'
import { systemRoute } from '../../shell/system-route.js'
import { SYSTEM_LISTS, type SystemSearch } from './system-search.js'

export const systemIndexRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): SystemSearch =>
    Object.fromEntries(
      SYSTEM_LISTS.flatMap((list) => (typeof search[list] === 'string' ? [[list, search[list]]] : [])),
    ),
}).lazy(() => import('./system-page.js').then(({ systemPage }) => systemPage))
