import type { CarrierTry, Clock, ForgottenPhone, SmsProvider, Submission, SubmissionOutcome } from '@carillon/core'
import { CarrierGate, type CarrierEvent, type RoutedCarrier } from './carrier-gate.js'
import { CombinedAnswers } from './combined-answers.js'
import { carriersFor, type Route } from './route.js'
import { lookUpSenders } from './sender-look-up.js'

export type CarrierRouterOptions = {
  readonly carriers: readonly RoutedCarrier[]
  readonly routes: readonly Route[]
  /**
   * The carrier of a sender in its account's declaration; null if the routes decide. If it rejects or takes too long, the
   * texts of the sender are tried later.
   */
  readonly carrierOfSender: (number: string) => Promise<string | null>
  readonly clock: Clock
  readonly onEvent?: (event: CarrierEvent) => void
}

/** With less time left than this, no other carrier is tried. */
const NEXT_TRY_MS = 500
/** The look-ups of senders get at most this time, and at most half of the deadline. */
const LOOK_UP_MS_MAX = 1_000

/**
 * Several carriers as one provider. The next carrier of a route gets a text only if the one before certainly has not
 * taken it; after an unknown outcome, nobody else gets it.
 */
export class CarrierRouter implements SmsProvider {
  /** A resubmission may go by another carrier, so only a single carrier can deduplicate. */
  readonly deduplicates: boolean
  /** A text may be at any of them, so all must be able to tell. */
  readonly canBeAsked: boolean
  readonly carriers: readonly string[]
  readonly #gates: ReadonlyMap<string, CarrierGate>
  readonly #answers = new CombinedAnswers()

  constructor(private readonly options: CarrierRouterOptions) {
    const { carriers, clock, onEvent = () => {} } = options
    this.deduplicates = carriers.length === 1 && carriers[0]!.provider.deduplicates
    this.canBeAsked = carriers.every(({ provider }) => provider.canBeAsked)
    this.carriers = carriers.map(({ name }) => name)
    this.#gates = new Map(carriers.map((carrier) => [carrier.name, new CarrierGate(carrier, clock, onEvent)]))
  }

  /** The state of each carrier's breaker, by name. */
  breakers(): ReadonlyMap<string, CarrierGate['breaker']> {
    return new Map([...this.#gates].map(([name, gate]) => [name, gate.breaker]))
  }

  async submit(messages: readonly Submission[], { deadlineMs }: { readonly deadlineMs: number }) {
    const endMs = this.#nowMs() + deadlineMs
    this.#answers.forget(messages.map(({ reference }) => reference))
    const senders = [...new Set(messages.map(({ from }) => from))]
    const lookUpMs = Math.min(LOOK_UP_MS_MAX, deadlineMs / 2)
    const own = await lookUpSenders(senders, this.options.carrierOfSender, lookUpMs)
    const texts = messages.map((message) => this.#routed(message, own.get(message.from)))
    for (let open: readonly RoutedText[] = texts; open.length > 0;) {
      await Promise.all([...byCarrier(open)].map(([carrier, some]) => this.#submitTo(carrier, some, endMs)))
      open = endMs - this.#nowMs() < NEXT_TRY_MS ? [] : open.filter((text) => text.isForNext)
    }
    return texts.map((text) => text.outcome)
  }

  async find(references: readonly string[], options: { readonly deadlineMs: number }) {
    const found = await Promise.all(
      this.options.carriers.map(({ provider }) => findOrUnknown(provider, references, options)),
    )
    return references.map((reference, i) =>
      this.#answers.of(
        reference,
        found.map((outcomes) => outcomes[i]!),
      ),
    )
  }

  async forget(phone: ForgottenPhone): Promise<boolean> {
    const found = await Promise.all(
      this.options.carriers.map(async ({ provider }) => provider.forget?.(phone) ?? false),
    )
    return found.includes(true)
  }

  async #submitTo(carrier: string, texts: readonly RoutedText[], endMs: number): Promise<void> {
    const at = this.options.clock.now()
    const messages = texts.map(({ message }) => message)
    const outcomes = await this.#gates.get(carrier)!.submit(messages, endMs - at.getTime())
    for (const [i, text] of texts.entries()) text.tried(carrier, at, outcomes[i]!)
  }

  /** `own`: the carrier of the sender; undefined if it is not known. If it is no longer in the file, the routes decide. */
  #routed(message: Submission, own: string | null | undefined): RoutedText {
    if (own === undefined) return new RoutedText(message, [], NOT_LOOKED_UP)
    const ownCarrier = own !== null && this.#gates.has(own) ? own : null
    return new RoutedText(message, carriersFor(this.options.routes, { to: message.to, ownCarrier }), NO_ROUTE)
  }

  #nowMs(): number {
    return this.options.clock.now().getTime()
  }
}

/** One text on its way through the carriers of its route. */
class RoutedText {
  readonly #tries: CarrierTry[] = []
  #outcome: SubmissionOutcome

  constructor(
    readonly message: Submission,
    readonly via: readonly string[],
    untried: SubmissionOutcome,
  ) {
    this.#outcome = untried
  }

  get next(): string | null {
    return this.via[this.#tries.length] ?? null
  }

  get isForNext(): boolean {
    return this.next !== null && isNotTaken(this.#outcome)
  }

  get outcome(): SubmissionOutcome {
    return this.#tries.length === 0 ? this.#outcome : { ...this.#outcome, tries: this.#tries }
  }

  tried(carrier: string, at: Date, outcome: SubmissionOutcome): void {
    this.#tries.push(tryOf(carrier, at, outcome))
    this.#outcome = soonest(this.#outcome, outcome)
  }
}

const NO_ROUTE: SubmissionOutcome = {
  kind: 'refused',
  type: 'invalid_destination',
  message: 'No route of the service leads to this number',
}

const NOT_LOOKED_UP: SubmissionOutcome = { kind: 'try-later', afterMs: null }

/** Funds and permissions are checked before anything is processed, so another carrier may get the text. */
function isNotTaken(outcome: SubmissionOutcome): boolean {
  return outcome.kind === 'try-later' || (outcome.kind === 'refused' && outcome.type === 'carrier_account')
}

/** The newer outcome; if neither carrier took the text, it is tried again when the first of them wants it. */
function soonest(before: SubmissionOutcome, outcome: SubmissionOutcome): SubmissionOutcome {
  if (before.kind !== 'try-later' || !isNotTaken(outcome)) return outcome
  if (outcome.kind !== 'try-later') return before
  if (before.afterMs === null || outcome.afterMs === null) return { ...outcome, afterMs: null }
  return { ...outcome, afterMs: Math.min(before.afterMs, outcome.afterMs) }
}

function tryOf(carrier: string, at: Date, outcome: SubmissionOutcome): CarrierTry {
  const because = 'because' in outcome && outcome.because !== undefined ? { because: outcome.because } : {}
  const code = outcome.kind === 'refused' && outcome.carrierCode != null ? { carrierCode: outcome.carrierCode } : {}
  return { carrier, at, outcome: outcome.kind, ...because, ...code }
}

function byCarrier(texts: readonly RoutedText[]): ReadonlyMap<string, readonly RoutedText[]> {
  const groups = new Map<string, RoutedText[]>()
  for (const text of texts) {
    if (text.next === null) continue
    const group = groups.get(text.next)
    if (group === undefined) groups.set(text.next, [text])
    else group.push(text)
  }
  return groups
}

/** A carrier that throws does not hide what the others found. */
async function findOrUnknown(
  provider: SmsProvider,
  references: readonly string[],
  options: { readonly deadlineMs: number },
): ReturnType<SmsProvider['find']> {
  try {
    return await provider.find(references, options)
  } catch {
    return references.map(() => ({ kind: 'unknown' }))
  }
}
