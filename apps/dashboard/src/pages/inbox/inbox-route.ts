import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../../shell/account-route.js'
import { INBOX_VIEWS, type InboxSearch, type InboxView } from './inbox-search.js'

export const inboxRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'inbox',
  validateSearch: ({ view, phone, cursor, conversation }: Record<string, unknown>): InboxSearch => ({
    ...(INBOX_VIEWS.includes(view as InboxView) && view !== 'open' && { view: view as InboxView }),
    ...(isText(phone) && { phone: String(phone) }),
    ...(typeof cursor === 'string' && { cursor }),
    ...(typeof conversation === 'string' && { conversation }),
  }),
}).lazy(() => import('./inbox-page.js').then(({ inboxPage }) => inboxPage))

/** The router reads a number in the URL as a number. */
function isText(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
