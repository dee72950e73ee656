import { createRoute } from '@tanstack/react-router'
import { textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import type { AuditSearch } from './audit-search.js'

export const auditRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    ...textIn(search, 'action'),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./audit-page.js').then(({ auditPage }) => auditPage))
