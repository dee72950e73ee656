import { createRoute } from '@tanstack/react-router'
import { pageIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type LinksSearch = { readonly page?: number }

export const linksRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'links',
  validateSearch: (search: Record<string, unknown>): LinksSearch => pageIn(search),
}).lazy(() => import('./links-page.js').then(({ linksPage }) => linksPage))
