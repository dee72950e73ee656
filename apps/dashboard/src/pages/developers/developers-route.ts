import { createRoute } from '@tanstack/react-router'
import { textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type DevelopersSearch = {
  /** Only requests that failed. */
  readonly failed?: true
  readonly cursor?: string
}

export const developersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'developers',
  validateSearch: (search: Record<string, unknown>): DevelopersSearch => ({
    ...(search['failed'] === true && { failed: true }),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./developers-page.js').then(({ developersPage }) => developersPage))
