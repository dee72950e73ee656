import type { Schema } from './operation.js'

/**
 * `refused`: the service said no, or the client knows that it would for now. `unreachable`: no connection, or it broke.
 * `timeout`: no answer in time. `unreadable`: an answer that is not Carillon's.
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

/** What came of a call that failed. It holds nothing of the request but its idempotency key: no secret, no text. */
export class CarillonError extends Error {
  override readonly name = 'CarillonError'
  readonly reason: CarillonErrorReason
  /** Of HTTP; absent where there was no answer. */
  readonly status: number | undefined
  /** What happened, such as 33029: the service's own number, as its documentation has it. */
  readonly code: number | undefined
  /** Where to read about the code. */
  readonly moreInfo: string | undefined
  readonly details: ErrorDetails | undefined
  /** By which the service's log names the request. */
  readonly requestId: string | undefined
  /** When the service takes the next try. */
  readonly retryAfterMs: number | undefined
  /** Which the request had. The same request with this key again never sends twice. */
  readonly idempotencyKey: string | undefined
  /** How often it was tried again. */
  readonly retries: number

  constructor({ message, cause, ...told }: CarillonErrorOptions) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = told.reason
    this.status = told.status
    this.code = told.code
    this.moreInfo = told.moreInfo
    this.details = told.details
    this.requestId = told.requestId
    this.retryAfterMs = told.retryAfterMs
    this.idempotencyKey = told.idempotencyKey
    this.retries = told.retries
  }

  /** For logs. */
  toJSON() {
    const { name, message, reason, status, code, moreInfo, details, requestId, retries } = this
    const { retryAfterMs, idempotencyKey } = this
    return {
      ...{ name, message, reason, status, code, moreInfo, details, requestId },
      ...{ retryAfterMs, idempotencyKey, retries },
    }
  }
}
