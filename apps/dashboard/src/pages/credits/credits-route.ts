import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'
import { LEDGER_CAUSES, type CreditsSearch, type LedgerCause } from './credits-search.js'

export const creditsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'credits',
  validateSearch: ({ cause, cursor }: Record<string, unknown>): CreditsSearch => ({
    ...(LEDGER_CAUSES.includes(cause as LedgerCause) && { cause: cause as LedgerCause }),
    ...(typeof cursor === 'string' && { cursor }),
  }),
}).lazy(() => import('./credits-page.js').then(({ creditsPage }) => creditsPage))
