import type { MessageFields } from '../codec/pdu.js'

export type NumberKind = 'international' | 'short' | 'alphanumeric'

export type ByNumberKind = { readonly [kind in NumberKind]?: number }

export type AddressSettings = {
  readonly sourceTon: ByNumberKind
  readonly sourceNpi: ByNumberKind
  readonly destTon: number
  readonly destNpi: number
}

/** The fields with the sender and the recipient. International numbers travel without the plus. */
export function addressesOf(
  { from, to }: { readonly from: string; readonly to: string },
  { sourceTon, sourceNpi, destTon, destNpi }: AddressSettings,
): Pick<MessageFields, 'source' | 'sourceTon' | 'sourceNpi' | 'dest' | 'destTon' | 'destNpi'> {
  const kind = kindOf(from)
  return {
    source: withoutPlus(from),
    sourceTon: sourceTon[kind] ?? 0,
    sourceNpi: sourceNpi[kind] ?? 0,
    dest: withoutPlus(to),
    destTon,
    destNpi,
  }
}

function kindOf(number: string): NumberKind {
  if (/^(\+\d+|\d{9,})$/.test(number)) return 'international'
  return /^\d+$/.test(number) ? 'short' : 'alphanumeric'
}

function withoutPlus(number: string): string {
  return number.replace(/^\+(?=\d+$)/, '')
}

const TON_INTERNATIONAL = 1
const TON_UNKNOWN = 0

/** The number in a PDU as the core knows it: an international number with a plus, also if the SMSC omits its type. */
export function numberOf(address: string, ton: number): string {
  const isInternational = ton === TON_INTERNATIONAL ? /^\d+$/ : ton === TON_UNKNOWN ? /^[1-9]\d{8,14}$/ : null
  return isInternational?.test(address) ? `+${address}` : address
}
