import { setTimeout as wait } from 'node:timers/promises'
import type { MessageLink } from '../receipts/message-links.js'

type Batch = { readonly links: MessageLink[]; readonly promise: Promise<void> }

export type LinkSaverOptions = {
  save(links: readonly MessageLink[]): Promise<void>
  /** Between the tries of a batch that could not be saved. */
  readonly retryMs: number
  readonly triesMax: number
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
  save(links: readonly MessageLink[]): Promise<void> {
    this.#next ??= this.#begin()
    this.#next.links.push(...links)
    return this.#next.promise
  }

  /** Resolves when nothing is being stored. What could not be stored until now is tried only once more. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  #begin(): Batch {
    const links: MessageLink[] = []
    const promise = this.#running.then(() => {
      this.#next = null
      return this.#saveNow(links)
    })
    this.#running = promise
    return { links, promise }
  }

  async #saveNow(links: readonly MessageLink[]): Promise<void> {
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
