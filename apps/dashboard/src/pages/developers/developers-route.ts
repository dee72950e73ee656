import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'

export type DevelopersSearch = {
  /** Only requests that failed. */
  readonly failed?: true
  readonly cursor?: string
}

export const developersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'developers',
  validateSearch: ({ failed, cursor }: Record<string, unknown>): DevelopersSearch => ({
    ...(failed === true && { failed }),
    ...(typeof cursor === 'string' && { cursor }),
  }),
}).lazy(() => import('./developers-page.js').then(({ developersPage }) => developersPage))
