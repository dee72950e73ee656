import type { Schema } from './requests/operation.js'

/**
 * `refused`: the service refused the call, or would refuse it now. `unreachable`: the connection failed or
 * broke. `timeout`: no response in time. `unreadable`: the response is not from Carillon.
 */
export type CarillonErrorReason = 'refused' | 'unreachable' | 'timeout' | 'unreadable'

export type ErrorDetails = NonNullable<Schema<'Error'>['details']>

export type CarillonErrorOptions = {
  readonly message: string
  readonly reason: CarillonErrorReason
  readonly status?: number | undefined
  readonly code?: number | undefined
  readonly moreInfo?: string | undefined
  readonly details?: ErrorDetails | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly retries: number
  readonly cause?: unknown
}

/** The error of a failed call. From the request it contains only the idempotency key: no secret and no text. */
export class CarillonError extends Error {
  override readonly name = 'CarillonError'
  readonly reason: CarillonErrorReason
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined
  /** The error code from the service's documentation, such as 33029. */
  readonly code: number | undefined
  /** The URL of the documentation of the code. */
  readonly moreInfo: string | undefined
  readonly details: ErrorDetails | undefined
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined
  /** The wait after which the service accepts a retry. */
  readonly retryAfterMs: number | undefined
  /** The key of the request. Repeating the request with this key never sends twice. */
  readonly idempotencyKey: string | undefined
  /** The number of retries before this error. */
  readonly retries: number

  constructor({ message, cause, ...fields }: CarillonErrorOptions) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = fields.reason
    this.status = fields.status
    this.code = fields.code
    this.moreInfo = fields.moreInfo
    this.details = fields.details
    this.requestId = fields.requestId
    this.retryAfterMs = fields.retryAfterMs
    this.idempotencyKey = fields.idempotencyKey
    this.retries = fields.retries
  }

  /** The properties that are safe to log. */
  toJSON() {
    const { name, message, reason, status, code, moreInfo, details, requestId, retries } = this
    const { retryAfterMs, idempotencyKey } = this
    return {
      ...{ name, message, reason, status, code, moreInfo, details, requestId },
      ...{ retryAfterMs, idempotencyKey, retries },
    }
  }
}
