import type { Destinations } from '../../model/accounts/destinations.js'
import { FORM_LIMIT_NAMES, type FormLimitName } from '../../model/limits/form-limits.js'
import type { ReachedLimit, UsageName } from '../../model/limits/usage-counter.js'
import { DomainError } from '../../values/errors.js'
import { kindOfNumber } from '../../values/phone/kind-of-number.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

export function tooManyCodes({ name, freeAt }: ReachedLimit, now: Date): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1_000))
  return new DomainError('too-many-codes', `Too many codes were requested: try again in ${retryAfterSeconds} s`, {
    limit: LIMIT_NAMES[name],
    retryAfterSeconds,
  })
}

const LIMIT_NAMES: { readonly [Name in UsageName]?: FormLimitName } = {
  'code-from-address': 'address',
  'code-from-network': 'network',
  'code-to-prefix': 'prefix',
  'code-to-country': 'country',
  'code-of-form': 'form',
  'service-text': 'service_texts',
}

export function prefixPaused(): DomainError {
  return new DomainError('too-many-codes', 'Too many codes for similar numbers were not entered: try again later', {
    limit: 'paused_prefix',
    retryAfterSeconds: 3_600,
  })
}

/** `bits`: the leading zero bits that the proof needs; `workBits`: those that it has. */
export function proofRequired({ bits, workBits }: { readonly bits: number; readonly workBits: number }): DomainError {
  return new DomainError(
    'proof-of-work-required',
    `The form requires a proof of work at the moment: expected ${bits} leading zero bits, got ${workBits}`,
    { limit: 'proof_of_work', bits },
  )
}

/** Tells the person the reason, which shows nothing about the account except the countries of its form. */
export function numberNotServed(phone: PhoneNumber, { allowPremium }: Pick<Destinations, 'allowPremium'>): DomainError {
  const isOfWrongKind = !allowPremium && kindOfNumber(phone) !== 'ordinary'
  const numbers = isOfWrongKind ? 'Numbers of this kind' : 'Numbers of this country'
  return new DomainError('number-not-served', `${numbers} cannot join here`, { limit: 'destination' })
}

export function codeNotSent(details?: { readonly limit: 'daily_quota' }): DomainError {
  return new DomainError('code-not-sent', 'No code can be sent at the moment', details)
}

/** The refusal of a code that the daily quota of the account does not allow. */
export function quotaUsedUp(): DomainError {
  return codeNotSent({ limit: 'daily_quota' })
}

/** The limit that a refusal of a code names; null for any other error. */
export function limitOf(error: unknown): FormLimitName | null {
  if (!(error instanceof DomainError)) return null
  return FORM_LIMIT_NAMES.find((name) => name === error.details?.['limit']) ?? null
}
