import { createRoute } from '@tanstack/react-router'
import { textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type ImportSearch = {
  /** The class of faults whose rows are shown. */
  readonly class?: string
  readonly cursor?: string
}

export const importRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'imports/$import',
  validateSearch: (search: Record<string, unknown>): ImportSearch => ({
    ...textIn(search, 'class'),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./import-page.js').then(({ importPage }) => importPage))
