import { createRoute } from '@tanstack/react-router'
import { choiceIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'
import type { ComposeSearch } from './compose-search.js'

export const composeRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'compose',
  validateSearch: (search: Record<string, unknown>): ComposeSearch => ({
    ...textIn(search, 'draft'),
    ...textIn(search, 'group'),
    ...textIn(search, 'segment'),
    ...textIn(search, 'template'),
    ...choiceIn(search, 'when', ['once', 'repeatedly']),
    ...atIn(search),
    ...choiceIn(search, 'step', ['review']),
    ...(search['undone'] === true && { undone: true }),
  }),
}).lazy(() => import('./compose-page.js').then(({ composePage }) => composePage))

function atIn(search: Record<string, unknown>): Pick<ComposeSearch, 'at'> {
  const { at } = textIn(search, 'at')
  return at !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at) ? { at } : {}
}
