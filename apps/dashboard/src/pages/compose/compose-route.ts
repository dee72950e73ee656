import { createRoute } from '@tanstack/react-router'
import { choiceIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type ComposeSearch = {
  readonly draft?: string
  /** A group to begin with. */
  readonly group?: string
  readonly step?: 'review'
  /** Sending was undone: the draft needs a new idempotency key. */
  readonly undone?: true
}

export const composeRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'compose',
  validateSearch: (search: Record<string, unknown>): ComposeSearch => ({
    ...textIn(search, 'draft'),
    ...textIn(search, 'group'),
    ...choiceIn(search, 'step', ['review']),
    ...(search['undone'] === true && { undone: true }),
  }),
}).lazy(() => import('./compose-page.js').then(({ composePage }) => composePage))
