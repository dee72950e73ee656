/** Accepts most texts, tells the others to come later, and records when each text was submitted. */
export class RecordingProvider {
  deduplicates = true
  canBeAsked = false
  /** By reference: the recipient, every time of a submission, and the first time at which it was taken. */
  texts = new Map()

  constructor({ clock, dice, tryLater }) {
    this.clock = clock
    this.dice = dice
    this.tryLater = tryLater
  }

  async submit(messages) {
    const atMs = this.clock.now().getTime()
    return messages.map(({ reference, to }) => {
      const text = this.texts.get(reference) ?? { to, submittedMs: [], takenMs: null }
      this.texts.set(reference, text)
      text.submittedMs.push(atMs)
      if (text.takenMs === null && this.dice.hits(this.tryLater)) return { kind: 'try-later', afterMs: null }
      text.takenMs ??= atMs
      return { kind: 'accepted', providerId: `windows_${reference.slice(-31)}` }
    })
  }

  async find(references) {
    return references.map(() => ({ kind: 'unknown' }))
  }
}
