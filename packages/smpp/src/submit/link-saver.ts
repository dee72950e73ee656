import { setTimeout as wait } from 'node:timers/promises'
import type { SmscLink } from '@carillon/core'

type Batch = { readonly links: SmscLink[]; promise: Promise<void> }

export type LinkSaverOptions = {
  save(links: readonly SmscLink[]): Promise<void>
  /** Gets the last error of the links that are given up, and their number. Must not throw. */
  onLost(error: unknown, count: number): void
  /** Between the tries of a batch that could not be saved. */
  readonly retryMs: number
  readonly triesMax: number
  /** How long `close` waits. */
  readonly closeMs: number
}

const BATCH_MAX = 100
const WAITING_MAX = 10_000

/**
 * Stores links together: those that come while others are being stored go in one call. A message was taken whose link
 * cannot be stored, so storing it is tried again for a while. From the second try on, a batch that fails is stored link
 * by link: one that can never be stored must not cost the others.
 */
export class LinkSaver {
  #next: Batch | null = null
  #waiting = 0
  #running: Promise<void> = Promise.resolve()
  readonly #closing = new AbortController()

  constructor(private readonly options: LinkSaverOptions) {}

  /** Resolves when the links are stored, or after the last try. */
  save(links: readonly SmscLink[]): Promise<void> {
    if (this.#waiting + links.length > WAITING_MAX) {
      this.options.onLost(new Error(`${WAITING_MAX} links wait to be stored`), links.length)
      return Promise.resolve()
    }
    this.#waiting += links.length
    const isFull = (this.#next?.links.length ?? 0) + links.length > BATCH_MAX
    if (this.#next === null || isFull) this.#next = this.#begin()
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
    const batch: Batch = { links: [], promise: this.#running }
    batch.promise = this.#running.then(async () => {
      if (this.#next === batch) this.#next = null
      await this.#saveNow(batch.links)
      this.#waiting -= batch.links.length
    })
    this.#running = batch.promise
    return batch
  }

  async #saveNow(links: readonly SmscLink[]): Promise<void> {
    const { onLost, retryMs, triesMax } = this.options
    for (let tries = 1, left = links; ; tries++) {
      const isLast = tries >= triesMax || this.#closing.signal.aborted
      const failures = await this.#try(left, isLast || tries > 1)
      if (failures.length === 0) return
      if (isLast) return onLost(failures[0]!.error, failures.length)
      left = failures.map(({ link }) => link)
      await wait(retryMs * tries, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
  }

  async #try(links: readonly SmscLink[], isOneByOne: boolean): Promise<readonly Failure[]> {
    try {
      await this.options.save(links)
      return []
    } catch (error) {
      if (!isOneByOne || links.length === 1) return links.map((link) => ({ link, error }))
      return (await Promise.all(links.map((link) => this.#try([link], false)))).flat()
    }
  }
}

type Failure = { readonly link: SmscLink; readonly error: unknown }
