import type { Clock, ForgottenPhone, Ids, SmsProvider, Submission, SubmissionOutcome, Timer } from '@carillon/core'
import type { Behaviour } from './outbox/behaviour.js'
import { memoryOutbox } from './outbox/memory-outbox.js'
import type { Answer, Outbox, Stats } from './outbox/outbox.js'
import type { PhoneText } from './outbox/phone-text.js'
import type { Candidate, SentReceipt, SimMessage, WrittenText } from './outbox/stored-submission.js'
import { Throttle } from './outbox/throttle.js'

/** How the provider is made; what is said to `behave` for all numbers goes before it. */
export type FakeSmsOptions = {
  readonly deduplicates?: boolean
  readonly canBeAsked?: boolean
  /** How long an answer takes. */
  readonly latencyMs?: number
  /** How many messages a second may be submitted through this adapter; null: any number. */
  readonly messagesPerSecond?: number | null
  /** Is told what went wrong inside: whoever submits is told `unknown` then, as with any provider. */
  readonly onError?: (error: unknown) => void
}

export type FakeSmsDeps = {
  readonly clock: Clock
  readonly ids: Ids
  readonly timer: Timer
  /** Whoever is given the same speaks to the same provider. */
  readonly outbox?: Outbox
}

/** A provider that keeps what it is given for whoever wants to look, and the phones that would have got it. */
export class FakeSms implements SmsProvider {
  private readonly outbox: Outbox
  private readonly throttle: Throttle
  /** What was said for all numbers, as far as this process has heard: each submission tells. */
  private general: Behaviour | null = null
  private readonly listeners = new Set<() => void>()

  constructor(private readonly given: FakeSmsDeps & FakeSmsOptions) {
    this.outbox = given.outbox ?? memoryOutbox()
    this.throttle = new Throttle(given.clock)
  }

  get deduplicates(): boolean {
    return this.general?.deduplicates ?? this.given.deduplicates ?? true
  }

  get canBeAsked(): boolean {
    return this.general?.canBeAsked ?? this.given.canBeAsked ?? true
  }

  /** Makes sure that the outbox can be used, and learns how to behave: to be called before anything is submitted. */
  async open(): Promise<void> {
    await this.outbox.open()
    this.general = await this.outbox.general()
  }

  async submit(
    messages: readonly Submission[],
    { deadlineMs }: { readonly deadlineMs: number },
  ): Promise<readonly SubmissionOutcome[]> {
    if (messages.length === 0) return []
    const startMs = this.nowMs
    const answers = await this.within(deadlineMs, () => this.take(messages))
    if (answers === null) return messages.map(() => UNKNOWN)
    const latencies = answers.map(({ latencyMs }) => latencyMs ?? this.given.latencyMs ?? 0)
    const slowestMs = latencies.reduce((one, other) => Math.max(one, other))
    const waitMs = Math.min(deadlineMs, slowestMs) - (this.nowMs - startMs)
    if (waitMs > 0) await this.given.timer.wait(waitMs)
    return answers.map(({ outcome }, i) => (latencies[i]! < deadlineMs ? outcome : UNKNOWN))
  }

  async find(references: readonly string[], { deadlineMs }: { readonly deadlineMs: number }) {
    const found = await this.within(deadlineMs, async () => {
      this.general = await this.outbox.general()
      return this.canBeAsked ? this.outbox.find(references) : null
    })
    return references.map((reference) => (found === null ? UNKNOWN : (found.get(reference) ?? NEVER_SEEN)))
  }

  /** For the next submissions, also those of other processes on the same outbox. */
  async behave(behaviour: Behaviour): Promise<void> {
    await this.outbox.behave(behaviour)
    this.general = await this.outbox.general()
  }

  list(query: { readonly to: string | null; readonly limit: number }): Promise<readonly SimMessage[]> {
    return this.outbox.list(query)
  }

  findMessage(id: string): Promise<SimMessage | null> {
    return this.outbox.findMessage(id)
  }

  texts(query: { readonly phone: string | null; readonly limit: number }): Promise<readonly PhoneText[]> {
    return this.outbox.texts(query)
  }

  async keepWritten(text: WrittenText): Promise<void> {
    await this.outbox.keepWritten(text)
    this.tellChange()
  }

  async keepReceipt(receipt: SentReceipt): Promise<void> {
    await this.outbox.keepReceipt(receipt)
    this.tellChange()
  }

  stats(): Promise<Stats> {
    return this.outbox.stats()
  }

  async clear(): Promise<void> {
    await this.outbox.clear()
    this.tellChange()
  }

  async forget(phone: ForgottenPhone): Promise<boolean> {
    const wasKnown = await this.outbox.forget(phone)
    if (wasKnown) this.tellChange()
    return wasKnown
  }

  /**
   * Calls when the texts may be others than before through this very provider, after the change can be read. What is
   * returned ends it.
   */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** What the provider calls a message; made like the ids of the service, and none of them. */
  nextId(): string {
    return `sim_${this.given.ids.next('msg').slice('msg_'.length)}`
  }

  private get nowMs(): number {
    return this.given.clock.now().getTime()
  }

  private async take(messages: readonly Submission[]): Promise<readonly Answer[]> {
    const candidates = messages.map((message): Candidate => ({ ...message, id: this.nextId() }))
    const messagesPerSecond = this.general?.messagesPerSecond ?? this.given.messagesPerSecond ?? null
    const { answers, general } = await this.outbox.take(candidates, {
      now: this.given.clock.now(),
      room: this.throttle.admit(messages.length, messagesPerSecond),
      deduplicates: this.given.deduplicates ?? true,
    })
    this.general = general
    this.tellChange()
    return answers
  }

  /** What a listener does wrong is no fault of the submission, nor of the other listeners. */
  private tellChange() {
    for (const listener of this.listeners) {
      try {
        listener()
      } catch (error) {
        this.given.onError?.(error)
      }
    }
  }

  /** Null when it fails, or takes longer in real time: a database may hang, whatever the clock of a simulation says. */
  private async within<T>(deadlineMs: number, work: () => Promise<T>): Promise<T | null> {
    let alarm: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      alarm = setTimeout(() => resolve(null), deadlineMs)
    })
    try {
      return await Promise.race([work(), late])
    } catch (error) {
      this.given.onError?.(error)
      return null
    } finally {
      clearTimeout(alarm)
    }
  }
}

const UNKNOWN = { kind: 'unknown' } as const
const NEVER_SEEN = { kind: 'never-seen' } as const
