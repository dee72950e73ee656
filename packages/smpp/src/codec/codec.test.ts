import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { PDU } from 'smpp'
import { arbitraryPdu } from '../testing/arbitrary-pdu.js'
import { BLANK } from '../testing/test-smsc.js'
import { SmppCodecError } from './codec-error.js'
import { decodePdu } from './decode-pdu.js'
import { encodePdu } from './encode-pdu.js'
import { PduStream } from './pdu-stream.js'
import type { MessagePdu, Pdu } from './pdu.js'
import { octetTlv, octetsTlv, shortTlv, textTlv } from './tlvs.js'

const submission = (given: Partial<MessagePdu> = {}): MessagePdu => ({
  ...{ command: 'submit_sm', sequence: 7, status: 0, tlvs: [] },
  ...BLANK,
  ...given,
})

describe('encoding and decoding', () => {
  test('is the same PDU again, for any PDU', () => {
    fc.assert(
      fc.property(arbitraryPdu, (pdu) => {
        expect(decodePdu(encodePdu(pdu))).toEqual(pdu)
      }),
      { numRuns: 1_000 },
    )
  })

  test('reads the octets of the example in SMPP 3.4', () => {
    const octets = '0000002F000000020000000000000001534D50503354455354007365637265743038005355424D4954310000010100'
    expect(decodePdu(Buffer.from(octets, 'hex'))).toEqual({
      ...{ command: 'bind_transmitter', sequence: 1, status: 0, tlvs: [] },
      ...{ systemId: 'SMPP3TEST', password: 'secret08', systemType: 'SUBMIT1' },
      ...{ interfaceVersion: 0, addressTon: 1, addressNpi: 1, addressRange: '' },
    })
  })

  test('keeps the octets of a command that is not supported out', () => {
    const octets = Buffer.from('0000001200000103000000000000000affff', 'hex')
    const unknown = { command: 'unknown', commandId: 0x103, sequence: 10, status: 0, tlvs: [] }
    expect(decodePdu(octets)).toEqual(unknown)
  })

  test('accepts a response without a body, also if it has no error', () => {
    const octets = Buffer.from('00000010800000040000000000000003', 'hex')
    expect(decodePdu(octets)).toMatchObject({ command: 'submit_sm_resp', status: 0, messageId: '' })
  })

  test.each([
    ['a recipient of 21 characters', { dest: '1'.repeat(21) }],
    ['a NUL inside a text', { source: 'a\0b' }],
    ['a character outside ISO 8859-1', { source: 'Caf€' }],
    ['more than 254 octets of message', { shortMessage: new Uint8Array(255) }],
    ['an octet above 255', { dataCoding: 256 }],
    ['a fraction of an octet', { esmClass: 0.5 }],
    ['a sequence number of five octets', { sequence: 2 ** 32 }],
    ['a TLV of 64 KiB', { tlvs: [octetsTlv('message_payload', new Uint8Array(65_536))] }],
    ['more than 64 KiB in all', { tlvs: [octetsTlv('message_payload', new Uint8Array(65_500))] }],
  ])('refuses to encode %s', (_, given) => {
    expect(() => encodePdu(submission(given))).toThrow(SmppCodecError)
  })

  test('does not show a password that it refuses', () => {
    const bind = {
      ...{ command: 'bind_transceiver', sequence: 1, status: 0, tlvs: [] },
      systemId: 'a',
      password: 'sécr€t',
    }
    const rest = { systemType: '', interfaceVersion: 0x34, addressTon: 0, addressNpi: 0, addressRange: '' }
    expect(() => encodePdu({ ...bind, ...rest } as Pdu)).toThrow(/^password has characters that SMPP cannot carry$/)
  })
})

describe('what is no PDU', () => {
  test('never causes another error than the own one, whatever the octets are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => {
        expect(codecErrorOf(() => decodePdu(octets))).not.toBe('another')
      }),
      { numRuns: 2_000 },
    )
  })

  test('never causes another error when octets of a PDU are changed', () => {
    const change = fc.record({ at: fc.nat(200), value: fc.nat(255) })
    fc.assert(
      fc.property(arbitraryPdu, fc.array(change, { minLength: 1, maxLength: 5 }), (pdu, changes) => {
        const octets = encodePdu(pdu)
        for (const { at, value } of changes) octets[16 + (at % Math.max(1, octets.length - 16))] = value
        expect(codecErrorOf(() => decodePdu(octets))).not.toBe('another')
      }),
      { numRuns: 2_000 },
    )
  })

  test('is every truncated submission, wherever it ends', () => {
    const whole = encodePdu(submission({ shortMessage: Buffer.from('Hello'), tlvs: [octetTlv('message_state', 2)] }))
    const mandatoryOctets = whole.length - 5
    for (let length = 16; length < whole.length; length++) {
      const octets = Buffer.from(whole.subarray(0, length))
      octets.writeUInt32BE(length, 0)
      const expected = length === mandatoryOctets ? 'none' : 'own'
      expect([length, codecErrorOf(() => decodePdu(octets))]).toEqual([length, expected])
    }
  })

  test.each([0, 4, 15, 65_537, 0x7fffffff, 0xffffffff])('is a length of %d', (length) => {
    const octets = Buffer.alloc(16)
    octets.writeUInt32BE(length, 0)
    expect(() => [...new PduStream().push(octets)]).toThrow(SmppCodecError)
  })
})

describe('a stream of PDUs', () => {
  test('is the same PDUs, wherever it is cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(arbitraryPdu, { maxLength: 5 }), cuts, (pdus, lengths) => {
        const stream = new PduStream()
        const octets = Buffer.concat(pdus.map(encodePdu))
        const found: Pdu[] = []
        for (let at = 0, i = 0; at < octets.length; i++) {
          const end = at + lengths[i % lengths.length]!
          found.push(...stream.push(octets.subarray(at, end)))
          at = end
        }
        expect(found).toEqual(pdus)
      }),
    )
  })

  test('ends for any octets', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 10 }), (chunks) => {
        const stream = new PduStream()
        expect(codecErrorOf(() => chunks.map((chunk) => [...stream.push(Buffer.from(chunk))]))).not.toBe('another')
      }),
    )
  })
})

describe('npm smpp', () => {
  test('reads what is encoded', () => {
    const tlvs = [
      shortTlv('sar_msg_ref_num', 513),
      octetTlv('sar_total_segments', 2),
      octetTlv('sar_segment_seqnum', 1),
      textTlv('receipted_message_id', 'abc'),
    ]
    const pdu = new PDU(encodePdu(submission({ shortMessage: Buffer.from('Hello'), dataCoding: 3, tlvs })))
    expect({ ...pdu }).toMatchObject({
      ...{ command: 'submit_sm', sequence_number: 7, source_addr: BLANK.source, destination_addr: BLANK.dest },
      ...{ dest_addr_ton: 1, dest_addr_npi: 1, data_coding: 3, short_message: { message: 'Hello' } },
      ...{ sar_msg_ref_num: 513, sar_total_segments: 2, sar_segment_seqnum: 1, receipted_message_id: 'abc' },
    })
  })

  test('writes what is decoded', () => {
    const fields = {
      ...{ sequence_number: 9, source_addr: 'Bell', source_addr_ton: 5, destination_addr: '12025550100' },
      ...{ esm_class: 4, data_coding: 8, short_message: 'ünï 🔔', message_state: 2, receipted_message_id: 'abc' },
    }
    const decoded = decodePdu(new PDU('deliver_sm', fields).toBuffer())
    expect(decoded).toMatchObject({
      ...{ command: 'deliver_sm', sequence: 9, source: 'Bell', sourceTon: 5, dest: '12025550100', esmClass: 4 },
      ...{ dataCoding: 8, shortMessage: Uint8Array.from(Buffer.from('ünï 🔔', 'utf16le').swap16()) },
      tlvs: expect.arrayContaining([octetTlv('message_state', 2), textTlv('receipted_message_id', 'abc')]),
    })
  })
})

function codecErrorOf(run: () => unknown): 'none' | 'own' | 'another' {
  try {
    run()
    return 'none'
  } catch (error) {
    return error instanceof SmppCodecError ? 'own' : 'another'
  }
}
