/**
 * Due texts that have not arrived, by phone and text. Throws if a text arrives that is not due, or if a due text does
 * not arrive.
 */
export class DueTexts {
  #due = new Map()

  expect(texts) {
    for (const { phone, text, notBeforeMs } of texts) {
      const place = `${phone} ${text}`
      this.#due.set(place, [...(this.#due.get(place) ?? []), notBeforeMs])
    }
  }

  /** Records the arrival of a text. */
  take({ to, body }, nowMs) {
    const place = `${to} ${body}`
    const [notBeforeMs, ...others] = this.#due.get(place) ?? []
    if (notBeforeMs === undefined)
      throw new Error(`${place} arrived at ${iso(nowMs)} and was not due: it is early or a duplicate`)
    if (notBeforeMs > nowMs) throw new Error(`${place} arrived at ${iso(nowMs)}, and was due at ${iso(notBeforeMs)}`)
    if (others.length === 0) this.#due.delete(place)
    else this.#due.set(place, others)
  }

  requireNoneLate(nowMs) {
    const [late] = this.#due
    if (late === undefined) return
    const [place, [notBeforeMs]] = late
    throw new Error(`${place} has not arrived at ${iso(nowMs)}, and was due at ${iso(notBeforeMs)}`)
  }
}

function iso(ms) {
  return new Date(ms).toISOString()
}
