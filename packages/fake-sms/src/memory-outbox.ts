import type { Behaviour } from './behaviour.js'
import { decide } from './decide.js'
import { outcomeOf, type Candidate, type Kept, type Outbox, type SimMessage, type Terms } from './outbox.js'

/** Lasts as long as the process. */
export function memoryOutbox(): Outbox {
  return new MemoryOutbox()
}

class MemoryOutbox implements Outbox {
  private first = new Map<string, Kept>()
  private readonly behaviours = new Map<string | null, Behaviour>()
  /** In the order in which they came. */
  private delivered: Kept[] = []
  private deduplicated = 0
  private refused = 0

  async open() {}

  async take(candidates: readonly Candidate[], terms: Terms) {
    const { answers, added, repeated, used } = decide(candidates, {
      ...terms,
      kept: this.known(candidates),
      behaviours: this.behaviours,
    })
    for (const one of added) this.keep(one)
    this.deduplicated += repeated.length
    for (const [to, count] of used) {
      const behaviour = this.behaviours.get(to)!
      this.behaviours.set(to, { ...behaviour, times: behaviour.times! - count })
    }
    return { answers, general: await this.general() }
  }

  async find(references: readonly string[]) {
    const known = references.flatMap((reference) => this.first.get(reference) ?? [])
    return new Map(known.map((one) => [one.reference, outcomeOf(one)]))
  }

  async behave(behaviour: Behaviour) {
    if (behaviour.to === null) this.behaviours.clear()
    this.behaviours.set(behaviour.to, behaviour)
  }

  async general() {
    return this.behaviours.get(null) ?? null
  }

  async list({ to, limit }: { readonly to: string | null; readonly limit: number }) {
    const found: SimMessage[] = []
    for (let i = this.delivered.length - 1; i >= 0 && found.length < limit; i--) {
      const one = this.delivered[i]!
      if (to === null || one.to === to) found.push(one)
    }
    return found
  }

  async findMessage(id: string) {
    return this.delivered.find((one) => one.id === id) ?? null
  }

  async stats() {
    return { delivered: this.delivered.length, deduplicated: this.deduplicated, refused: this.refused }
  }

  async clear() {
    this.first = new Map()
    this.delivered = []
    this.deduplicated = 0
    this.refused = 0
  }

  private known(candidates: readonly Candidate[]): ReadonlyMap<string, Kept> {
    return new Map(
      candidates.flatMap(({ reference }) => this.first.get(reference) ?? []).map((one) => [one.reference, one]),
    )
  }

  private keep(one: Kept) {
    if (!this.first.has(one.reference)) this.first.set(one.reference, one)
    if (one.failure === null) this.delivered.push(one)
    else this.refused++
  }
}
