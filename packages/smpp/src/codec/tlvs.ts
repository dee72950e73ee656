import type { Tlv } from './pdu.js'

export const TAGS = {
  receipted_message_id: 0x001e,
  user_message_reference: 0x0204,
  sar_msg_ref_num: 0x020c,
  sar_total_segments: 0x020e,
  sar_segment_seqnum: 0x020f,
  sc_interface_version: 0x0210,
  network_error_code: 0x0423,
  message_payload: 0x0424,
  message_state: 0x0427,
} as const

type TagName = keyof typeof TAGS

export function octetTlv(name: TagName, value: number): Tlv {
  return { tag: TAGS[name], value: Uint8Array.of(value & 0xff) }
}

export function shortTlv(name: TagName, value: number): Tlv {
  return { tag: TAGS[name], value: Uint8Array.of((value >> 8) & 0xff, value & 0xff) }
}

export function octetsTlv(name: TagName, value: Uint8Array): Tlv {
  return { tag: TAGS[name], value }
}

/** A text that ends with NUL. */
export function textTlv(name: TagName, value: string): Tlv {
  return { tag: TAGS[name], value: Uint8Array.from(Buffer.from(`${value}\0`, 'latin1')) }
}

/** Null if there is none. */
export function octetsIn(tlvs: readonly Tlv[], name: TagName): Uint8Array | null {
  return tlvs.find(({ tag }) => tag === TAGS[name])?.value ?? null
}

/** An integer of one to four octets; null if there is none. */
export function integerIn(tlvs: readonly Tlv[], name: TagName): number | null {
  const value = octetsIn(tlvs, name)
  if (value === null || value.length < 1 || value.length > 4) return null
  return value.reduce((sum, octet) => sum * 256 + octet, 0)
}

/** A text up to its NUL, which some SMSCs omit; null if there is none. */
export function textIn(tlvs: readonly Tlv[], name: TagName): string | null {
  const value = octetsIn(tlvs, name)
  return value && Buffer.from(value).toString('latin1').replace(/\0.*$/s, '')
}
