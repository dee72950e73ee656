/** Whether the same request can be sent again. */
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
  /** What `details` has, where there is any. */
  readonly details?: string
  readonly example: { readonly message: string; readonly details?: Readonly<Record<string, unknown>> }
}
