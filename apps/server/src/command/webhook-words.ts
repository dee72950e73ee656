/** As the server tells of an endpoint. */
export type Webhook = {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly disabled?: { readonly at: string; readonly reason: keyof typeof REASONS }
  readonly failingSince?: string
  readonly previousSecretValidUntil?: string
  readonly createdAt: string
}

/** As the server tells of an event on its way to an endpoint. */
export type Delivery = {
  readonly eventId: string
  readonly type: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attemptCount: number
  /** Of one that is pending, absent while the endpoint is disabled. */
  readonly nextAttemptAt?: string
  readonly createdAt: string
  readonly lastAttempt?: Attempt
}

export type Attempt = {
  readonly number: number
  readonly at: string
  readonly tookMs: number
} & (Answered | Unanswered)

type Answered = { readonly status: number; readonly excerpt: string }
/** `message` is for people. */
type Unanswered = { readonly reason: 'timeout' | 'unreachable' | 'forbidden'; readonly message: string }

const REASONS = {
  operator: 'by an operator',
  gone: 'since it answered 410',
  failing: 'after days of nothing but failures',
}

export function stateOf({ disabled, failingSince }: Webhook): string {
  if (disabled !== undefined) return `disabled ${REASONS[disabled.reason]}`
  return failingSince === undefined ? 'enabled' : `enabled, but failing since ${failingSince}`
}

/** When an event is tried next; null where it has ended. */
export function nextTryOf({ status, nextAttemptAt }: Pick<Delivery, 'status' | 'nextAttemptAt'>): string | null {
  return status === 'pending' ? (nextAttemptAt ?? 'once the webhook is enabled') : null
}

/** What came of a post. */
export function answerOf(attempt: Attempt): string {
  if ('message' in attempt) return oneLine(attempt.message)
  const { status, excerpt } = attempt
  return excerpt === '' ? `it answered ${status}` : `it answered ${status}: ${oneLine(excerpt)}`
}

const ANSWER_MAX = 200

/** What strangers have written must not move the cursor of a terminal, or fill it. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_MAX)
}
