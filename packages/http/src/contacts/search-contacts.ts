import {
  CONSENT_STATES,
  CONTACT_ORDERS,
  SUPPORTED_ZONES,
  invalidInput,
  oneOf,
  parseGroupId,
  type ConsentState,
  type ContactOrder,
  type FoundContact,
  type SearchContactsInput,
  type SupportedZone,
  type UseCases,
} from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { Parameter, readQuery, SEARCH } from '../input/query.js'
import { ANY_TEXT } from '../input/shape.js'
import { contactResponse } from './contacts.js'

class ContactSearchQuery extends CursorQuery {
  @Parameter(SEARCH) q?: string
  @Parameter(ANY_TEXT) group?: string
  @Parameter(oneOf(CONSENT_STATES)) consent?: ConsentState | ''
  @Parameter(oneOf(SUPPORTED_ZONES)) tz?: SupportedZone | ''
  @Parameter(SEARCH) field?: string
  @Parameter(SEARCH) value?: string
  @Parameter(oneOf(CONTACT_ORDERS)) sort?: ContactOrder | ''
}

export function contactSearchRoutes({ searchContacts }: Pick<UseCases, 'searchContacts'>): Route[] {
  return [
    {
      method: 'get',
      path: '/contacts/search',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const query = readQuery(req, ContactSearchQuery)
        const input = { account: accountOf(res), ...filtersOf(query), ...cursorRequestOf(query) }
        const { total, ...page } = await searchContacts.execute(input)
        res.json({ ...cursorPageOf(page, foundResponse), total })
      },
    },
  ]
}

function foundResponse({ consent, ...contact }: FoundContact) {
  return { ...contactResponse(contact), consent }
}

function filtersOf(query: ContactSearchQuery): Omit<SearchContactsInput, 'account' | 'cursor' | 'limit'> {
  const { q, group, consent, tz, field, value, sort } = query
  if (value && !field) throw invalidInput('field', 'is required with value')
  return {
    text: q?.trim() || null,
    group: group ? parseGroupId(group) : null,
    consent: consent || null,
    tz: tz || null,
    field: field ? { label: field, value: value || null } : null,
    order: sort || 'newest',
  }
}
