import type { ForgottenPhone } from '@carillon/core'
import type { Behaviour } from './behaviour.js'
import { decide } from './decide.js'
import type { Outbox, Terms } from './outbox.js'
import { receivedText, writtenText, type PhoneText } from './phone-text.js'
import {
  outcomeOf,
  type Candidate,
  type StoredSubmission,
  type LastReceipt,
  type SentReceipt,
  type SimMessage,
  type WrittenText,
} from './stored-submission.js'

/** Keeps everything in memory until the process ends. */
export function memoryOutbox(): Outbox {
  return new MemoryOutbox()
}

class MemoryOutbox implements Outbox {
  /** The submissions under each reference, oldest first. */
  private readonly copies = new Map<string, StoredSubmission[]>()
  private readonly behaviours = new Map<string | null, Behaviour>()
  /** In the order of arrival. */
  private delivered: StoredSubmission[] = []
  /** In the order of ids: a written text can be stored after the reply to it. */
  private conversation: (StoredSubmission | WrittenText)[] = []
  /** By text id. */
  private readonly receipts = new Map<string, LastReceipt>()
  private deduplicated = 0
  private refused = 0

  async open() {}

  async take(candidates: readonly Candidate[], terms: Terms) {
    const { responses, added, repeated, used } = decide(candidates, {
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
    return { responses, general: await this.general() }
  }

  async find(references: readonly string[]) {
    const known = references.flatMap((reference) => this.copies.get(reference)?.[0] ?? [])
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

  async keepWritten(text: WrittenText) {
    if (!this.conversation.some(({ id }) => id === text.id)) this.insert(text)
  }

  async keepReceipt({ reference, failure }: SentReceipt) {
    for (const { id } of this.copies.get(reference) ?? []) this.receipts.set(id, { failure })
  }

  async texts({ phone, limit }: { readonly phone: string | null; readonly limit: number }) {
    const found: PhoneText[] = []
    for (let i = this.conversation.length - 1; i >= 0 && found.length < limit; i--) {
      const one = this.conversation[i]!
      if (phone === null || phoneOf(one) === phone) found.push(this.textOf(one))
    }
    return found
  }

  async stats() {
    return { delivered: this.delivered.length, deduplicated: this.deduplicated, refused: this.refused }
  }

  async clear() {
    this.copies.clear()
    this.delivered = []
    this.conversation = []
    this.receipts.clear()
    this.deduplicated = 0
    this.refused = 0
  }

  async forget({ account, phone, senders }: ForgottenPhone) {
    const ofPhone = this.conversation.filter((one) => phoneOf(one) === phone)
    const isForgotten = (one: StoredSubmission | WrittenText) =>
      'writtenAt' in one ? senders.includes(one.to) : one.reference.startsWith(`${account}.`)
    const forgotten = new Set(ofPhone.filter(isForgotten))
    for (const one of forgotten) if (!('writtenAt' in one)) this.forgetCopy(one)
    this.delivered = this.delivered.filter((one) => !forgotten.has(one))
    this.conversation = this.conversation.filter((one) => !forgotten.has(one))
    if (forgotten.size > 0 && forgotten.size === ofPhone.length) this.behaviours.delete(phone)
    return forgotten.size > 0
  }

  private forgetCopy({ id, reference, failure }: StoredSubmission) {
    const left = this.copies.get(reference)!.filter((copy) => copy.id !== id)
    if (left.length === 0) this.copies.delete(reference)
    else this.copies.set(reference, left)
    this.receipts.delete(id)
    if (failure !== null) this.refused--
  }

  private known(candidates: readonly Candidate[]): ReadonlyMap<string, StoredSubmission> {
    return new Map(
      candidates.flatMap(({ reference }) => this.copies.get(reference)?.[0] ?? []).map((one) => [one.reference, one]),
    )
  }

  private keep(one: StoredSubmission) {
    this.copies.set(one.reference, [...(this.copies.get(one.reference) ?? []), one])
    if (one.failure === null) this.delivered.push(one)
    else this.refused++
    this.insert(one)
  }

  private insert(one: StoredSubmission | WrittenText) {
    let at = this.conversation.length
    while (at > 0 && this.conversation[at - 1]!.id > one.id) at--
    this.conversation.splice(at, 0, one)
  }

  private textOf(one: StoredSubmission | WrittenText): PhoneText {
    return 'writtenAt' in one ? writtenText(one) : receivedText(one, this.receipts.get(one.id) ?? null)
  }
}

function phoneOf(one: StoredSubmission | WrittenText): string {
  return 'writtenAt' in one ? one.from : one.to
}
