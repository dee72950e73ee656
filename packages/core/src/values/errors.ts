/**
 * Every reason for a refusal, independent of how a request arrived. Rules, stores and adapters all refuse with these
 * codes. One table in the HTTP adapter maps them to HTTP responses.
 */
export type ErrorCode =
  | 'unauthenticated'
  | 'too-many-failures'
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
  | 'name-taken'
  | 'item-in-use'
  | 'too-many-items'
  | 'sender-not-found'
  | 'custom-field-not-found'
  | 'tag-not-found'
  | 'state-changed'
  | 'owner-required'
  | 'api-key-not-found'
  | 'api-key-taken'
  | 'sender-not-assigned'
  | 'sender-not-active'
  | 'quota-reached'
  | 'unsupported-characters'
  | 'compliance-violation'
  | 'insufficient-credits'
  | 'recipient-not-opted-in'
  | 'recipient-opted-out'
  | 'message-not-found'
  | 'conversation-not-found'
  | 'note-not-found'
  | 'not-the-author'
  | 'key-in-use'
  | 'key-used-differently'
  | 'duplicate-recipients'
  | 'broadcast-not-found'
  | 'broadcast-running'
  | 'nothing-to-retry'
  | 'too-many-to-retry'
  | 'contact-list-not-found'
  | 'import-not-found'
  | 'import-not-ready'
  | 'too-many-imports'
  | 'draft-not-found'
  | 'too-many-drafts'
  | 'pool-not-found'
  | 'pool-in-use'
  | 'segment-not-found'
  | 'segment-in-use'
  | 'template-not-found'
  | 'template-in-use'
  | 'too-many-templates'
  | 'schedule-not-found'
  | 'schedule-ended'
  | 'schedule-in-past'
  | 'dead-job-not-found'
  | 'dead-job-needed'
  | 'webhook-endpoint-not-found'
  | 'webhook-endpoint-taken'
  | 'too-many-webhook-endpoints'
  | 'webhook-endpoint-disabled'
  | 'webhook-delivery-not-found'
  | 'too-many-to-replay'
  | 'form-not-found'
  | 'form-text-changed'
  | 'too-many-codes'
  | 'too-many-confirmations'
  | 'proof-of-work-required'
  | 'code-not-sent'
  | 'number-not-served'
  | 'erasure-waits'
  | 'tracking-link-not-found'
  | 'carrier-not-found'
  | 'test-text-not-found'
  | 'no-list-of-opt-outs'
  | 'opt-outs-unreadable'
  | 'too-many-opt-outs'
  | 'sign-in-failed'
  | 'too-many-sign-ins'
  | 'link-not-found'
  | 'user-not-found'
  | 'user-exists'
  | 'user-disabled'
  | 'identity-taken'
  | 'last-owner'
  | 'session-not-found'

/** An invalid input field and the reason. `field` is its path in the request: `address.country`, `groups[0].name`. */
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

/** An error for a field that is invalid regardless of the stored data. */
export function invalidInput(field: string, message: string): DomainError {
  return invalidFields([{ field, message }])
}

/** Throws one error for all faults, if there are any. Lists the first 50. */
export function refuseFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidFields(faults)
}

function invalidFields(faults: readonly FieldError[]): DomainError {
  const [{ field, message }] = faults as readonly [FieldError]
  const more = faults.length === 1 ? '' : `, and ${faults.length - 1} more`
  const place = field === '' ? 'The value' : field
  return new DomainError('invalid-input', `${place} ${message}${more}`, { fields: faults.slice(0, FAULTS_NAMED_MAX) })
}

const FAULTS_NAMED_MAX = 50
