import { SmppCodecError } from './codec-error.js'
import { COMMAND_IDS, isResponse } from './commands.js'
import { HEAD_OCTETS, LAYOUTS, PDU_OCTETS_MAX, type Layout } from './layouts.js'
import type { Pdu, Tlv } from './pdu.js'

/** Throws `SmppCodecError` for a value that does not fit into its field. */
export function encodePdu(pdu: Pdu): Buffer {
  const { command, status, sequence } = pdu
  const commandId = command === 'unknown' ? pdu.commandId : COMMAND_IDS[command]
  const isBodyless = command === 'unknown' || (isResponse(command) && status !== 0)
  const fields = isBodyless ? [] : LAYOUTS[command].map((field) => encodeField(field, pdu))
  const body = Buffer.concat([...fields, ...(isBodyless ? [] : pdu.tlvs.map(encodeTlv))])
  const length = HEAD_OCTETS + body.length
  if (length > PDU_OCTETS_MAX) throw new SmppCodecError(`A PDU has at most ${PDU_OCTETS_MAX} octets, got ${length}`)
  const head = Buffer.alloc(HEAD_OCTETS)
  for (const [i, value] of [length, commandId, status, sequence].entries()) head.writeUInt32BE(checked(value), i * 4)
  return Buffer.concat([head, body])
}

function checked(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw new SmppCodecError(`Expected an integer of four octets, got ${value}`)
  }
  return value
}

function encodeField(field: Layout[number], pdu: Pdu): Buffer {
  const value = (pdu as unknown as Readonly<Record<string, unknown>>)[field.name]
  switch (field.type) {
    case 'octet':
      return encodeOctet(field.name, value as number)
    case 'text':
      return encodeText(field.name, value as string, field.octetsMax)
    case 'octets':
      return encodeOctets(field.name, value as Uint8Array, field.octetsMax)
  }
}

function encodeOctet(name: string, value: number): Buffer {
  if (!Number.isInteger(value) || value < 0 || value > 255) {
    throw new SmppCodecError(`${name} is an integer of one octet, got ${value}`)
  }
  return Buffer.of(value)
}

function encodeText(name: string, value: string, octetsMax: number): Buffer {
  // The message does not contain the value, which may be a password.
  if (!isFieldText(value)) throw new SmppCodecError(`${name} has characters that SMPP cannot carry`)
  if (value.length >= octetsMax) {
    throw new SmppCodecError(`${name} has at most ${octetsMax - 1} characters, got ${value.length}`)
  }
  return Buffer.from(`${value}\0`, 'latin1')
}

/** Whether a field can contain the text: ISO 8859-1 without NUL. */
export function isFieldText(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- These are the characters of a field.
  return /^[\u0001-\u00ff]*$/.test(text)
}

function encodeOctets(name: string, value: Uint8Array, octetsMax: number): Buffer {
  if (value.length > octetsMax) throw new SmppCodecError(`${name} has at most ${octetsMax} octets, got ${value.length}`)
  return Buffer.concat([Buffer.of(value.length), value])
}

function encodeTlv({ tag, value }: Tlv): Buffer {
  if (!Number.isInteger(tag) || tag < 0 || tag > 0xffff || value.length > 0xffff) {
    throw new SmppCodecError(`TLV ${tag} with ${value.length} octets does not fit`)
  }
  const head = Buffer.alloc(4)
  head.writeUInt16BE(tag, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value])
}
