import type { EventId } from '../values/ids.js'

export interface WebhookSender {
  /**
   * Posts the body, signed as Standard Webhooks has it with each of the secrets, and follows no redirect. Always
   * resolves, and within `deadlineMs`, give or take the time of the machine: what goes wrong is an answer too.
   */
  post(post: WebhookPost, options: { readonly deadlineMs: number }): Promise<WebhookResponse>
}

export type WebhookPost = {
  readonly url: string
  /** `webhook-id`. */
  readonly id: EventId
  /** `webhook-timestamp`: when it is tried, not when it happened. */
  readonly at: Date
  readonly body: string
  /** Each in the form of Standard Webhooks; at least one. */
  readonly secrets: readonly string[]
}

export type WebhookResponse =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** How long it asks to be left alone. */
      readonly retryAfterMs: number | null
      /** How its answer begins, for whoever looks for what is wrong; at most `EXCERPT_MAX` characters. */
      readonly excerpt: string
    }
  | {
      readonly kind: 'unanswered'
      /** `forbidden`: the guard has refused the target, and nothing was sent. */
      readonly reason: 'timeout' | 'unreachable' | 'forbidden'
      /** For people. */
      readonly message: string
    }

export const EXCERPT_MAX = 500
