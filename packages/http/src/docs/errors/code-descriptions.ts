import type { ProblemNumber } from '../../api/error-codes.js'

/** Whether the same request can be retried. */
export type Retry = keyof typeof RETRIES

export const RETRIES = {
  never: 'No. The same request gets the same answer until something is changed.',
  'after-seconds': 'Yes, after the number of seconds in the header `Retry-After`.',
  maybe: 'It depends on the reason: see below.',
  'with-key':
    'Yes, with exponential backoff from 1 s. Repeat a send only with the same `idempotencyKey`, so that no recipient gets ' +
    'the text twice.',
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
    retry: 'maybe',
    details: '`retryAfterSeconds`, only if the credentials were not checked: the same as the header `Retry-After`.',
    example: { message: 'The API key or its secret is wrong' },
  },
  33002: {
    title: 'Rate limit exceeded',
    retry: 'after-seconds',
    details: '`retryAfterSeconds`: the same as the header `Retry-After`.',
    example: {
      message: 'More than 60 requests in 60 seconds. The next request is allowed in 12 s',
      details: { retryAfterSeconds: 12 },
    },
  },
  33003: {
    title: 'Not a phone number',
    retry: 'never',
    example: {
      message: '"555-0123" is not a phone number: expected a possible number in E.164 form, such as +12025550123',
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
      '`quota`: the messages allowed per day. `used`: the messages accepted so far. `retryAfterSeconds`: seconds until the next day, ' +
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
      '`codePoint`: the first such character. `offset`: the number of characters before it. `recipient`: the index in ' +
      '`recipients`, from 0, if the fault is in the body of one recipient.',
    example: {
      message:
        'The body contains U+0007 after 5 characters: expected text without control characters (other than LF, CR and TAB), ' +
        'lone surrogates or noncharacters',
      details: { codePoint: 'U+0007', offset: 5 },
    },
  },
  33019: {
    title: 'The text violates a compliance rule',
    retry: 'never',
    details:
      '`reason`: `blocked_phrase` with `phrase`, or `public_shortener` with `host`. `offset`: the number of characters ' +
      'before the phrase or link. `recipient`: the index in `recipients`, from 0, if the fault is in one body.',
    example: {
      message:
        'The body contains a link of the public shortener bit.ly after 8 characters: expected links on a domain of your own',
      details: { reason: 'public_shortener', host: 'bit.ly', offset: 8 },
    },
  },
  33023: {
    title: 'Not enough credits',
    retry: 'never',
    details: '`required`: the credits that the request costs. `available`: the balance without reserved credits.',
    example: {
      message: 'This costs 200 SMS credits, but the account has 12 SMS credits',
      details: { required: { sms: 200, mms: 0 }, available: { sms: 12, mms: 0 } },
    },
  },
  33024: {
    title: 'Two recipients have the same number',
    retry: 'never',
    details: '`positions`: the two indexes in `recipients`, from 0.',
    example: {
      message: 'recipients must not contain duplicate phone numbers: recipients[0] and recipients[7] are the same',
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
    example: { message: '+12025550123 has opted out, and only its owner can opt in again' },
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
    title: 'A custom field is invalid',
    retry: 'never',
    details:
      '`label`: the label of the field. `reason`: `unknown_label` (the account has no field with this label), ' +
      '`duplicate_label_input` (the field is given twice), `type_mismatch` (wrong type), ' +
      '`length_exceeded` (too long), `invalid_date_format` (not `YYYY-MM-DD`), `invalid_calendar_date` (not a calendar ' +
      'date), `unknown_option` (not an option of the field) or `duplicate_option` (an option twice).',
    example: {
      message: 'Custom field "Plan" must be one of: Free, Pro',
      details: { label: 'Plan', reason: 'unknown_option' },
    },
  },
  33034: {
    title: 'Invalid group id',
    retry: 'never',
    example: { message: 'A group id must be grp_ followed by 26 digits or lowercase letters' },
  },
  33035: {
    title: 'The contact has opted out and cannot be enrolled',
    retry: 'never',
    example: { message: 'The contact has opted out, and only the contact can opt in again' },
  },
  33036: {
    title: 'The contact is pending in another group',
    retry: 'never',
    example: { message: 'The contact has not yet answered the confirmation of another group' },
  },
  33037: {
    title: 'A contact with the number already exists',
    retry: 'never',
    example: { message: 'A contact with the number +12025550123 already exists' },
  },
  33038: {
    title: 'The opt-in mode SILENT is not available to the account',
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
    details: '`at`: the requested time. `now`: the time of the service; absent if `at` was set by an earlier request.',
    example: {
      message:
        'schedule.at must be at most 1 hour in the past: 2026-03-01T09:00 in America/New_York was ' +
        '2026-03-01T14:00:00.000Z, and it is now 2026-03-01T15:30:00.000Z',
      details: { at: '2026-03-01T14:00:00.000Z', now: '2026-03-01T15:30:00.000Z' },
    },
  },
  33400: {
    title: 'Invalid request',
    retry: 'never',
    details: '`fields`: the first 50 faults, each with `field` (its path in the request) and `message`.',
    example: {
      message: 'firstName must be a string, got number',
      details: { fields: [{ field: 'firstName', message: 'must be a string, got number' }] },
    },
  },
  33403: {
    title: 'Not allowed in the dashboard',
    retry: 'never',
    details: '`fields`: the settings that the user may not change, if the reason is about settings.',
    example: { message: 'This needs the role sender, and yours is viewer' },
  },
  33404: {
    title: 'Not found',
    retry: 'never',
    example: { message: 'No message of this account has the id msg_01kjm3y0q0d5w2h7n4c6e8rtvx' },
  },
  33405: {
    title: 'Method not allowed',
    retry: 'never',
    example: { message: 'This path allows GET, HEAD, OPTIONS, not DELETE' },
  },
  33408: {
    title: 'Request timeout',
    retry: 'with-key',
    example: { message: 'The request did not arrive in time' },
  },
  33409: {
    title: 'Conflict with the current state',
    retry: 'maybe',
    details:
      '`retryAfterSeconds`, `id`, `failed`, `limit`, `usedBy`, or `schedules` and `segments`, depending on the reason: see ' +
      'below.',
    example: {
      message: 'A request with this idempotency key is still running: repeat it in a moment',
      details: { retryAfterSeconds: 1 },
    },
  },
  33412: {
    title: 'Changed meanwhile',
    retry: 'never',
    details: '`current`: the state that is stored now.',
    example: {
      message: 'The settings have changed since they were read: read them again, and repeat the change',
      details: { current: { name: 'Acme', timezone: 'America/New_York' } },
    },
  },
  33413: {
    title: 'Body too large',
    retry: 'never',
    example: { message: 'The body is longer than 256 KB' },
  },
  33415: {
    title: 'Unsupported content type',
    retry: 'never',
    example: { message: 'Content-Type must be application/json' },
  },
  33417: {
    title: 'Unsupported expectation',
    retry: 'never',
    example: { message: 'The header Expect must be 100-continue' },
  },
  33421: {
    title: 'Wrong host',
    retry: 'never',
    example: {
      message:
        'The simulated phones got the host "mybox:8080", and expect localhost or an IP address. CARILLON_SIM_HOSTS allows other names',
    },
  },
  33428: {
    title: 'If-Match is missing',
    retry: 'never',
    example: { message: 'The header If-Match is required, with the ETag of the state that the change was made for' },
  },
  33429: {
    title: 'Too many codes or confirmations were requested',
    retry: 'after-seconds',
    details:
      '`retryAfterSeconds`: the same as the header `Retry-After`. `asked` and `withinDays`: how many times the number was asked to confirm, and within how many days.',
    example: {
      message:
        'The number was asked to confirm once in the last 24 hours and has not answered: it can be asked again at 2026-03-02T12:00:00.000Z',
      details: { asked: 1, withinDays: 1, retryAfterSeconds: 86_400 },
    },
  },
  33431: {
    title: 'Path and headers too large',
    retry: 'never',
    example: { message: 'Path and headers are longer than 16 KB' },
  },
  33500: {
    title: 'Internal error',
    retry: 'with-key',
    example: { message: 'Internal error. X-Request-Id identifies this request' },
  },
  33503: {
    title: 'Temporarily unavailable',
    retry: 'after-seconds',
    example: { message: 'The service is temporarily unavailable. Try again soon' },
  },
} as const satisfies Record<ProblemNumber, ErrorCodeEntry>
