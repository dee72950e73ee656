import type { ProblemNumber } from '../../api/problem.js'

/** Whether the same request can be retried. */
export type Retry = keyof typeof RETRIES

export const RETRIES = {
  never: 'No. The same request gets the same answer until something is changed.',
  'after-seconds': 'Yes, after the seconds in the header `Retry-After`.',
  maybe: 'It depends on the reason, see below.',
  'with-key':
    'Yes, with a pause that doubles from 1 s. Send a text or a broadcast again only with its `idempotencyKey`: then ' +
    'nobody gets it twice.',
} as const

export type ErrorCodeEntry = {
  readonly title: string
  readonly retry: Retry
  /** The content of `details`, if the error has any. */
  readonly details?: string
  readonly example: { readonly message: string; readonly details?: Readonly<Record<string, unknown>> }
}

/** The description of each code. Its possible causes are in `ERROR_REASONS`. */
export const ERROR_CODES = {
  33001: {
    title: 'Authentication failed',
    retry: 'never',
    example: { message: 'The API key or its secret is wrong' },
  },
  33002: {
    title: 'Rate limit exceeded',
    retry: 'after-seconds',
    details: '`retryAfterSeconds`: the same as the header `Retry-After`.',
    example: {
      message: 'More than 60 requests in 60 seconds. The next is taken in 12 s',
      details: { retryAfterSeconds: 12 },
    },
  },
  33003: {
    title: 'Not a phone number',
    retry: 'never',
    example: {
      message: '"555-0123" is not a phone number: expected the E.164 form of a possible one, such as +12025550123',
    },
  },
  33004: {
    title: 'The sender is not a number of the account',
    retry: 'never',
    example: { message: '+12025550177 is not a number of this account' },
  },
  33009: {
    title: 'The sender is not active',
    retry: 'never',
    example: { message: '+12025550101 is not active' },
  },
  33012: {
    title: 'The daily quota is reached',
    retry: 'after-seconds',
    details:
      '`quota`: how many messages a day. `used`: how many of them are. `retryAfterSeconds`: until the next day begins, ' +
      'at 00:00 UTC.',
    example: {
      message: 'The daily quota of 1000 messages is reached; the day ends at 00:00 UTC',
      details: { quota: 1000, used: 1000, retryAfterSeconds: 43_200 },
    },
  },
  33016: {
    title: 'Characters that cannot be sent',
    retry: 'never',
    details:
      '`codePoint`: the first of them. `offset`: how many characters come before it. `recipient`: which one of ' +
      '`recipients`, from 0, where a text of its own is meant.',
    example: {
      message:
        'The body has U+0007 after 5 characters: expected text without control characters (other than LF, CR and TAB), ' +
        'lone surrogates and noncharacters',
      details: { codePoint: 'U+0007', offset: 5 },
    },
  },
  33019: {
    title: 'The text violates a rule of compliance',
    retry: 'never',
    details:
      '`reason`: `blocked_phrase` with `phrase`, or `public_shortener` with `host`. `offset`: how many characters come ' +
      'before it. `recipient`: which one of `recipients`, from 0, where a text of its own is meant.',
    example: {
      message:
        'The body has a link of the public shortener bit.ly after 8 characters: expected links under a domain of your own',
      details: { reason: 'public_shortener', host: 'bit.ly', offset: 8 },
    },
  },
  33023: {
    title: 'Not enough credits',
    retry: 'never',
    details: '`required`: what the request costs. `available`: what there is, without what is reserved.',
    example: {
      message: 'This needs 200 SMS credits, and 12 SMS credits are available',
      details: { required: { sms: 200, mms: 0 }, available: { sms: 12, mms: 0 } },
    },
  },
  33024: {
    title: 'Two recipients have the same number',
    retry: 'never',
    details: '`positions`: the two places in `recipients`, from 0.',
    example: {
      message: 'recipients must not contain duplicate phone numbers: recipients[0] and recipients[7] have the same',
      details: { positions: [0, 7] },
    },
  },
  33028: {
    title: 'The recipient has not opted in',
    retry: 'never',
    example: { message: '+12025550123 has not opted in to any group of this account' },
  },
  33029: {
    title: 'The recipient has opted out',
    retry: 'never',
    example: { message: '+12025550123 has opted out, and only its owner can take that back' },
  },
  33030: {
    title: 'No such contact',
    retry: 'never',
    example: { message: 'No contact has the number +12025550123' },
  },
  33031: {
    title: 'No such group',
    retry: 'never',
    example: { message: 'No group of this account has the id grp_01kjm3y0q0d5w2h7n4c6e8rtvx' },
  },
  33033: {
    title: 'A custom field is wrong',
    retry: 'never',
    details:
      '`label`: of which field. `reason`: `unknown_label` (the account has no field with this label), ' +
      '`duplicate_label_input` (the field is given twice), `type_mismatch` (a value of another type), ' +
      '`length_exceeded` (too long), `invalid_date_format` (not `YYYY-MM-DD`), `invalid_calendar_date` (no day of the ' +
      'calendar), `unknown_option` (not among its options) or `duplicate_option` (an option twice).',
    example: {
      message: 'Custom field "Plan" takes one of: Free, Pro',
      details: { label: 'Plan', reason: 'unknown_option' },
    },
  },
  33034: {
    title: 'Not a group id',
    retry: 'never',
    example: { message: 'A group id is grp_ and 26 digits or small letters' },
  },
  33035: {
    title: 'The contact has opted out and cannot be enrolled',
    retry: 'never',
    example: { message: 'The contact has opted out, and only the contact can take that back' },
  },
  33036: {
    title: 'The contact is pending in another group',
    retry: 'never',
    example: { message: 'The contact has not yet answered the confirmation of another group' },
  },
  33037: {
    title: 'A contact exists at the number',
    retry: 'never',
    example: { message: 'A contact with the number +12025550123 exists already' },
  },
  33038: {
    title: 'SILENT is not available to the account',
    retry: 'never',
    example: { message: 'The opt-in mode SILENT is not available to this account' },
  },
  33043: {
    title: 'The schedule has ended',
    retry: 'never',
    example: { message: 'The schedule sch_01kjm3y0q0d5w2h7n4c6e8rtvx has ended and cannot be changed' },
  },
  33044: {
    title: 'The time of the schedule has passed',
    retry: 'never',
    details:
      '`at`: the time that was asked for. `now`: the clock of the service; absent where the time is a stored one.',
    example: {
      message:
        'schedule.at must be at most 1 hour in the past: 2026-03-01T09:00 in America/New_York was ' +
        '2026-03-01T14:00:00.000Z, and now is 2026-03-01T15:30:00.000Z',
      details: { at: '2026-03-01T14:00:00.000Z', now: '2026-03-01T15:30:00.000Z' },
    },
  },
  33400: {
    title: 'The request is wrong in itself',
    retry: 'never',
    details: '`fields`: the first 50 faults, each with `field`, its path in the request, and `message`.',
    example: {
      message: 'firstName must be a string, got number',
      details: { fields: [{ field: 'firstName', message: 'must be a string, got number' }] },
    },
  },
  33404: {
    title: 'Nothing of this name',
    retry: 'never',
    example: { message: 'No message of this account has the id msg_01kjm3y0q0d5w2h7n4c6e8rtvx' },
  },
  33405: {
    title: 'The path takes other methods',
    retry: 'never',
    example: { message: 'This path takes GET, HEAD, OPTIONS, not DELETE' },
  },
  33408: {
    title: 'The request did not arrive in time',
    retry: 'with-key',
    example: { message: 'The request did not arrive in time' },
  },
  33409: {
    title: 'In conflict with what is there',
    retry: 'maybe',
    details: 'By the reason: `retryAfterSeconds`, `id`, `failed` and `limit`, see below.',
    example: {
      message: 'A request with this idempotency key is still running: repeat it in a moment',
      details: { retryAfterSeconds: 1 },
    },
  },
  33413: {
    title: 'The body is too long',
    retry: 'never',
    example: { message: 'The body is longer than 256 KB' },
  },
  33415: {
    title: 'The body is of another type',
    retry: 'never',
    example: { message: 'The body must be application/json, as its Content-Type' },
  },
  33417: {
    title: 'An expectation that is not met',
    retry: 'never',
    example: { message: 'Nothing but 100-continue can be expected' },
  },
  33429: {
    title: 'Too many codes were asked for',
    retry: 'after-seconds',
    details: '`retryAfterSeconds`: the same as the header `Retry-After`.',
    example: {
      message: 'Too many codes were asked for from here: try again later',
      details: { retryAfterSeconds: 3_600 },
    },
  },
  33431: {
    title: 'Path and headers are too long',
    retry: 'never',
    example: { message: 'Path and headers are longer than 16 KB' },
  },
  33500: {
    title: 'Something went wrong in the service',
    retry: 'with-key',
    example: { message: 'Something went wrong on our side. X-Request-Id names this request' },
  },
  33503: {
    title: 'Not available at the moment',
    retry: 'after-seconds',
    example: { message: 'The service cannot reach what it needs at the moment. Try again soon' },
  },
} as const satisfies Record<ProblemNumber, ErrorCodeEntry>
