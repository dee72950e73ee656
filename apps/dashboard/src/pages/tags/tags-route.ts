import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const tagsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'tags',
}).lazy(() => import('./tags-page.js').then(({ tagsPage }) => tagsPage))
