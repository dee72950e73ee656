import { createRoute } from '@tanstack/react-router'
import { choiceIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import { LEDGER_CAUSES, type CreditsSearch } from './credits-search.js'

export const creditsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'credits',
  validateSearch: (search: Record<string, unknown>): CreditsSearch => ({
    ...choiceIn(search, 'cause', LEDGER_CAUSES),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./credits-page.js').then(({ creditsPage }) => creditsPage))
