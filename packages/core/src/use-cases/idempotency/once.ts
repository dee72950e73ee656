import {
  isInUse,
  type StoredResponse,
  type IdempotencyKeyName,
  type IdempotencyKeyRecord,
} from '../../model/idempotency/key.js'
import type { Clock, Timer } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'

/** How an attempt ended: with a response that takes the key or leaves it free, or because the key was in use. */
export type Attempted =
  { readonly answer: StoredResponse; readonly takesKey: boolean } | { readonly inUseBy: IdempotencyKeyRecord }

export type Answered = { readonly answer: StoredResponse; readonly replayed: boolean }

/** How long a repeat waits for the first request. */
const WAIT_MS = 10_000
const POLL_FIRST_MS = 25
const POLL_MAX_MS = 400

/**
 * Executes each request with a key only once. The attempt itself binds the key in its transaction, or finds it in use.
 * This class handles repeats that arrive during the attempt: they wait for its response and return it. Requests of the
 * same process wait for the running attempt, and one request for each key polls for an attempt in another process.
 */
export class Once {
  private readonly running = new Map<string, Promise<StoredResponse | null>>()

  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; timer: Timer }) {}

  async run(name: IdempotencyKeyName | null, attempt: () => Promise<Attempted>): Promise<Answered> {
    if (name === null) return first(await attempt())
    const id = JSON.stringify([name.account, name.scope, name.key])
    const giveUpAt = this.deps.clock.now().getTime() + WAIT_MS
    while (this.deps.clock.now().getTime() < giveUpAt) {
      const ahead = this.running.get(id)
      if (ahead === undefined) {
        const outcome = await this.lead(id, name, attempt, giveUpAt)
        if (outcome !== null) return { answer: outcome.answer, replayed: outcome.replayed }
      } else {
        const answer = await this.within(giveUpAt, ahead)
        if (answer !== null) return { answer, replayed: true }
      }
    }
    throw new DomainError('key-in-use', 'A request with this idempotency key is still running: repeat it in a moment', {
      retryAfterSeconds: 1,
    })
  }

  /** Null if the request that had the key has released it, or still has it at the end of the wait. */
  private async lead(id: string, name: IdempotencyKeyName, attempt: () => Promise<Attempted>, giveUpAt: number) {
    const outcome = this.attemptOrRepeat(name, attempt, giveUpAt)
    const repeatable = outcome.then(
      (led) => (led?.takesKey === true ? led.answer : null),
      () => null,
    )
    this.running.set(id, repeatable)
    try {
      return await outcome
    } finally {
      this.running.delete(id)
    }
  }

  private async attemptOrRepeat(
    name: IdempotencyKeyName,
    attempt: () => Promise<Attempted>,
    giveUpAt: number,
  ): Promise<(Answered & { readonly takesKey: boolean }) | null> {
    const attempted = await attempt()
    if ('answer' in attempted) return { ...attempted, replayed: false }
    const answer = attempted.inUseBy.answer ?? (await this.waitForResponse(name, giveUpAt))
    return answer === null ? null : { answer, replayed: true, takesKey: true }
  }

  private async waitForResponse(name: IdempotencyKeyName, giveUpAt: number): Promise<StoredResponse | null> {
    for (let waitMs = POLL_FIRST_MS; ; waitMs = Math.min(POLL_MAX_MS, waitMs * 2)) {
      await this.deps.timer.wait(waitMs)
      const now = this.deps.clock.now()
      const record = await this.deps.unitOfWork.run(({ idempotencyKeys }) => idempotencyKeys.find(name))
      if (!isInUse(record, now)) return null
      if (record.answer !== null) return record.answer
      if (now.getTime() >= giveUpAt) return null
    }
  }

  private async within(giveUpAt: number, ahead: Promise<StoredResponse | null>): Promise<StoredResponse | null> {
    const leftMs = giveUpAt - this.deps.clock.now().getTime()
    return Promise.race([ahead, this.deps.timer.wait(Math.max(0, leftMs)).then(() => null)])
  }
}

function first(attempted: Attempted): Answered {
  if ('inUseBy' in attempted) throw new Error('A request without an idempotency key was told that its key is in use')
  return { answer: attempted.answer, replayed: false }
}
