import { createRoute } from '@tanstack/react-router'
import { pageIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import { type LinkSearch } from './link-search.js'

export const linkRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'links/$link',
  validateSearch: ({ days, ...search }: Record<string, unknown>): LinkSearch => ({
    ...((days === 7 || days === 90) && { days }),
    ...pageIn(search),
  }),
}).lazy(() => import('./link-page.js').then(({ linkPage }) => linkPage))
