/** Everything a rule of the core can refuse. What each is called over HTTP stands in one table of the HTTP adapter. */
export type ErrorCode =
  | 'unauthenticated'
  | 'rate-limited'
  | 'invalid-input'
  | 'invalid-phone-number'
  | 'invalid-group-id'
  | 'invalid-custom-field'
  | 'contact-not-found'
  | 'contact-exists'
  | 'group-not-found'
  | 'hard-opted-out'
  | 'pending-elsewhere'
  | 'silent-unavailable'
  | 'account-not-found'
  | 'api-key-not-found'
  | 'api-key-taken'

/** An input field that is wrong, and why, by its path in the request: `address.country`, `groups[0].name`. */
export type FieldError = { readonly field: string; readonly message: string }

export type ErrorDetails = Readonly<Record<string, unknown>>

/** A refusal that the caller can understand and act on; every other error is a bug or an outage. */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetails,
  ) {
    super(message)
  }
}

/** One field of the input is wrong in itself, whatever is stored. */
export function invalidInput(field: string, message: string): DomainError {
  return new DomainError('invalid-input', `${field} ${message}`, { fields: [{ field, message }] })
}
