import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../../shell/account-route.js'

export const draftsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'drafts',
}).lazy(() => import('./drafts-page.js').then(({ draftsPage }) => draftsPage))
