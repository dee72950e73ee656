import { createRoute } from '@tanstack/react-router'
import { choiceIn, pageIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export const PEOPLE = ['queued', 'sent', 'failed', 'clicked'] as const
export type People = (typeof PEOPLE)[number]

export type BroadcastSearch = {
  /** Whose messages are listed. */
  readonly people?: People
  /** With `failed`: only for this reason. */
  readonly reason?: string
  /** With `clicked`: only on this link. */
  readonly link?: string
  readonly page?: number
  readonly cursor?: string
  /** The draft that it was sent from, so that undoing can go back to it. */
  readonly draft?: string
}

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
