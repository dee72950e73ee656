import { createRoute } from '@tanstack/react-router'
import { pageIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export const SPANS = [7, 30, 90] as const

export type LinkSearch = {
  /** How many days are shown; 30 if it is absent. */
  readonly days?: 7 | 90
  /** The page of the people who followed it. */
  readonly page?: number
}

export const linkRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'links/$link',
  validateSearch: ({ days, ...search }: Record<string, unknown>): LinkSearch => ({
    ...((days === 7 || days === 90) && { days }),
    ...pageIn(search),
  }),
}).lazy(() => import('./link-page.js').then(({ linkPage }) => linkPage))
