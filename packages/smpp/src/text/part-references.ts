const RECIPIENTS_MAX = 10_000

/**
 * The numbers that join the parts of long texts. A phone takes parts with the same number for parts of one text, so
 * the numbers to one recipient follow each other. They begin at random, because other processes text the same phones.
 */
export class PartReferences {
  readonly #last = new Map<string, number>()

  next(to: string): number {
    const last = this.#last.get(to) ?? Math.floor(Math.random() * 65_536)
    const next = (last + 1) % 65_536
    this.#last.delete(to)
    this.#last.set(to, next)
    if (this.#last.size > RECIPIENTS_MAX) this.#last.delete(this.#last.keys().next().value!)
    return next
  }
}
