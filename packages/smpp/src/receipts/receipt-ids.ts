import type { ReceiptIds } from '../settings/smpp-settings.js'

/** The ids of a message in the form in which they are compared: as the answer to the submission and as a receipt has it. */
export type IdForms = {
  fromAnswer(id: string): string
  fromReceipt(id: string): string
}

export function idForms(receiptIds: ReceiptIds): IdForms {
  switch (receiptIds) {
    case 'as-is':
      return { fromAnswer: trimmed, fromReceipt: trimmed }
    case 'ignore-case-and-zeros':
      return { fromAnswer: plain, fromReceipt: plain }
    case 'hex-to-decimal':
      return { fromAnswer: plain, fromReceipt: (id) => convert(id, HEX) }
    case 'decimal-to-hex':
      return { fromAnswer: plain, fromReceipt: (id) => convert(id, DECIMAL) }
  }
}

function trimmed(id: string): string {
  return id.trim()
}

function plain(id: string): string {
  return trimmed(id)
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
}

type Base = { readonly form: RegExp; readonly prefix: string; readonly otherRadix: number }

const HEX: Base = { form: /^[0-9a-f]{1,64}$/i, prefix: '0x', otherRadix: 10 }
const DECIMAL: Base = { form: /^[0-9]{1,64}$/, prefix: '', otherRadix: 16 }

/** An id that is no number of the base is only made plain. */
function convert(id: string, { form, prefix, otherRadix }: Base): string {
  const digits = trimmed(id)
  return form.test(digits) ? BigInt(prefix + digits).toString(otherRadix) : plain(id)
}
