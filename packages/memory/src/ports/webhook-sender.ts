import type { Timer, WebhookResponse, WebhookPost, WebhookSender } from '@carillon/core'

/** What an endpoint does with a post; one that answers with a promise takes as long as that, in simulated time. */
export type AnswerRule = (post: WebhookPost) => WebhookResponse | Promise<WebhookResponse>

/** Sends nothing, and keeps all that would be sent. Every post is answered 204, unless it was told otherwise. */
export class RecordingWebhookSender implements WebhookSender {
  /** The oldest first. */
  readonly posts: WebhookPost[] = []
  /** What it answers to the next posts, one after the other, before it asks the rule. */
  readonly nextAnswers: WebhookResponse[] = []
  private rule: AnswerRule = () => NO_CONTENT
  private readonly watchers: (() => void)[] = []

  constructor(private readonly timer: Timer) {}

  /** From now on, until it is told otherwise. */
  answerBy(rule: AnswerRule) {
    this.rule = rule
  }

  /** Waits until so many were posted in all, whatever was answered to them. */
  async untilPosted(count: number): Promise<void> {
    while (this.posts.length < count) await new Promise<void>((look) => this.watchers.push(look))
  }

  async post(post: WebhookPost, { deadlineMs }: { readonly deadlineMs: number }): Promise<WebhookResponse> {
    this.posts.push(post)
    for (const look of this.watchers.splice(0)) look()
    try {
      const answer = this.nextAnswers.shift() ?? this.rule(post)
      return answer instanceof Promise ? await this.inTime(answer, deadlineMs) : answer
    } catch (error) {
      return { kind: 'unanswered', reason: 'unreachable', message: String(error) }
    }
  }

  private inTime(answer: Promise<WebhookResponse>, deadlineMs: number): Promise<WebhookResponse> {
    const message = `It gave no answer within ${deadlineMs} ms`
    const tooLate = this.timer
      .wait(deadlineMs)
      .then(() => ({ kind: 'unanswered', reason: 'timeout', message }) as const)
    return Promise.race([answer, tooLate])
  }
}

const NO_CONTENT: WebhookResponse = { kind: 'answered', status: 204, retryAfterMs: null, excerpt: '' }
