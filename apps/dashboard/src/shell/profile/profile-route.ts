import { createRoute } from '@tanstack/react-router'
import { sessionRoute } from '../session-route.js'

export const profileRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: 'profile',
}).lazy(() => import('./profile-page.js').then(({ profilePage }) => profilePage))
