import { createRoute } from '@tanstack/react-router'
import { pageIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type SegmentsSearch = {
  /** Part of the name. */
  readonly name?: string
  readonly page?: number
}

export const segmentsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'segments',
  validateSearch: (search: Record<string, unknown>): SegmentsSearch => ({
    ...textIn(search, 'name'),
    ...pageIn(search),
  }),
}).lazy(() => import('./segments-page.js').then(({ segmentsPage }) => segmentsPage))
