import { createRoute } from '@tanstack/react-router'
import { textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type ImportsSearch = { readonly cursor?: string }

export const importsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'imports',
  validateSearch: (search: Record<string, unknown>): ImportsSearch => textIn(search, 'cursor'),
}).lazy(() => import('./imports-page.js').then(({ importsPage }) => importsPage))
