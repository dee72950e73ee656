import type { Pdu } from '../codec/pdu.js'
import { STATUS } from '../codec/statuses.js'
import { BindRefused, openBind, type Answer, type Bind, type BindOptions } from './bind.js'
import { Pause } from './pause.js'

export type BindState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'bound' }
  /** `refusal`: the status with which the SMSC refused the bind. */
  | { readonly kind: 'waiting'; readonly reason: string; readonly refusal: number | null }
  | { readonly kind: 'closed' }

export type ReconnectingBindOptions = BindOptions & { onState(state: BindState): void }

/** A bind that lasts: when it closes, it is opened again after a while. */
export class ReconnectingBind {
  readonly #pause = new Pause()
  #state: BindState = { kind: 'connecting' }
  #bind: Bind | null = null
  #failures = 0
  #endWait = () => {}
  readonly #closing = new AbortController()
  readonly #kept: Promise<void>

  constructor(private readonly options: ReconnectingBindOptions) {
    this.#kept = this.#keep()
  }

  get state(): BindState {
    return this.#state
  }

  get canSubmit(): boolean {
    return this.options.command !== 'bind_receiver'
  }

  /** Zero if nothing can be submitted now. */
  get slotsLeft(): number {
    return this.pauseLeftMs > 0 ? 0 : (this.#bind?.slotsLeft ?? 0)
  }

  get pauseLeftMs(): number {
    return Math.ceil(this.#pause.leftMs(performance.now()))
  }

  async submit(encoded: Buffer, deadlineAt: number, onLate: (answer: Pdu) => void): Promise<Answer> {
    const bind = this.#bind
    if (bind === null) return { kind: 'not-sent' }
    const writtenAt = performance.now()
    const answer = await bind.submit(encoded, deadlineAt, (late) => {
      this.#slowDown(late.status, writtenAt)
      onLate(late)
    })
    if (answer.kind === 'answered') {
      this.#slowDown(answer.pdu.status, writtenAt)
      // The SMSC does not know the bind any more.
      if (answer.pdu.status === STATUS.ESME_RINVBNDSTS) void bind.unbind()
    }
    if (bind.isSpent) void bind.unbind()
    return answer
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#endWait()
    await this.#bind?.unbind()
    await this.#kept
  }

  #slowDown(status: number, writtenAt: number): void {
    const { throttledMs, throttledMsMax, queueFullMs, queueFullMsMax } = this.options.timing
    const at = { writtenAt, now: performance.now() }
    if (status === STATUS.ESME_RTHROTTLED) this.#pause.begin(at, { ms: throttledMs, msMax: throttledMsMax })
    if (status === STATUS.ESME_RMSGQFUL) this.#pause.begin(at, { ms: queueFullMs, msMax: queueFullMsMax })
    if (status === STATUS.ESME_ROK) this.#pause.end(writtenAt)
    if (this.pauseLeftMs > 0) setTimeout(() => this.options.onChange(), this.pauseLeftMs + 1).unref()
  }

  async #keep(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#become({ kind: 'connecting' })
      const { reason, refusal } = await this.#bindOnce()
      if (this.#closing.signal.aborted) break
      this.#become({ kind: 'waiting', reason, refusal })
      await this.#wait(this.#backoffMs(refusal))
    }
    this.#become({ kind: 'closed' })
  }

  /** Returns when the bind has failed or ended. */
  async #bindOnce(): Promise<{ readonly reason: string; readonly refusal: number | null }> {
    try {
      const bind = await openBind(this.options, this.#closing.signal)
      const boundAt = performance.now()
      this.#bind = bind
      if (this.#closing.signal.aborted) await bind.unbind()
      else this.#become({ kind: 'bound' })
      const reason = await bind.closed
      this.#failures = performance.now() - boundAt >= this.options.timing.enquireMs ? 0 : this.#failures + 1
      return { reason, refusal: null }
    } catch (error) {
      this.#failures++
      return { reason: (error as Error).message, refusal: error instanceof BindRefused ? error.status : null }
    } finally {
      this.#bind = null
    }
  }

  /** A refused password is tried rarely: an SMSC may lock the account. */
  #backoffMs(refusal: number | null): number {
    const { backoffMs, backoffMsMax } = this.options.timing
    const isLogin = refusal === STATUS.ESME_RINVPASWD || refusal === STATUS.ESME_RINVSYSID
    const ms = isLogin ? backoffMsMax : Math.min(backoffMs * 2 ** (this.#failures - 1), backoffMsMax)
    return ms * (0.5 + Math.random() / 2)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#endWait = end
    })
  }

  #become(state: BindState): void {
    this.#state = state
    this.options.onState(state)
    this.options.onChange()
  }
}
