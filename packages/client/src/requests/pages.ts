import type { Page } from './operation.js'

/**
 * A list that is loaded during iteration: entry by entry, or page by page. The service divides it into pages at each
 * request, so an entry may appear twice or be missed if other entries are added or removed between requests.
 */
export class Pages<T> implements AsyncIterable<T> {
  readonly #read: (page: number) => Promise<Page<T>>
  readonly #first: number

  constructor(read: (page: number) => Promise<Page<T>>, first: number) {
    this.#read = read
    this.#first = first
  }

  /** One page, by its number from 1; by default, the page that the iteration starts with. */
  page(number = this.#first): Promise<Page<T>> {
    return this.#read(number)
  }

  /** Yields every page, and loads each only when needed. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let number = this.#first; ; number++) {
      const page = await this.#read(number)
      yield page
      if (page.results.length === 0 || number * page.limit >= page.totalCount) return
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { results } of this.pages()) yield* results
  }
}
