/** One step of a list that is read by cursor. */
export type CursorPage<T> = {
  readonly results: readonly T[]
  /** Where the next step begins; null at the end of the list. */
  readonly nextCursor: string | null
}

/** A list that is loaded during iteration, entry by entry or step by step. No entry appears twice. */
export class CursorPages<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | null) => Promise<CursorPage<T>>
  readonly #first: string | null

  constructor(read: (cursor: string | null) => Promise<CursorPage<T>>, first: string | null) {
    this.#read = read
    this.#first = first
  }

  /** One step, by its cursor; by default, the step that the iteration starts with. */
  page(cursor = this.#first): Promise<CursorPage<T>> {
    return this.#read(cursor)
  }

  /** Yields every step, and loads each only when needed. */
  async *pages(): AsyncGenerator<CursorPage<T>, void, undefined> {
    let cursor = this.#first
    do {
      const page: CursorPage<T> = await this.#read(cursor)
      yield page
      cursor = page.nextCursor
    } while (cursor !== null)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { results } of this.pages()) yield* results
  }
}
