/** How many of the latest texts are kept for each phone. */
export const TEXTS_MAX = 100

/** The minimum number of phones to keep: more than are shown, so that a phone can reappear at once with its texts. */
const PHONES_KEPT_MIN = 48

/** The texts that the page has received, by phone, oldest first. */
export class Conversations {
  #phones = new Map()
  /** Whether all texts of all phones are known here. */
  #isWhole = true
  /** The phones that changed since the changes were last read. If `isOld`, screen readers do not announce the texts. */
  #changed = new Map()
  /** For each pending request, the ids of the texts that the stream has sent since the request. */
  #questions = new Set()

  get isWhole() {
    return this.#isWhole
  }

  /** Starts again with the texts from the stream: drops the earlier ones, and ignores pending responses. */
  begin({ texts, isWhole }) {
    this.#phones.clear()
    this.#changed.clear()
    this.#questions.clear()
    this.#isWhole = isWhole
    for (const text of texts) this.#put(text, { isOld: true })
  }

  clear() {
    this.begin({ texts: [], isWhole: true })
  }

  /** Stores a text that is new or has changed. */
  hear(text) {
    for (const heard of this.#questions) heard.add(text.id)
    this.#put(text, { isOld: false })
  }

  /** Call this with each request for texts, and pass the result to `answer`. */
  ask() {
    const question = new Set()
    this.#questions.add(question)
    return question
  }

  /** Stores the texts of a response, except those of which the stream has sent a newer version since the request. */
  answer(question, texts) {
    if (!this.#questions.delete(question)) return
    for (const text of texts) if (!question.has(text.id)) this.#put(text, { isOld: true })
  }

  textsOf(phone) {
    return this.#phones.get(phone) ?? []
  }

  /** All phones, those with the latest texts first. */
  phones() {
    const latest = (phone) => this.#phones.get(phone).at(-1)
    return [...this.#phones.keys()].sort((one, other) => compare(latest(other), latest(one)))
  }

  /** The numbers that phones received texts from or wrote to. */
  senders() {
    return new Set([...this.#phones.values()].flatMap((texts) => texts.map(({ sender }) => sender)))
  }

  takeChanged() {
    const changed = this.#changed
    this.#changed = new Map()
    return changed
  }

  /** Adds a text, or replaces its earlier version. */
  #put(text, { isOld }) {
    const known = this.textsOf(text.phone).filter(({ id }) => id !== text.id)
    const later = known.findLastIndex((other) => compare(other, text) < 0) + 1
    this.#phones.set(text.phone, known.toSpliced(later, 0, text).slice(-TEXTS_MAX))
    if (!this.#changed.has(text.phone)) this.#changed.set(text.phone, { isOld })
    if (this.#phones.size > 2 * PHONES_KEPT_MIN) this.#forgetEarliest()
  }

  /** Removes many phones at a time, because every call sorts all phones. */
  #forgetEarliest() {
    for (const phone of this.phones().slice(PHONES_KEPT_MIN)) {
      this.#phones.delete(phone)
      this.#changed.delete(phone)
    }
    this.#isWhole = false
  }
}

/** Text ids sort by time. */
function compare(one, other) {
  return one.id < other.id ? -1 : 1
}
