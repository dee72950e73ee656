type Step = { readonly ms: number; readonly msMax: number }

/**
 * How long nothing is submitted on a bind, because the SMSC asked for less. Each pause is twice as long as the one
 * before, until a message is taken. The answers to messages written before the pause began do not change it: a whole
 * window is refused at once, for one reason.
 */
export class Pause {
  #beganAt = -Infinity
  #endsAt = -Infinity
  #lastMs = 0

  leftMs(now: number): number {
    return Math.max(0, this.#endsAt - now)
  }

  begin({ writtenAt, now }: { readonly writtenAt: number; readonly now: number }, { ms, msMax }: Step): void {
    if (writtenAt <= this.#beganAt) return
    this.#lastMs = Math.min(Math.max(ms, this.#lastMs * 2), msMax)
    this.#beganAt = now
    this.#endsAt = now + this.#lastMs
  }

  /** A message was taken that was written at this time. */
  end(writtenAt: number): void {
    if (writtenAt >= this.#endsAt) this.#lastMs = 0
  }
}
