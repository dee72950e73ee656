import type { Page } from './operation.js'

/**
 * A list, which is read as it is gone through: one by one, or page by page. The service counts its pages anew for each
 * request, so that one may come twice, or be left out, where others come or go meanwhile.
 */
export class Pages<T> implements AsyncIterable<T> {
  readonly #read: (page: number) => Promise<Page<T>>
  readonly #first: number

  constructor(read: (page: number) => Promise<Page<T>>, first: number) {
    this.#read = read
    this.#first = first
  }

  /** One page, by its number from 1; the first of the list where none is said. */
  page(number = this.#first): Promise<Page<T>> {
    return this.#read(number)
  }

  /** Every page, each read when it is asked for. */
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
