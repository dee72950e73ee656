import { createRoute } from '@tanstack/react-router'
import { systemRoute } from '../../shell/system-route.js'

export const systemIndexRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: '/',
}).lazy(() => import('./system-page.js').then(({ systemPage }) => systemPage))
