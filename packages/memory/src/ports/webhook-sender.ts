import type { Timer, WebhookResponse, WebhookPost, WebhookSender } from '@carillon/core'

/**
 * Decides the response of an endpoint to a post. If it is a promise, the response arrives when the promise resolves.
 */
export type AnswerRule = (post: WebhookPost) => WebhookResponse | Promise<WebhookResponse>

/** Records every post instead of sending it. Responds with 204, unless `answerBy` sets another rule. */
export class RecordingWebhookSender implements WebhookSender {
  /** All posts, the oldest first. */
  readonly posts: WebhookPost[] = []
  /** The responses to the next posts, in order; once they are used up, the rule decides. */
  readonly nextAnswers: WebhookResponse[] = []
  private rule: AnswerRule = () => NO_CONTENT
  private readonly watchers: (() => void)[] = []

  constructor(private readonly timer: Timer) {}

  /** Sets the rule for all posts until the next call. */
  answerBy(rule: AnswerRule) {
    this.rule = rule
  }

  /** Waits until this many posts have been made in total, whatever their responses. */
  async untilPosted(count: number): Promise<void> {
    while (this.posts.length < count) await new Promise<void>((resolve) => this.watchers.push(resolve))
  }

  async post(post: WebhookPost, { deadlineMs }: { readonly deadlineMs: number }): Promise<WebhookResponse> {
    this.posts.push(post)
    for (const notify of this.watchers.splice(0)) notify()
    try {
      const response = this.nextAnswers.shift() ?? this.rule(post)
      return response instanceof Promise ? await this.inTime(response, deadlineMs) : response
    } catch (error) {
      return { kind: 'unanswered', reason: 'unreachable', message: String(error) }
    }
  }

  private inTime(response: Promise<WebhookResponse>, deadlineMs: number): Promise<WebhookResponse> {
    const message = `It gave no answer within ${deadlineMs} ms`
    const tooLate = this.timer
      .wait(deadlineMs)
      .then(() => ({ kind: 'unanswered', reason: 'timeout', message }) as const)
    return Promise.race([response, tooLate])
  }
}

const NO_CONTENT: WebhookResponse = { kind: 'answered', status: 204, retryAfterMs: null, excerpt: '' }
