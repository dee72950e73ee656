import { DomainError, type ErrorDetails } from '@carillon/core'
import { PROBLEMS, type HttpErrorCode } from './error-codes.js'

/** The error envelope of the contract. */
export type Problem = {
  readonly code: number
  readonly message: string
  readonly status: number
  readonly moreInfo: string
  readonly details?: ErrorDetails
}

export type Headers = Readonly<Record<string, string>>

export class HttpError extends Error {
  override readonly name = 'HttpError'

  constructor(
    readonly code: HttpErrorCode,
    message: string,
    readonly headers: Headers = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export type ProblemOptions = {
  /** The page that explains the errors; each code is an anchor on it. Default: `/docs/errors`. */
  readonly docsUrl: string
  /**
   * Whether an error means that a dependency of the service is unreachable, so that the client may retry. Default:
   * `isNetworkFailure`, which recognizes network errors only.
   */
  readonly isOutage: (error: unknown) => boolean
}

/** What the client receives. Errors that are not meant for clients reveal nothing. */
export function problemOf(
  error: unknown,
  { docsUrl, isOutage }: ProblemOptions,
): { problem: Problem; headers: Headers } {
  const shown = publicErrorOf(error, isOutage)
  const { code, status } = PROBLEMS[shown.code]
  const problem = { code, message: shown.message, status, moreInfo: `${docsUrl}#${code}` }
  if (shown instanceof HttpError) return { problem, headers: shown.headers }
  const { details } = shown
  if (details === undefined) return { problem, headers: {} }
  const { retryAfterSeconds } = details
  const headers: Headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return { problem: { ...problem, details }, headers }
}

function publicErrorOf(error: unknown, isOutage: ProblemOptions['isOutage']): DomainError | HttpError {
  if (error instanceof DomainError || error instanceof HttpError) return error
  if (isOutage(error)) return unavailable('The service is temporarily unavailable. Try again soon', 2)
  return new HttpError('crashed', 'Internal error. X-Request-Id identifies this request')
}

export function unavailable(message: string, retryAfterSeconds: number): HttpError {
  return new HttpError('unavailable', message, { 'Retry-After': String(retryAfterSeconds) })
}
