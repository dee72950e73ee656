import fc from 'fast-check'
import { COMMAND_IDS, isResponse, type Command } from '../codec/commands.js'
import { LAYOUTS } from '../codec/layouts.js'
import type { Pdu } from '../codec/pdu.js'

const octet = fc.nat(255)
const latin1 = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code))

/** Any PDU that can be encoded. A response with an error has no body. */
export const arbitraryPdu: fc.Arbitrary<Pdu> = fc
  .constantFrom(...(Object.keys(COMMAND_IDS) as Command[]))
  .chain((command) => {
    const fields = LAYOUTS[command].map(({ name, ...field }) => {
      if (field.type === 'octet') return fc.tuple(fc.constant(name), octet)
      if (field.type === 'octets') return fc.tuple(fc.constant(name), fc.uint8Array({ maxLength: field.octetsMax }))
      return fc.tuple(fc.constant(name), fc.string({ unit: latin1, maxLength: field.octetsMax - 1 }))
    })
    return fc
      .record({
        sequence: fc.nat(0x7fffffff),
        status: isResponse(command) ? fc.constantFrom(0, 0, 0x58, 0xffffffff) : fc.constant(0),
        tlvs: fc.array(fc.record({ tag: fc.nat(0xffff), value: fc.uint8Array({ maxLength: 300 }) }), { maxLength: 4 }),
        fields: fc.tuple(...(fields as fc.Arbitrary<[string, unknown]>[])),
      })
      .map(({ sequence, status, tlvs, fields: entries }) => {
        const isBodyless = isResponse(command) && status !== 0
        const body = entries.map(([name, value]) => [name, isBodyless ? '' : value])
        return { command, sequence, status, ...Object.fromEntries(body), tlvs: isBodyless ? [] : tlvs } as Pdu
      })
  })
