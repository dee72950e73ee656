import { SmppCodecError } from './codec-error.js'
import { COMMANDS_BY_ID, isResponse } from './commands.js'
import { HEAD_OCTETS, LAYOUTS, PDU_OCTETS_MAX } from './layouts.js'
import type { Pdu, Tlv } from './pdu.js'

/** Decodes one whole PDU. Throws only `SmppCodecError`. */
export function decodePdu(octets: Uint8Array): Pdu {
  const bytes = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
  if (bytes.length < HEAD_OCTETS) throw new SmppCodecError(`A PDU has 16 octets or more, got ${bytes.length}`)
  const length = lengthOf(bytes)
  if (length !== bytes.length) {
    throw new SmppCodecError(`The PDU says that it has ${length} octets, got ${bytes.length}`)
  }
  const commandId = bytes.readUInt32BE(4)
  const head = { status: bytes.readUInt32BE(8), sequence: bytes.readUInt32BE(12) }
  const command = COMMANDS_BY_ID.get(commandId)
  if (command === undefined) return { command: 'unknown', commandId, ...head, tlvs: [] }
  const reader = new BodyReader(bytes, command)
  const isBodyless = isResponse(command) && reader.isAtEnd()
  const fields: Record<string, unknown> = {}
  for (const { name, type } of LAYOUTS[command]) fields[name] = isBodyless ? '' : reader[type](name)
  return { command, ...head, ...fields, tlvs: reader.tlvs() } as Pdu
}

/** The length that the first four octets of a PDU declare. */
export function lengthOf(bytes: Buffer): number {
  const length = bytes.readUInt32BE(0)
  if (length < HEAD_OCTETS || length > PDU_OCTETS_MAX) {
    throw new SmppCodecError(`A PDU has 16 to ${PDU_OCTETS_MAX} octets, got a length of ${length}`)
  }
  return length
}

class BodyReader {
  #at = HEAD_OCTETS

  constructor(
    private readonly bytes: Buffer,
    private readonly command: string,
  ) {}

  isAtEnd(): boolean {
    return this.#at === this.bytes.length
  }

  octet(name: string): number {
    return this.#take(1, name).readUInt8()
  }

  text(name: string): string {
    const end = this.bytes.indexOf(0, this.#at)
    if (end < 0) throw new SmppCodecError(`${name} of the ${this.command} has no end`)
    const text = this.bytes.toString('latin1', this.#at, end)
    this.#at = end + 1
    return text
  }

  octets(name: string): Uint8Array {
    return copyOf(this.#take(this.octet(name), name))
  }

  tlvs(): readonly Tlv[] {
    const tlvs: Tlv[] = []
    while (!this.isAtEnd()) {
      const head = this.#take(4, 'The head of a TLV')
      const tag = head.readUInt16BE(0)
      tlvs.push({ tag, value: copyOf(this.#take(head.readUInt16BE(2), `TLV ${tag}`)) })
    }
    return tlvs
  }

  #take(count: number, name: string): Buffer {
    const end = this.#at + count
    if (end > this.bytes.length) throw new SmppCodecError(`${name} of the ${this.command} is truncated`)
    const taken = this.bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}

/** A part of a received chunk would keep the whole chunk in memory. */
function copyOf(bytes: Buffer): Uint8Array {
  return Uint8Array.from(bytes)
}
