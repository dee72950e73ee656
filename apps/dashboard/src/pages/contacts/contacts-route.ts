import { createRoute } from '@tanstack/react-router'
import { ZONE_NAMES, type Zone } from './zones.js'
import { accountRoute } from '../../shell/account-route.js'
import { choiceIn, textIn } from '../../parts/search-params.js'

export const CONSENT_STATES = ['opted_in', 'pending', 'none', 'opted_out'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

export type ContactsSearch = {
  /** Words, or a number or part of it. */
  readonly q?: string
  readonly group?: string
  readonly consent?: ConsentState
  readonly tz?: Zone
  /** The label of a custom field, and the value that it must have. */
  readonly field?: string
  readonly value?: string
  readonly sort?: 'oldest'
  readonly cursor?: string
}

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
