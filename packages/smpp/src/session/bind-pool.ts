import type { Pdu } from '../codec/pdu.js'
import { isBusy } from '../codec/statuses.js'
import type { Answer } from './bind.js'
import type { ReconnectingBind, BindState } from './reconnecting-bind.js'

export type PoolAnswer =
  /** `pauseMs`: how long no bind submits anything after this answer. */
  | (Extract<Answer, { kind: 'answered' }> & { readonly pauseMs: number })
  | Extract<Answer, { kind: 'no-answer' }>
  /** Nothing was written. `afterMs`: when it makes sense to try again, if that is known. */
  | NotTaken

type NotTaken = {
  readonly kind: 'not-taken'
  readonly because: 'throttled' | 'unreachable' | 'no-time'
  readonly afterMs: number | null
}

export type PoolRequest = {
  readonly encoded: Buffer
  /** A time of `performance.now()`: without an answer until then, the outcome is unknown. */
  readonly deadlineAt: number
  /** It is not written after this time. */
  readonly writeBy: number
  /** Whether it goes before those that are not: it continues what is begun. */
  readonly isUrgent: boolean
  onLate(answer: Pdu): void
}

type Waiting = PoolRequest & {
  /** Takes it out of its queue. */
  leave(): void
  resolve(answer: PoolAnswer | Promise<PoolAnswer>): void
}

const SETTLED_MARGIN_MS = 100
const SETTLED_POLL_MS = 20

/** Submits on whichever bind has a free slot. What finds none waits in order, until it must be written. */
export class BindPool {
  readonly #waiting = { urgent: new Set<Waiting>(), others: new Set<Waiting>() }
  #binds: readonly ReconnectingBind[] = []

  /** `openBinds` gets what the binds call when anything changes. */
  constructor(openBinds: (onChange: () => void) => readonly ReconnectingBind[]) {
    this.#binds = openBinds(() => this.#dispatch())
  }

  get states(): readonly BindState[] {
    return this.#binds.map(({ state }) => state)
  }

  /** Resolves when no bind is being opened, or after the time. */
  async settled(withinMs: number): Promise<void> {
    const until = performance.now() + withinMs - SETTLED_MARGIN_MS
    while (this.#binds.some(({ state }) => state.kind === 'connecting') && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, SETTLED_POLL_MS))
    }
  }

  submit(request: PoolRequest): Promise<PoolAnswer> {
    return new Promise((resolve) => {
      const queue = request.isUrgent ? this.#waiting.urgent : this.#waiting.others
      const leave = () => {
        clearTimeout(timer)
        queue.delete(waiting)
      }
      const waiting: Waiting = { ...request, leave, resolve }
      const timer = setTimeout(() => this.#refuse(waiting), Math.max(0, request.writeBy - performance.now()))
      queue.add(waiting)
      this.#dispatch()
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#binds.map((bind) => bind.close()))
  }

  #dispatch(): void {
    for (const waiting of this.#inOrder()) {
      const bind = this.#leastBusy()
      if (bind === null) return this.#refuseHopeless()
      if (performance.now() >= waiting.writeBy) {
        this.#refuse(waiting)
        continue
      }
      waiting.leave()
      waiting.resolve(this.#submitOn(bind, waiting))
    }
  }

  /** What one bind does not take because it is busy goes on another bind that is not. */
  async #submitOn(bind: ReconnectingBind, request: PoolRequest): Promise<PoolAnswer> {
    const answer = await bind.submit(request.encoded, request.deadlineAt, (pdu) => request.onLate(pdu))
    if (answer.kind === 'not-sent') return { kind: 'not-taken', because: 'unreachable', afterMs: null }
    if (answer.kind === 'no-answer') return answer
    const others = this.#bound().filter((one) => one !== bind)
    if (isBusy(answer.pdu.status) && others.some(({ pauseLeftMs }) => pauseLeftMs === 0)) return this.submit(request)
    return { ...answer, pauseMs: Math.min(...[bind, ...others].map(({ pauseLeftMs }) => pauseLeftMs)) }
  }

  *#inOrder(): Generator<Waiting> {
    yield* this.#waiting.urgent
    yield* this.#waiting.others
  }

  #leastBusy(): ReconnectingBind | null {
    return this.#submitting().reduce<ReconnectingBind | null>(
      (best, bind) => (bind.slotsLeft > (best?.slotsLeft ?? 0) ? bind : best),
      null,
    )
  }

  #submitting(): readonly ReconnectingBind[] {
    return this.#binds.filter(({ canSubmit }) => canSubmit)
  }

  #bound(): readonly ReconnectingBind[] {
    return this.#submitting().filter(({ state }) => state.kind === 'bound')
  }

  /** Answers those for whom no bind can become free in time. */
  #refuseHopeless(): void {
    const waitMs = this.#msUntilSlot()
    if (waitMs === 0) return
    const waitUntil = performance.now() + waitMs
    for (const waiting of this.#inOrder()) {
      if (waiting.writeBy <= waitUntil) this.#refuse(waiting)
    }
  }

  #refuse(waiting: Waiting): void {
    waiting.leave()
    waiting.resolve(this.#refusalReason())
  }

  /** The time until a bind may have a free slot: Infinity if all are down. */
  #msUntilSlot(): number {
    return Math.min(
      ...this.#submitting().map(({ state, pauseLeftMs }) => {
        if (state.kind === 'bound') return pauseLeftMs
        return state.kind === 'connecting' ? 0 : Infinity
      }),
    )
  }

  #refusalReason(): NotTaken {
    const bound = this.#bound()
    if (bound.length === 0) return { kind: 'not-taken', because: 'unreachable', afterMs: null }
    const pauseMs = Math.min(...bound.map(({ pauseLeftMs }) => pauseLeftMs))
    return pauseMs > 0
      ? { kind: 'not-taken', because: 'throttled', afterMs: pauseMs }
      : { kind: 'not-taken', because: 'no-time', afterMs: null }
  }
}
