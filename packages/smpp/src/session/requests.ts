import type { Command } from '../codec/commands.js'
import type { Pdu } from '../codec/pdu.js'

type Request = { readonly command: Command; readonly onAnswer: (answer: Pdu | null) => void }

/** SMPP ends at 0x7fffffff; the last numbers are for the end of the session. */
const SEQUENCE_MAX = 0x7fffff00
const REQUESTS_MAX = 10_000

/**
 * The requests of one connection that have no answer yet. A sequence number is never used again: the answer to an old
 * request would be taken for the answer to the new one.
 */
export class Requests {
  readonly #open = new Map<number, Request>()
  #last = 0

  /** Whether no sequence number is left for a submission. */
  get isSpent(): boolean {
    return this.#last >= SEQUENCE_MAX
  }

  /** `onAnswer` gets null if the connection closes first. Forgets the oldest request if there are too many. */
  add(command: Command, onAnswer: Request['onAnswer']): number {
    const sequence = ++this.#last
    this.#open.set(sequence, { command, onAnswer })
    if (this.#open.size > REQUESTS_MAX) this.#end(this.#open.keys().next().value!, null)
    return sequence
  }

  /** False if the PDU answers no request. */
  answer(pdu: Pdu): boolean {
    const request = this.#open.get(pdu.sequence)
    if (request === undefined) return false
    if (pdu.command !== 'generic_nack' && pdu.command !== `${request.command}_resp`) return false
    this.#end(pdu.sequence, pdu)
    return true
  }

  endAll(): void {
    for (const sequence of [...this.#open.keys()]) this.#end(sequence, null)
  }

  #end(sequence: number, answer: Pdu | null): void {
    const request = this.#open.get(sequence)
    this.#open.delete(sequence)
    request?.onAnswer(answer)
  }
}
