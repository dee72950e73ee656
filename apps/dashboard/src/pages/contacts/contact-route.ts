import { createRoute } from '@tanstack/react-router'
import { textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type ContactSearch = {
  /** Where the shown part of the timeline begins. */
  readonly cursor?: string
}

export const contactRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'contacts/$phone',
  validateSearch: (search: Record<string, unknown>): ContactSearch => textIn(search, 'cursor'),
}).lazy(() => import('./contact-page.js').then(({ contactPage }) => contactPage))
