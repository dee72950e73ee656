import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'
import type { AuditSearch } from './audit-search.js'

export const auditRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'audit',
  validateSearch: ({ action, cursor }: Record<string, unknown>): AuditSearch => ({
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(typeof cursor === 'string' && { cursor }),
  }),
}).lazy(() => import('./audit-page.js').then(({ auditPage }) => auditPage))
