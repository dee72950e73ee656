/** Texts that had to arrive and have not, by number and text. Throws where one comes that was not due, or does not come. */
export class DueTexts {
  #due = new Map()

  expect(texts) {
    for (const { phone, text, notBeforeMs } of texts) {
      const place = `${phone} ${text}`
      this.#due.set(place, [...(this.#due.get(place) ?? []), notBeforeMs])
    }
  }

  /** One that has come at that time. */
  take({ to, body }, nowMs) {
    const place = `${to} ${body}`
    const [notBeforeMs, ...others] = this.#due.get(place) ?? []
    if (notBeforeMs === undefined)
      throw new Error(`${place} came at ${iso(nowMs)} and was not due: it is too early, or one too many`)
    if (notBeforeMs > nowMs) throw new Error(`${place} came at ${iso(nowMs)}, and was due at ${iso(notBeforeMs)}`)
    if (others.length === 0) this.#due.delete(place)
    else this.#due.set(place, others)
  }

  requireNoneLate(nowMs) {
    const [late] = this.#due
    if (late === undefined) return
    const [place, [notBeforeMs]] = late
    throw new Error(`${place} has not come at ${iso(nowMs)}, and was due at ${iso(notBeforeMs)}`)
  }
}

function iso(ms) {
  return new Date(ms).toISOString()
}
