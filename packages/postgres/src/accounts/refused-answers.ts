import type { KnownKey } from '@carillon/core'

/** How long the answer to a refused look-up is remembered. */
const MEMORY_MS = 2_000
const ANSWERS_MAX = 10_000

/**
 * The answers to the latest look-ups whose key was refused: no key, or a key with another secret. Only refusals are
 * recorded, and both kinds in the same way, so that the time of a refusal does not show whether the key exists.
 */
export class RefusedAnswers {
  private readonly answers = new Map<string, { readonly key: KnownKey | null; readonly foundMs: number }>()

  constructor(private readonly clock: { now(): Date }) {}

  /** Undefined if no answer is remembered. */
  get(keyId: string): KnownKey | null | undefined {
    const answer = this.answers.get(keyId)
    if (answer === undefined) return undefined
    const ageMs = this.clock.now().getTime() - answer.foundMs
    return ageMs >= 0 && ageMs < MEMORY_MS ? answer.key : undefined
  }

  /** Removes the oldest answer if there are too many. */
  add(keyId: string, key: KnownKey | null): void {
    this.answers.delete(keyId)
    if (this.answers.size >= ANSWERS_MAX) {
      const [oldest] = this.answers.keys()
      this.answers.delete(oldest!)
    }
    this.answers.set(keyId, { key, foundMs: this.clock.now().getTime() })
  }

  clear(): void {
    this.answers.clear()
  }
}
