import {
  ratePartsOf,
  type Clock,
  type ForgottenPhone,
  type Ids,
  type RateCounts,
  type SmsProvider,
  type Submission,
  type SubmissionOutcome,
  type Timer,
} from '@carillon/core'
import type { Behaviour } from './outbox/behaviour.js'
import { memoryOutbox } from './outbox/memory-outbox.js'
import type { ProviderResponse, Outbox, Stats } from './outbox/outbox.js'
import type { PhoneText } from './outbox/phone-text.js'
import type { Candidate, SentReceipt, SimMessage, WrittenText } from './outbox/stored-submission.js'
import { Throttle } from './outbox/throttle.js'

/** The defaults of the provider. A behaviour for all numbers, set with `behave`, takes precedence. */
export type FakeSmsOptions = {
  readonly deduplicates?: boolean
  readonly canBeAsked?: boolean
  /** The latency of a response; 0 by default. */
  readonly latencyMs?: number
  /** How many messages a second may be submitted through this adapter; null means no limit. */
  readonly messagesPerSecond?: number | null
  /** What `messagesPerSecond` counts; messages by default. */
  readonly rateCounts?: RateCounts
  /** Receives internal errors. The submitter gets the outcome `unknown`, as with any provider. */
  readonly onError?: (error: unknown) => void
  /** Receives each receipt of a phone, with any reference. */
  readonly onReceipt?: (receipt: SentReceipt) => void
}

export type FakeSmsDeps = {
  readonly clock: Clock
  readonly ids: Ids
  readonly timer: Timer
  /** Instances with the same outbox act as one provider. */
  readonly outbox?: Outbox
}

/** A provider that stores the submitted messages for inspection, and simulates the phones that receive them. */
export class FakeSms implements SmsProvider {
  private readonly outbox: Outbox
  private readonly throttle: Throttle
  /** The behaviour for all numbers, as far as this process knows. Each submission refreshes it. */
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

  /** Opens the outbox and loads the behaviour. Call it before the first submission. */
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
    const responses = await this.within(deadlineMs, () => this.take(messages))
    if (responses === null) return messages.map(() => UNKNOWN)
    const latencies = responses.map(({ latencyMs }) => latencyMs ?? this.given.latencyMs ?? 0)
    const slowestMs = latencies.reduce((one, other) => Math.max(one, other))
    const waitMs = Math.min(deadlineMs, slowestMs) - (this.nowMs - startMs)
    if (waitMs > 0) await this.given.timer.wait(waitMs)
    return responses.map(({ outcome }, i) => (latencies[i]! < deadlineMs ? outcome : UNKNOWN))
  }

  async find(references: readonly string[], { deadlineMs }: { readonly deadlineMs: number }) {
    const found = await this.within(deadlineMs, async () => {
      this.general = await this.outbox.general()
      return this.canBeAsked ? this.outbox.find(references) : null
    })
    return references.map((reference) => (found === null ? UNKNOWN : (found.get(reference) ?? NEVER_SEEN)))
  }

  /** Sets the behaviour for the next submissions, including those of other processes with the same outbox. */
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
    this.notifyChange()
  }

  async keepReceipt(receipt: SentReceipt): Promise<void> {
    this.given.onReceipt?.(receipt)
    await this.outbox.keepReceipt(receipt)
    this.notifyChange()
  }

  stats(): Promise<Stats> {
    return this.outbox.stats()
  }

  async clear(): Promise<void> {
    await this.outbox.clear()
    this.notifyChange()
  }

  async forget(phone: ForgottenPhone): Promise<boolean> {
    const wasKnown = await this.outbox.forget(phone)
    if (wasKnown) this.notifyChange()
    return wasKnown
  }

  /**
   * Calls the listener when this instance may have changed the texts and the change can be read. Call the returned
   * function to stop.
   */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** The provider's id for a message: similar to the service's ids, but distinct from them. */
  nextId(): string {
    return `sim_${this.given.ids.next('msg').slice('msg_'.length)}`
  }

  private get nowMs(): number {
    return this.given.clock.now().getTime()
  }

  private async take(messages: readonly Submission[]): Promise<readonly ProviderResponse[]> {
    const candidates = messages.map((message): Candidate => ({ ...message, id: this.nextId() }))
    const messagesPerSecond = this.general?.messagesPerSecond ?? this.given.messagesPerSecond ?? null
    const { responses, general } = await this.outbox.take(candidates, {
      now: this.given.clock.now(),
      room: this.throttle.admit(
        messages.map((message) => (this.given.rateCounts === 'parts' ? ratePartsOf(message) : 1)),
        messagesPerSecond,
      ),
      deduplicates: this.given.deduplicates ?? true,
    })
    this.general = general
    this.notifyChange()
    return responses
  }

  /** An error in a listener affects neither the submission nor other listeners. */
  private notifyChange() {
    for (const listener of this.listeners) {
      try {
        listener()
      } catch (error) {
        this.given.onError?.(error)
      }
    }
  }

  /** Null on failure or timeout. The timeout is in real time: a database can hang while a simulated clock is paused. */
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
