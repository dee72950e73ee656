import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const fieldsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'fields',
}).lazy(() => import('./fields-page.js').then(({ fieldsPage }) => fieldsPage))
