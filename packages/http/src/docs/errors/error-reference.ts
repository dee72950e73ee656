import { PROBLEMS, type ProblemNumber } from '../../api/error-codes.js'
import { ERROR_CODES, RETRIES, type ErrorCodeEntry } from './code-descriptions.js'
import { DELIVERY_FAILURES, MESSAGE_FAILURES, SEND_FAILURES } from './failure-descriptions.js'
import { ERROR_REASONS, type ErrorReason } from './reason-descriptions.js'

/** The introduction, which applies to all errors. */
export const INTRODUCTION = [
  'Every error response has the same envelope: `code` identifies the error, `message` describes it for people, `status` is the ' +
    'HTTP status, `moreInfo` links to the entry on this page, and `details` identifies the part of the request at fault. ' +
    'Programs must use `code` and `details`: a `message` can change at any time.',
  'A refused request has no effect, unless its entry says otherwise. Every response has an `X-Request-Id`, which is also ' +
    'in the log of the service.',
] as const

export type ReferredError = {
  readonly code: number
  readonly status: number
  readonly title: string
  readonly retry: string
  readonly details: string | null
  readonly reasons: readonly ErrorReason[]
  /** A complete error response. */
  readonly example: object
}

/** Every code once with all its reasons, in ascending order. */
export function errorReference(docsUrl: string): readonly ReferredError[] {
  const kinds = Object.entries(PROBLEMS) as [keyof typeof PROBLEMS, { code: ProblemNumber; status: number }][]
  const codes = [...new Set(kinds.map(([, { code }]) => code))].sort((one, other) => one - other)
  return codes.map((code) => {
    const { title, retry, details, example }: ErrorCodeEntry = ERROR_CODES[code]
    const own = kinds.filter(([, problem]) => problem.code === code)
    const { status } = own[0]![1]
    return {
      code,
      status,
      title,
      retry: RETRIES[retry],
      details: details ?? null,
      reasons: own.map(([kind]) => ERROR_REASONS[kind]),
      example: {
        code,
        message: example.message,
        status,
        moreInfo: `${docsUrl}#${code}`,
        ...(example.details && { details: example.details }),
      },
    }
  })
}

export type FailureTable = {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly failures: Readonly<Record<string, ErrorReason>>
}

/** Failures that happen after the response, and are reported as a short string. */
export const FAILURE_TABLES: readonly FailureTable[] = [
  {
    id: 'message',
    title: 'Failed messages',
    about:
      'A message that cannot be sent or delivered is not a request error: the message has the status `failed` and one of ' +
      'these as its `errorType`. `errorMessage` has more detail, for people.',
    failures: MESSAGE_FAILURES,
  },
  {
    id: 'send',
    title: 'Sends that did not start',
    about: 'A send of a schedule with the status `skipped` or `failed` has one of these as its `reason`.',
    failures: SEND_FAILURES,
  },
  {
    id: 'delivery',
    title: 'Webhook deliveries without a response',
    about:
      'Each attempt of a delivery has the HTTP status of its response, or, without a response, one of these as its ' +
      '`reason`.',
    failures: DELIVERY_FAILURES,
  },
]
