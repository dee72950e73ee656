import { createRoute } from '@tanstack/react-router'
import { ZONE_NAMES } from '../../parts/text/contact-zones.js'
import { accountRoute } from '../../shell/account-route.js'
import { choiceIn, textIn } from '../../parts/search-params.js'
import { CONSENT_STATES, type ContactsSearch } from './contacts-search.js'

export const contactsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'contacts',
  validateSearch: (search: Record<string, unknown>): ContactsSearch => ({
    ...textIn(search, 'q'),
    ...textIn(search, 'group'),
    ...choiceIn(search, 'consent', CONSENT_STATES),
    ...choiceIn(search, 'tz', ZONE_NAMES),
    ...textIn(search, 'field'),
    ...textIn(search, 'value'),
    ...choiceIn(search, 'sort', ['oldest'] as const),
    ...textIn(search, 'cursor'),
  }),
}).lazy(() => import('./contacts-page.js').then(({ contactsPage }) => contactsPage))
