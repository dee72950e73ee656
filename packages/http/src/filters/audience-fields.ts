import {
  CONTACT_FILTER,
  audienceOfFilter,
  parseFilterText,
  type AskedAudience,
  type Condition,
  type ContactFilterInput,
} from '@carillon/core'
import { Must } from '../input/checks.js'

/** The contacts that a filter finds, as `{ filter: { contact: { ... } } }`. */
export class AudienceFields {
  @Must(CONTACT_FILTER) filter!: ContactFilterInput
}

export function audienceOf({ filter }: AudienceFields): AskedAudience {
  return audienceOfFilter(filter.contact)
}

/**
 * The condition of a query parameter with a filter as JSON; null without one. Unlike that of other parameters, an empty
 * value does not count as absent: a client that forgot to fill it in would get all contacts.
 */
export function queriedFilter(filter: string | undefined): Condition | null {
  return filter === undefined ? null : parseFilterText(filter, 'filter').contact
}

/** A filter as responses show it. */
export function filterResponse(condition: Condition): ContactFilterInput {
  return { contact: condition }
}
