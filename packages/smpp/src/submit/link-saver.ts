import { setTimeout as wait } from 'node:timers/promises'
import type { SmscLink } from '@carillon/core'

type Batch = { readonly links: SmscLink[]; readonly promise: Promise<void> }

export type LinkSaverOptions = {
  save(links: readonly SmscLink[]): Promise<void>
  /** Between the tries of a batch that could not be saved. */
  readonly retryMs: number
  readonly triesMax: number
  /** How long `close` waits. */
  readonly closeMs: number
}

/**
 * Stores links together: those that come while others are being stored go in one call. A message was taken whose link
 * cannot be stored, so storing it is tried again for a while.
 */
export class LinkSaver {
  #next: Batch | null = null
  #running: Promise<void> = Promise.resolve()
  readonly #closing = new AbortController()

  constructor(private readonly options: LinkSaverOptions) {}

  /** Resolves when the links are stored, or after the last try. */
  save(links: readonly SmscLink[]): Promise<void> {
    this.#next ??= this.#begin()
    this.#next.links.push(...links)
    return this.#next.promise
  }

  /** Resolves when nothing is being stored. What could not be stored until now is tried only once more. */
  async close(): Promise<void> {
    this.#closing.abort()
    const waiting = new AbortController()
    const end = wait(this.options.closeMs, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([this.#running, end])
    waiting.abort()
  }

  #begin(): Batch {
    const links: SmscLink[] = []
    const promise = this.#running.then(() => {
      this.#next = null
      return this.#saveNow(links)
    })
    this.#running = promise
    return { links, promise }
  }

  async #saveNow(links: readonly SmscLink[]): Promise<void> {
    const { save, retryMs, triesMax } = this.options
    for (let tries = 1; tries <= triesMax; tries++) {
      const isLast = this.#closing.signal.aborted
      try {
        return await save(links)
      } catch {
        if (isLast) return
        await wait(retryMs * tries, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }
}
