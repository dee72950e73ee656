import { createRoute } from '@tanstack/react-router'
import { choiceIn, pageIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import { PEOPLE, type BroadcastSearch } from './broadcast-search.js'

export const broadcastRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'broadcasts/$broadcast',
  validateSearch: (search: Record<string, unknown>): BroadcastSearch => ({
    ...choiceIn(search, 'people', PEOPLE),
    ...textIn(search, 'reason'),
    ...textIn(search, 'link'),
    ...textIn(search, 'cursor'),
    ...textIn(search, 'draft'),
    ...pageIn(search),
  }),
}).lazy(() => import('./broadcast-page.js').then(({ broadcastPage }) => broadcastPage))
