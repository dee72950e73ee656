import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export const numbersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'numbers',
}).lazy(() => import('./numbers-page.js').then(({ numbersPage }) => numbersPage))
