import type { ErrorCode } from '@carillon/core'

/** Refusals that are specific to HTTP. A rule of the core refuses with a `DomainError` instead. */
export type HttpErrorCode =
  | 'malformed-request'
  | 'no-such-route'
  | 'wrong-method'
  | 'too-slow'
  | 'body-too-large'
  | 'wrong-content-type'
  | 'condition-required'
  // Sent by the phone simulator only.
  | 'wrong-host'
  // Sent by the dashboard API only.
  | 'role-too-low'
  | 'cross-site-request'
  | 'insecure-connection'
  | 'unmet-expectation'
  | 'head-too-large'
  | 'crashed'
  | 'unavailable'

/**
 * The code and status of each refusal; `docs/errors` describes them. A code that the contract does not define is 33
 * followed by the HTTP status.
 */
export const PROBLEMS = {
  unauthenticated: { code: 33001, status: 401 },
  'too-many-failures': { code: 33001, status: 401 },
  'sign-in-failed': { code: 33001, status: 401 },
  'rate-limited': { code: 33002, status: 429 },
  'invalid-phone-number': { code: 33003, status: 400 },
  'sender-not-assigned': { code: 33004, status: 400 },
  'sender-not-active': { code: 33009, status: 400 },
  'quota-reached': { code: 33012, status: 429 },
  'unsupported-characters': { code: 33016, status: 400 },
  'compliance-violation': { code: 33019, status: 400 },
  'insufficient-credits': { code: 33023, status: 402 },
  'duplicate-recipients': { code: 33024, status: 400 },
  'recipient-not-opted-in': { code: 33028, status: 400 },
  'recipient-opted-out': { code: 33029, status: 400 },
  'contact-not-found': { code: 33030, status: 404 },
  'group-not-found': { code: 33031, status: 404 },
  'invalid-custom-field': { code: 33033, status: 400 },
  'invalid-group-id': { code: 33034, status: 400 },
  'hard-opted-out': { code: 33035, status: 409 },
  'pending-elsewhere': { code: 33036, status: 409 },
  'contact-exists': { code: 33037, status: 409 },
  'silent-unavailable': { code: 33038, status: 403 },
  'schedule-ended': { code: 33043, status: 409 },
  'schedule-in-past': { code: 33044, status: 400 },
  'owner-required': { code: 33403, status: 403 },
  'invalid-input': { code: 33400, status: 400 },
  'number-not-served': { code: 33400, status: 400 },
  'malformed-request': { code: 33400, status: 400 },
  'role-too-low': { code: 33403, status: 403 },
  'not-the-author': { code: 33403, status: 403 },
  'cross-site-request': { code: 33403, status: 403 },
  'insecure-connection': { code: 33403, status: 403 },
  'account-not-found': { code: 33404, status: 404 },
  'api-key-not-found': { code: 33404, status: 404 },
  'pool-not-found': { code: 33404, status: 404 },
  'sender-not-found': { code: 33404, status: 404 },
  'custom-field-not-found': { code: 33404, status: 404 },
  'tag-not-found': { code: 33404, status: 404 },
  'message-not-found': { code: 33404, status: 404 },
  'draft-not-found': { code: 33404, status: 404 },
  'template-not-found': { code: 33404, status: 404 },
  'conversation-not-found': { code: 33404, status: 404 },
  'note-not-found': { code: 33404, status: 404 },
  'broadcast-not-found': { code: 33404, status: 404 },
  'contact-list-not-found': { code: 33404, status: 404 },
  'import-not-found': { code: 33404, status: 404 },
  'segment-not-found': { code: 33404, status: 404 },
  'schedule-not-found': { code: 33404, status: 404 },
  'dead-job-not-found': { code: 33404, status: 404 },
  'webhook-endpoint-not-found': { code: 33404, status: 404 },
  'webhook-delivery-not-found': { code: 33404, status: 404 },
  'form-not-found': { code: 33404, status: 404 },
  'tracking-link-not-found': { code: 33404, status: 404 },
  'carrier-not-found': { code: 33404, status: 404 },
  'test-text-not-found': { code: 33404, status: 404 },
  'link-not-found': { code: 33404, status: 404 },
  'user-not-found': { code: 33404, status: 404 },
  'session-not-found': { code: 33404, status: 404 },
  'no-list-of-opt-outs': { code: 33404, status: 404 },
  'no-such-route': { code: 33404, status: 404 },
  'wrong-method': { code: 33405, status: 405 },
  'too-slow': { code: 33408, status: 408 },
  'import-not-ready': { code: 33409, status: 409 },
  'dead-job-needed': { code: 33409, status: 409 },
  'too-many-imports': { code: 33409, status: 409 },
  'name-taken': { code: 33409, status: 409 },
  'item-in-use': { code: 33409, status: 409 },
  'pool-in-use': { code: 33409, status: 409 },
  'segment-in-use': { code: 33409, status: 409 },
  'too-many-items': { code: 33409, status: 409 },
  'api-key-taken': { code: 33409, status: 409 },
  'key-in-use': { code: 33409, status: 409 },
  'key-used-differently': { code: 33409, status: 409 },
  'broadcast-running': { code: 33409, status: 409 },
  'nothing-to-retry': { code: 33409, status: 409 },
  'too-many-to-retry': { code: 33409, status: 409 },
  'too-many-to-replay': { code: 33409, status: 409 },
  'webhook-endpoint-taken': { code: 33409, status: 409 },
  'webhook-endpoint-disabled': { code: 33409, status: 409 },
  'too-many-drafts': { code: 33409, status: 409 },
  'template-in-use': { code: 33409, status: 409 },
  'too-many-templates': { code: 33409, status: 409 },
  'too-many-webhook-endpoints': { code: 33409, status: 409 },
  'form-text-changed': { code: 33409, status: 409 },
  'erasure-waits': { code: 33409, status: 409 },
  'user-disabled': { code: 33409, status: 409 },
  'user-exists': { code: 33409, status: 409 },
  'identity-taken': { code: 33409, status: 409 },
  'last-owner': { code: 33409, status: 409 },
  'too-many-opt-outs': { code: 33409, status: 409 },
  'state-changed': { code: 33412, status: 412 },
  'body-too-large': { code: 33413, status: 413 },
  'wrong-content-type': { code: 33415, status: 415 },
  'unmet-expectation': { code: 33417, status: 417 },
  'wrong-host': { code: 33421, status: 421 },
  'condition-required': { code: 33428, status: 428 },
  'too-many-codes': { code: 33429, status: 429 },
  'too-many-sign-ins': { code: 33429, status: 429 },
  'too-many-confirmations': { code: 33429, status: 429 },
  'proof-of-work-required': { code: 33429, status: 429 },
  'head-too-large': { code: 33431, status: 431 },
  'code-not-sent': { code: 33503, status: 503 },
  'opt-outs-unreadable': { code: 33503, status: 503 },
  crashed: { code: 33500, status: 500 },
  unavailable: { code: 33503, status: 503 },
} as const satisfies Record<ErrorCode | HttpErrorCode, { code: number; status: number }>

/** A code as clients see it: in the response, and as the anchor in `moreInfo`. */
export type ProblemNumber = (typeof PROBLEMS)[keyof typeof PROBLEMS]['code']
