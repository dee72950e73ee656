import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** Consent is stored by account and phone number, whether or not a contact has that number. */
export type Consent = {
  readonly account: AccountId
  readonly phone: PhoneNumber
  /** When the number sent STOP, unless it has opted in again since. */
  readonly optedOutAt: Date | null
  readonly activeGroups: number
}

export type Refusal = 'hard-opted-out' | 'not-opted-in'

/**
 * `unknown`: no consent is stored for the number. A number that was accepted as a recipient had a stored consent, and
 * only an erasure deletes a consent.
 */
export type HeldRefusal = Refusal | 'unknown'

/** Whether a number may be texted. A hard opt-out overrides memberships: only the contact can revoke it. */
export function refusalOf({ optedOutAt, activeGroups }: Pick<Consent, 'optedOutAt' | 'activeGroups'>): Refusal | null {
  if (optedOutAt !== null) return 'hard-opted-out'
  return activeGroups === 0 ? 'not-opted-in' : null
}

/** The state of a contact. */
export function consentStateOf(
  consent: Pick<Consent, 'optedOutAt' | 'activeGroups'>,
  isPending: boolean,
): ConsentState {
  const refusal = refusalOf(consent)
  if (refusal === null) return 'opted_in'
  if (refusal === 'hard-opted-out') return 'opted_out'
  return isPending ? 'pending' : 'none'
}

export const CONSENT_STATES = ['opted_in', 'pending', 'none', 'opted_out'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

/** The error for a broadcast that has no recipients left. */
export function consentRefusal(refusal: Refusal): DomainError {
  return refusal === 'hard-opted-out'
    ? new DomainError('recipient-opted-out', 'All recipients have opted out, and only they can opt in again')
    : new DomainError('recipient-not-opted-in', 'No recipient has opted in to any group of this account')
}

/** The consent of a number for which none is stored. */
export function noConsent(account: AccountId, phone: PhoneNumber): Consent {
  return { account, phone, optedOutAt: null, activeGroups: 0 }
}

/** A number that has opted out, as this service knows it. */
export type KnownOptOut = {
  readonly phone: PhoneNumber
  /** When the number sent STOP, unless it has opted in again since. */
  readonly optedOutAt: Date | null
  /** When the provider last refused a text to the number because of its own record of an opt-out. */
  readonly refusedAt: Date | null
}

export type OptOutsPage = {
  readonly optOuts: readonly KnownOptOut[]
  /** The last number that was examined; null if none was left. */
  readonly last: PhoneNumber | null
}

/** The provider refused to text this number from this sender, because it has its own record of an opt-out. */
export type ProviderOptOut = {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly sender: string
  readonly at: Date
}
