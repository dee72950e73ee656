import { measureText, type Clock, type SmsProvider, type Submission, type SubmissionOutcome } from '@carillon/core'
import { admit, after, CLOSED, closedForMs, type Breaker } from './breaker.js'
import { newPace, paused, takeParts, type Pace } from './pace.js'

/** A carrier as the router uses it. */
export type RoutedCarrier = {
  readonly name: string
  readonly provider: SmsProvider
  /** The wire parts that this process submits a second at most; null: no limit. */
  readonly partsPerSecond: number | null
}

/** What one carrier did with one text. */
export type CarrierEvent = { readonly carrier: string; readonly outcome: SubmissionOutcome; readonly tookMs: number }

/** Submits to one carrier, unless its breaker is open, it asked for a pause, or its rate is used up. */
export class CarrierGate {
  #breaker: Breaker = CLOSED
  #pace: Pace

  constructor(
    private readonly carrier: RoutedCarrier,
    private readonly clock: Clock,
    private readonly onEvent: (event: CarrierEvent) => void,
  ) {
    this.#pace = newPace(carrier.partsPerSecond, this.#nowMs())
  }

  get breaker(): Breaker['state'] {
    return this.#breaker.state
  }

  async submit(messages: readonly Submission[], deadlineMs: number): Promise<readonly SubmissionOutcome[]> {
    const admitted = this.#admit(messages)
    const going = messages.slice(0, admitted.count)
    const startMs = this.#nowMs()
    const outcomes = going.length === 0 ? [] : await this.carrier.provider.submit(going, { deadlineMs })
    const tookMs = this.#nowMs() - startMs
    for (const outcome of outcomes) this.#note(outcome, tookMs)
    return messages.map((_, i) => outcomes[i] ?? admitted.refusal)
  }

  #admit(messages: readonly Submission[]): { readonly count: number; readonly refusal: SubmissionOutcome } {
    const nowMs = this.#nowMs()
    const closedMs = closedForMs(this.#breaker, nowMs)
    if (closedMs !== null) return { count: 0, refusal: notTaken('circuit-open', closedMs) }
    const { partsPerSecond } = this.carrier
    const parts = messages.map(({ body, mediaUrl }) => (mediaUrl === null ? measureText(body).wireParts : 1))
    const took = takeParts(this.#pace, { parts, partsPerSecond, nowMs })
    const { admitted, breaker } = admit(this.#breaker, took.taken, nowMs)
    this.#breaker = breaker
    this.#pace = took.pace
    const because = admitted < took.taken ? 'circuit-open' : 'throttled'
    return { count: admitted, refusal: notTaken(because, took.waitMs || null) }
  }

  #note(outcome: SubmissionOutcome, tookMs: number): void {
    const nowMs = this.#nowMs()
    this.#breaker = after(this.#breaker, outcome, nowMs)
    if (outcome.kind === 'try-later' && outcome.because === 'throttled') {
      this.#pace = paused(this.#pace, outcome.afterMs, nowMs)
    }
    this.onEvent({ carrier: this.carrier.name, outcome, tookMs })
  }

  #nowMs(): number {
    return this.clock.now().getTime()
  }
}

function notTaken(because: 'circuit-open' | 'throttled', afterMs: number | null): SubmissionOutcome {
  return { kind: 'try-later', afterMs, because }
}
