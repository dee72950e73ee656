import {
  createCarillon,
  parseReference,
  type Adapters,
  type MessageFailure,
  type SmsProvider,
  type Submission,
  type UseCases,
} from '@carillon/core'
import { randomIds } from '@carillon/node'

/**
 * The use cases at an instant in the past, which is never later than the real one. The provider accepts every text, and sends
 * none.
 */
export class Past {
  readonly useCases: UseCases
  /** The texts that no receipt was given for. */
  #submitted: Submission[] = []
  readonly #present: Date
  #now: Date

  constructor(adapters: Adapters) {
    this.#present = adapters.clock.now()
    this.#now = this.#present
    const clock = { now: () => this.#now }
    const provider = acceptingProvider((messages) => this.#submitted.push(...messages))
    this.useCases = createCarillon({ adapters: { ...adapters, clock, ids: randomIds(clock), provider } })
  }

  /** The time is in UTC. */
  goTo({ daysAgo, at }: { readonly daysAgo: number; readonly at: `${number}:${number}` }): void {
    const [hours, minutes] = at.split(':').map(Number) as [number, number]
    const then = new Date(this.#present)
    then.setUTCDate(then.getUTCDate() - daysAgo)
    then.setUTCHours(hours, minutes, 0, 0)
    this.#setTo(then)
  }

  goToMinutesAgo(minutes: number): void {
    this.#setTo(new Date(this.#present.getTime() - minutes * 60_000))
  }

  pass(ms: number): void {
    this.#setTo(new Date(this.#now.getTime() + ms))
  }

  /** The date of the first Monday after the next two days: it is the future in every time zone. */
  nextMonday(): string {
    const day = new Date(this.#present)
    do day.setUTCDate(day.getUTCDate() + 1)
    while (day.getUTCDay() !== 1 || day.getTime() - this.#present.getTime() < 2 * 86_400_000)
    return day.toISOString().slice(0, 10)
  }

  /** Runs the jobs that are due. */
  async work(): Promise<void> {
    const onFailure = ({ error }: { readonly error: unknown }) => {
      throw error
    }
    for (const lane of ['quick', 'bulk'] as const) {
      while ((await this.useCases.runDueJobs.execute({ lane, jobsMax: 4, onFailure })) > 0);
    }
  }

  /** The carrier reports on every text that was submitted: one in sixteen could not be delivered. Returns the texts. */
  async report(): Promise<readonly Submission[]> {
    const texts = this.#submitted
    this.#submitted = []
    this.pass(4_000)
    const at = this.#now
    await Promise.all(
      texts.map(({ reference }, i) => {
        const { account, id } = parseReference(reference)!
        const failure = i % 16 === 11 ? UNREACHABLE : null
        return this.useCases.receiveReceipt.execute({ account, message: id, at, failure })
      }),
    )
    return texts
  }

  #setTo(instant: Date) {
    this.#now = instant < this.#present ? instant : this.#present
  }
}

const UNREACHABLE: MessageFailure = { type: 'expired', message: 'The phone could not be reached' }

function acceptingProvider(onSubmit: (messages: readonly Submission[]) => void): SmsProvider {
  return {
    deduplicates: true,
    canBeAsked: false,
    submit: async (messages) => {
      onSubmit(messages)
      return messages.map(({ reference }) => ({ kind: 'accepted', providerId: `demo-${reference}` }))
    },
    find: async (references) => references.map(() => ({ kind: 'unknown' })),
  }
}
