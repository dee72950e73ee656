import type { MessagePdu } from '../codec/pdu.js'
import { STATUS } from '../codec/statuses.js'
import { kindOf } from '../receipts/read-receipt.js'

export type DeliveriesOptions = {
  /** These resolve when the message is stored. */
  receiveText(pdu: MessagePdu): Promise<void>
  receiveReceipt(pdu: MessagePdu): Promise<void>
  textAnswered(pdu: MessagePdu): void
}

const IN_PROGRESS_MAX = 1_000

/** Takes what the SMSC delivers. It delivers a message again whose answer has an error. */
export class Deliveries {
  #inProgress = 0

  constructor(private readonly options: DeliveriesOptions) {}

  /** The status for the answer. Never rejects. */
  async receive(pdu: MessagePdu): Promise<number> {
    if (this.#inProgress >= IN_PROGRESS_MAX) return STATUS.ESME_RX_T_APPN
    this.#inProgress++
    try {
      await this.#store(pdu)
      return STATUS.ESME_ROK
    } catch {
      return STATUS.ESME_RX_T_APPN
    } finally {
      this.#inProgress--
    }
  }

  /** The SMSC has got the answer without an error. */
  answered(pdu: MessagePdu): void {
    if (kindOf(pdu) === 'text') this.options.textAnswered(pdu)
  }

  async #store(pdu: MessagePdu): Promise<void> {
    switch (kindOf(pdu)) {
      case 'receipt':
        return this.options.receiveReceipt(pdu)
      case 'text':
        return this.options.receiveText(pdu)
      case 'other':
        return
    }
  }
}
