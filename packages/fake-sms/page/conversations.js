/** How many texts of a phone are kept, the latest. */
export const TEXTS_MAX = 100

/** Of how many phones at least. More than are shown, so that a phone can come back without being asked for. */
const PHONES_KEPT_MIN = 48

/** What the page has heard: the texts of each phone, the oldest first. */
export class Conversations {
  #phones = new Map()
  /** Whether nothing is on any phone but what is known here. */
  #isWhole = true
  /** Phones whose texts have changed since that was taken last, each with whether nobody is to be told of it. */
  #changed = new Map()
  /** Of each question that is open the ids of the texts that were heard of meanwhile. */
  #questions = new Set()

  get isWhole() {
    return this.#isWhole
  }

  /** Everything is told anew: what was known before, and the answer to what was asked before, is out of date. */
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

  /** A text that is new or has changed. */
  hear(text) {
    for (const heard of this.#questions) heard.add(text.id)
    this.#put(text, { isOld: false })
  }

  /** To be called when texts are asked for, and to be given back with the answer. */
  ask() {
    const question = new Set()
    this.#questions.add(question)
    return question
  }

  /** A text that was heard of since the question may have changed since the answer. */
  answer(question, texts) {
    if (!this.#questions.delete(question)) return
    for (const text of texts) if (!question.has(text.id)) this.#put(text, { isOld: true })
  }

  textsOf(phone) {
    return this.#phones.get(phone) ?? []
  }

  /** Those of the latest texts first. */
  phones() {
    const latest = (phone) => this.#phones.get(phone).at(-1)
    return [...this.#phones.keys()].sort((one, other) => compare(latest(other), latest(one)))
  }

  /** The numbers that phones have heard from or written to. */
  senders() {
    return new Set([...this.#phones.values()].flatMap((texts) => texts.map(({ sender }) => sender)))
  }

  takeChanged() {
    const changed = this.#changed
    this.#changed = new Map()
    return changed
  }

  /** A text that is known is replaced. */
  #put(text, { isOld }) {
    const known = this.textsOf(text.phone).filter(({ id }) => id !== text.id)
    const later = known.findLastIndex((other) => compare(other, text) < 0) + 1
    this.#phones.set(text.phone, known.toSpliced(later, 0, text).slice(-TEXTS_MAX))
    if (!this.#changed.has(text.phone)) this.#changed.set(text.phone, { isOld })
    if (this.#phones.size > 2 * PHONES_KEPT_MIN) this.#forgetEarliest()
  }

  /** Many at a time, as the order is not kept but made. */
  #forgetEarliest() {
    for (const phone of this.phones().slice(PHONES_KEPT_MIN)) {
      this.#phones.delete(phone)
      this.#changed.delete(phone)
    }
    this.#isWhole = false
  }
}

/** The provider makes the ids of texts in the order of time. */
function compare(one, other) {
  return one.id < other.id ? -1 : 1
}
