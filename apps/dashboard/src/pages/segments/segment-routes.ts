import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const newSegmentRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'segments/new',
}).lazy(() => import('./new-segment-page.js').then(({ newSegmentPage }) => newSegmentPage))

export const segmentRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'segments/$segment',
}).lazy(() => import('./segment-page.js').then(({ segmentPage }) => segmentPage))
