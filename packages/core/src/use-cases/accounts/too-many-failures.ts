import { DomainError } from '../../values/errors.js'

/** Refuses credentials that were not checked. */
export function tooManyFailures(blockedMs: number): DomainError {
  const retryAfterSeconds = Math.ceil(blockedMs / 1_000)
  return new DomainError(
    'too-many-failures',
    `Too many failed authentications from this address, so these credentials were not checked. Try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  )
}
