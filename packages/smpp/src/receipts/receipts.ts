import type { CarrierReceipt, SmscLinks, SmscLink, TextResult } from '@carillon/core'
import type { MessagePdu } from '../codec/pdu.js'
import { integerIn } from '../codec/tlvs.js'
import type { OnFailure } from '../failures.js'
import type { AlphabetSettings } from '../text/alphabets.js'
import { numberOf } from '../text/addresses.js'
import { echoKeyOf } from './echo.js'
import { failureOf, readReceipt } from './read-receipt.js'
import type { IdForms } from './receipt-ids.js'

export type ReceiptsOptions = {
  readonly links: SmscLinks
  readonly settings: AlphabetSettings & { readonly echoesReference: boolean }
  readonly forms: IdForms
  /** Resolves when the receipt is stored. */
  report(receipt: CarrierReceipt): Promise<void>
  readonly onError: OnFailure
}

/** Without the receipt itself, which may contain the words of a message. */
const UNREADABLE = 'A receipt cannot be read: it has no id or no state in a form that is known'
const UNREPORTED_MAX = 100
const ROUNDS_MAX = 20

/** Turns receipts of messages into receipts of texts. */
export class Receipts {
  constructor(private readonly options: ReceiptsOptions) {}

  /** Resolves when the receipt is stored, as news or for a text that is not known yet. */
  async receive(pdu: MessagePdu): Promise<void> {
    const { links, settings, forms } = this.options
    const receipt = readReceipt(pdu, settings, forms)
    const echo = settings.echoesReference ? echoIn(pdu) : null
    if (receipt.state === null || (receipt.id === null && echo === null)) {
      return this.options.onError({ kind: 'receipt', error: new Error(UNREADABLE) })
    }
    if (receipt.state === 'in-progress') return
    // The times in receipts have no time zone.
    const { id, otherId } = receipt
    const result = await links.settle({ id, otherId, echo, at: null, failure: failureOf(receipt) })
    if (result !== null) await this.#report(result)
  }

  /** Stores links, and reports what receipts have said before. Rejects only if the links cannot be stored. */
  async link(links: readonly SmscLink[]): Promise<void> {
    await this.#reportAll(await this.options.links.save(links))
  }

  /** Reports what could not be reported when it became known. */
  async reportLate(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const results = await this.options.links.claimUnreported({ limit: UNREPORTED_MAX })
      await this.#reportAll(results)
      if (results.length < UNREPORTED_MAX) return
    }
  }

  /** What cannot be reported now is claimed later. */
  async #reportAll(results: readonly TextResult[]): Promise<void> {
    const { onError } = this.options
    await Promise.all(
      results.map((result) => this.#report(result).catch((error: unknown) => onError({ kind: 'receipt', error }))),
    )
  }

  async #report({ reference, at, failure }: TextResult): Promise<void> {
    await this.options.report({ kind: 'receipt', reference, providerId: null, at, failure })
    await this.options.links.markReported([reference])
  }
}

function echoIn(pdu: MessagePdu): string | null {
  const userReference = integerIn(pdu.tlvs, 'user_message_reference')
  return userReference === null ? null : echoKeyOf(userReference, numberOf(pdu.source, pdu.sourceTon))
}
