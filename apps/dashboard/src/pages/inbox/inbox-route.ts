import { createRoute } from '@tanstack/react-router'
import { choiceIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import { INBOX_VIEWS, type InboxSearch } from './inbox-search.js'

/** The open conversations are shown without a `view`. */
const OTHER_VIEWS = INBOX_VIEWS.filter((view) => view !== 'open')

export const inboxRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'inbox',
  validateSearch: (search: Record<string, unknown>): InboxSearch => ({
    ...choiceIn(search, 'view', OTHER_VIEWS),
    ...textIn(search, 'phone'),
    ...textIn(search, 'cursor'),
    ...textIn(search, 'conversation'),
  }),
}).lazy(() => import('./inbox-page.js').then(({ inboxPage }) => inboxPage))
