import { createRoute } from '@tanstack/react-router'
import { daysIn } from '../../parts/days-search.js'
import { pageIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import type { LinkSearch } from './link-search.js'

export const linkRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'links/$link',
  validateSearch: (search: Record<string, unknown>): LinkSearch => ({ ...daysIn(search), ...pageIn(search) }),
}).lazy(() => import('./link-page.js').then(({ linkPage }) => linkPage))
