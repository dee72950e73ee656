import type { EventId } from '../values/ids.js'

export interface WebhookSender {
  /**
   * Posts the body, signed with each of the secrets as Standard Webhooks specifies, and follows no redirect. Always
   * resolves, within approximately `deadlineMs`: a failure is a result, not an exception.
   */
  post(post: WebhookPost, options: { readonly deadlineMs: number }): Promise<WebhookResponse>
}

export type WebhookPost = {
  readonly url: string
  /** `webhook-id`. */
  readonly id: EventId
  /** `webhook-timestamp`: the time of the attempt, not of the event. */
  readonly at: Date
  readonly body: string
  /** At least one, each in the format of Standard Webhooks. */
  readonly secrets: readonly string[]
}

export type WebhookResponse =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The delay that the endpoint requests before the next attempt. */
      readonly retryAfterMs: number | null
      /** The start of the response, for troubleshooting; at most `EXCERPT_MAX` characters. */
      readonly excerpt: string
    }
  | {
      readonly kind: 'unanswered'
      /** `forbidden`: the guard refused the target, and nothing was sent. */
      readonly reason: 'timeout' | 'unreachable' | 'forbidden'
      /** For human readers. */
      readonly message: string
    }

export const EXCERPT_MAX = 500
