import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'settings',
}).lazy(() => import('./settings-page.js').then(({ settingsPage }) => settingsPage))
