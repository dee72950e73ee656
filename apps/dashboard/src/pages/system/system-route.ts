import { createRoute } from '@tanstack/react-router'
import { systemRoute } from '../../shell/system-route.js'
import type { SystemSearch } from './system-search.js'

export const systemIndexRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: '/',
  validateSearch: ({ audit }: Record<string, unknown>): SystemSearch => (typeof audit === 'string' ? { audit } : {}),
}).lazy(() => import('./system-page.js').then(({ systemPage }) => systemPage))
