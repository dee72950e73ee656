import type { MessageFields, Tlv } from '../codec/pdu.js'
import { octetsTlv, octetTlv, shortTlv } from '../codec/tlvs.js'
import { codingOf, encode, type AlphabetSettings, type Encoding } from './alphabets.js'
import { splitText } from './split-text.js'
import { concatenationHeader, type Concatenation } from './user-data-header.js'

/** How texts are sent that are longer than one part. */
export type LongTexts = 'udh' | 'sar' | 'payload'

/** The fields of a submit_sm that contain the text or one part of it. */
export type MessageContent = Pick<MessageFields, 'esmClass' | 'dataCoding' | 'shortMessage'> & {
  readonly tlvs: readonly Tlv[]
}

export const UDH_INDICATOR = 0x40
const PARTS_MAX = 255
const PAYLOAD_OCTETS_MAX = 64_000

/** The contents of the messages for one text; null if it is too long. `nextReference` is called for a text in parts. */
export function contentsOf(
  text: string,
  { long, ...settings }: AlphabetSettings & { readonly long: LongTexts },
  nextReference: () => number,
): readonly MessageContent[] | null {
  const { encoding, dataCoding } = codingOf(text, settings)
  const texts = splitText(text, encoding)
  const content = (given: Partial<MessageContent>): MessageContent => ({
    ...{ esmClass: 0, dataCoding, shortMessage: NOTHING, tlvs: [] },
    ...given,
  })
  if (texts.length === 1) return [content({ shortMessage: octetsOf(text, encoding) })]
  if (long === 'payload') {
    const payload = octetsOf(text, encoding)
    return payload.length > PAYLOAD_OCTETS_MAX ? null : [content({ tlvs: [octetsTlv('message_payload', payload)] })]
  }
  if (texts.length > PARTS_MAX) return null
  const reference = nextReference()
  return texts.map((each, i) => {
    const octets = octetsOf(each, encoding)
    const concatenation = { reference, parts: texts.length, part: i + 1 }
    if (long === 'sar') return content({ shortMessage: octets, tlvs: sarTlvs(concatenation) })
    const shortMessage = Uint8Array.from([...concatenationHeader(concatenation), ...octets])
    return content({ esmClass: UDH_INDICATOR, shortMessage })
  })
}

const NOTHING = new Uint8Array()

function octetsOf(text: string, encoding: Encoding): Uint8Array {
  const octets = encode(text, encoding)
  if (octets === null) throw new Error(`The text was measured as ${encoding}, but it cannot be encoded so`)
  return octets
}

function sarTlvs({ reference, parts, part }: Concatenation): readonly Tlv[] {
  return [
    shortTlv('sar_msg_ref_num', reference),
    octetTlv('sar_total_segments', parts),
    octetTlv('sar_segment_seqnum', part),
  ]
}
