import type { CarrierNews } from '@carillon/core'

export type OnNews = (news: readonly CarrierNews[]) => Promise<void>

type Waiting = { readonly news: CarrierNews; resolve(): void; reject(error: unknown): void }

const BATCH_MAX = 100

/** Passes news on in its order. What arrives in the meantime goes together. */
export class NewsQueue {
  readonly #waiting: Waiting[] = []
  #isRunning = false

  constructor(private readonly onNews: OnNews) {}

  /** Resolves when the news is stored, and rejects if it could not be stored. */
  push(news: CarrierNews): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ news, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#pass(this.#waiting.splice(0, BATCH_MAX))
    this.#isRunning = false
  }

  /** If a batch is refused, its news go one by one, so that one cannot hold up the others. */
  async #pass(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.onNews(batch.map(({ news }) => news))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      for (const one of batch) await this.#pass([one])
    }
  }
}
