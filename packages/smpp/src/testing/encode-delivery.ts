import { COMMAND_IDS } from '../codec/commands.js'
import { LAYOUTS } from '../codec/layouts.js'
import type { MessageFields, Tlv } from '../codec/pdu.js'

/** A deliver_sm as real SMSCs send it: its fields may be longer than SMPP allows. */
export function encodeDelivery(sequence: number, fields: MessageFields, tlvs: readonly Tlv[]): Buffer {
  const body = Buffer.concat([
    ...LAYOUTS.deliver_sm.map(({ name }) => encodeField(fields[name as keyof MessageFields])),
    ...tlvs.flatMap(({ tag, value }) => [shorts(tag, value.length), value]),
  ])
  const head = Buffer.alloc(16)
  for (const [i, value] of [16 + body.length, COMMAND_IDS.deliver_sm, 0, sequence].entries()) {
    head.writeUInt32BE(value, i * 4)
  }
  return Buffer.concat([head, body])
}

function encodeField(value: number | string | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.of(value)
  if (typeof value === 'string') return Buffer.from(`${value}\0`, 'latin1')
  return Buffer.concat([Buffer.of(value.length), value])
}

function shorts(...values: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer).swap16()
}
