import { createRoute } from '@tanstack/react-router'
import { daysIn } from '../../parts/days-search.js'
import { textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import type { ConsentSearch } from './consent-search.js'

export const consentRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'consent',
  validateSearch: (search: Record<string, unknown>): ConsentSearch => ({
    ...daysIn(search),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./consent-page.js').then(({ consentPage }) => consentPage))
