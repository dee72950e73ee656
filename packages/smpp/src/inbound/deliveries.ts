import type { MessagePdu } from '../codec/pdu.js'
import { STATUS } from '../codec/statuses.js'
import type { OnFailure } from '../failures.js'
import { kindOf } from '../receipts/read-receipt.js'

export type DeliveriesOptions = {
  /** These resolve when the message is stored. */
  receiveText(pdu: MessagePdu): Promise<void>
  receiveReceipt(pdu: MessagePdu): Promise<void>
  textAnswered(pdu: MessagePdu): void
  readonly onError: OnFailure
}

const IN_PROGRESS_MAX = 1_000

/** Takes what the SMSC delivers. It delivers a message again whose answer has an error. */
export class Deliveries {
  #inProgress = 0

  constructor(private readonly options: DeliveriesOptions) {}

  /** The status for the answer. Never rejects. */
  async receive(pdu: MessagePdu): Promise<number> {
    const kind = kindOf(pdu)
    if (kind === 'other') return STATUS.ESME_ROK
    this.#inProgress++
    try {
      if (this.#inProgress > IN_PROGRESS_MAX) throw new Error(`${IN_PROGRESS_MAX} deliveries are in progress`)
      await (kind === 'receipt' ? this.options.receiveReceipt(pdu) : this.options.receiveText(pdu))
      return STATUS.ESME_ROK
    } catch (error) {
      this.options.onError({ kind, error })
      return STATUS.ESME_RX_T_APPN
    } finally {
      this.#inProgress--
    }
  }

  /** The SMSC has got the answer without an error. */
  answered(pdu: MessagePdu): void {
    if (kindOf(pdu) === 'text') this.options.textAnswered(pdu)
  }
}
