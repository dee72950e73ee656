import type { Zone } from '../../parts/text/contact-zones.js'

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
