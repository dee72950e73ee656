import { measureText, type Clock, type SmsProvider, type Submission, type SubmissionOutcome } from '@carillon/core'
import { admit, after, CLOSED, closedForMs, stateOf, type Breaker } from './breaker.js'
import { newRate, paused, takeParts, type CarrierRate } from './carrier-rate.js'

/** A carrier as the router uses it. */
export type RoutedCarrier = {
  readonly name: string
  readonly provider: SmsProvider
  /** The wire parts that this process submits a second at most; null: no limit. */
  readonly partsPerSecond: number | null
}

/** What one carrier did with one text. */
export type CarrierEvent = {
  readonly carrier: string
  readonly outcome: SubmissionOutcome
  readonly tookMs: number
  /** What the carrier threw, although its port forbids that; the outcome is then unknown. */
  readonly error?: unknown
}

/** Submits to one carrier, unless its breaker is open, it asked for a pause, or its rate is used up. */
export class CarrierGate {
  #breaker: Breaker = CLOSED
  #rate: CarrierRate

  constructor(
    private readonly carrier: RoutedCarrier,
    private readonly clock: Clock,
    private readonly onEvent: (event: CarrierEvent) => void,
  ) {
    this.#rate = newRate(carrier.partsPerSecond, this.#nowMs())
  }

  get breaker(): Breaker['state'] {
    return stateOf(this.#breaker, this.#nowMs())
  }

  async submit(messages: readonly Submission[], deadlineMs: number): Promise<readonly SubmissionOutcome[]> {
    const admitted = this.#admit(messages)
    const going = messages.slice(0, admitted.count)
    const startMs = this.#nowMs()
    const { outcomes, error } = await this.#submit(going, deadlineMs)
    const tookMs = this.#nowMs() - startMs
    for (const outcome of outcomes) this.#note({ carrier: this.carrier.name, outcome, tookMs, ...error })
    return messages.map((_, i) => outcomes[i] ?? admitted.refusalOf(i))
  }

  async #submit(messages: readonly Submission[], deadlineMs: number): Promise<Submitted> {
    if (messages.length === 0) return { outcomes: [] }
    try {
      const outcomes = await this.carrier.provider.submit(messages, { deadlineMs })
      return { outcomes: messages.map((_, i) => outcomes[i] ?? NO_ANSWER) }
    } catch (error) {
      return { outcomes: messages.map(() => NO_ANSWER), error: { error } }
    }
  }

  /** The breaker comes first, so that the rate is charged only for texts that go. */
  #admit(messages: readonly Submission[]): Admitted {
    const nowMs = this.#nowMs()
    const closedMs = closedForMs(this.#breaker, nowMs)
    if (closedMs !== null) return { count: 0, refusalOf: () => notTaken('circuit-open', closedMs) }
    const { partsPerSecond } = this.carrier
    const { admitted, breaker } = admit(this.#breaker, messages.length, nowMs)
    const parts = messages.slice(0, admitted).map(partsOf)
    const { taken, rate, waitMs } = takeParts(this.#rate, { parts, partsPerSecond, nowMs })
    this.#rate = rate
    if (taken > 0) this.#breaker = breaker
    return {
      count: taken,
      refusalOf: (position) => notTaken(position < admitted ? 'throttled' : 'circuit-open', waitMs || null),
    }
  }

  #note(event: CarrierEvent): void {
    const { outcome } = event
    const nowMs = this.#nowMs()
    this.#breaker = after(this.#breaker, outcome, nowMs)
    if (outcome.kind === 'try-later' && outcome.because === 'throttled') {
      this.#rate = paused(this.#rate, outcome.afterMs, nowMs)
    }
    this.onEvent(event)
  }

  #nowMs(): number {
    return this.clock.now().getTime()
  }
}

/** `error` wraps what the carrier threw, which can be anything. */
type Submitted = { readonly outcomes: readonly SubmissionOutcome[]; readonly error?: { readonly error: unknown } }

/** How many of the texts may go, and why the one at a position may not. */
type Admitted = { readonly count: number; readonly refusalOf: (position: number) => SubmissionOutcome }

function partsOf({ body, mediaUrl }: Submission): number {
  return mediaUrl === null ? measureText(body).wireParts : 1
}

/** Of a carrier that threw or left out an outcome, nobody knows what it did. */
const NO_ANSWER: SubmissionOutcome = { kind: 'unknown', because: 'no-answer' }

function notTaken(because: 'circuit-open' | 'throttled', afterMs: number | null): SubmissionOutcome {
  return { kind: 'try-later', afterMs, because }
}
