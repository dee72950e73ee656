import { createHash, randomUUID } from 'node:crypto'
import type { CarrierText, InboundParts } from '@carillon/core'
import type { MessagePdu } from '../codec/pdu.js'
import type { OnFailure } from '../failures.js'
import { readPart, textOf, type InboundSettings } from './read-text.js'

export type InboundTextsOptions = {
  readonly parts: InboundParts
  readonly settings: InboundSettings
  /** How long parts wait for the others. */
  readonly partsMs: number
  /** The time of day, in milliseconds. */
  now(): number
  /** Resolves when the text is stored. */
  report(text: CarrierText): Promise<void>
  readonly onError: OnFailure
}

const OVERDUE_MAX = 100
const UNANSWERED_MAX = 10_000

/** Puts the texts from phones together. */
export class InboundTexts {
  /** The ids of messages that were not acknowledged, by their contents. The SMSC repeats them without an id. */
  readonly #unanswered = new Map<string, string>()

  constructor(private readonly options: InboundTextsOptions) {}

  /** Resolves when the message is stored, as a text or as a part of one. */
  async receive(pdu: MessagePdu): Promise<void> {
    const { parts, settings, now, report } = this.options
    const part = readPart(pdu, { id: this.#idOf(pdu), at: new Date(now()) })
    if (part.parts === 1) return report(textOf([part], settings))
    const all = await parts.add(part)
    if (all?.length !== part.parts) return
    await report(textOf(all, settings))
    await parts.finish(part.key)
  }

  /** The SMSC has got the answer. The same contents are another text from now on. */
  answered(pdu: MessagePdu): void {
    this.#unanswered.delete(contentsOf(pdu))
  }

  /** Reports the texts of which a part is missing for too long. One that cannot be stored does not hold up the others. */
  async reportOverdue(): Promise<void> {
    const { parts, settings, partsMs, now, report, onError } = this.options
    const before = new Date(now() - partsMs)
    for (const some of await parts.claimOverdue({ before, limit: OVERDUE_MAX })) {
      try {
        await report(textOf(some, settings))
        await parts.finish(some[0]!.key)
      } catch (error) {
        onError({ kind: 'text', error })
      }
    }
  }

  #idOf(pdu: MessagePdu): string {
    const contents = contentsOf(pdu)
    const id = this.#unanswered.get(contents) ?? randomUUID()
    this.#unanswered.set(contents, id)
    if (this.#unanswered.size > UNANSWERED_MAX) this.#unanswered.delete(this.#unanswered.keys().next().value!)
    return id
  }
}

/** The decoded fields: some SMSCs send longer ones than `encodePdu` allows. */
function contentsOf(pdu: MessagePdu): string {
  const contents = JSON.stringify({ ...pdu, sequence: 0 }, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
  return createHash('sha256').update(contents).digest('base64')
}
