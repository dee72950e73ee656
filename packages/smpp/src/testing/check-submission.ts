import type { MessagePdu } from '../codec/pdu.js'
import { integerIn, octetsIn, TAGS } from '../codec/tlvs.js'
import { UDH_INDICATOR } from '../text/message-contents.js'

const GSM_7 = 0
/** The bits of esm_class that say how the SMSC forwards the message. */
const MODES = 0x03
/** Other parts follow soon. */
const MORE_MESSAGES_TO_SEND = 0x0426
const UCS_2 = 8
const HALF_PAIR = /\p{Surrogate}/u
const ALLOWED_TAGS: readonly number[] = [
  TAGS.user_message_reference,
  TAGS.sar_msg_ref_num,
  TAGS.sar_total_segments,
  TAGS.sar_segment_seqnum,
  TAGS.message_payload,
  MORE_MESSAGES_TO_SEND,
]

/** What is wrong with a submit_sm by the letter of SMPP 3.4 and 3GPP TS 23.040. */
export function faultsOf(pdu: MessagePdu): readonly string[] {
  const payload = octetsIn(pdu.tlvs, 'message_payload')
  const hasHeader = (pdu.esmClass & UDH_INDICATOR) !== 0
  const isSar = integerIn(pdu.tlvs, 'sar_msg_ref_num') !== null
  const rules: readonly (readonly [string, boolean])[] = [
    ['esm_class has bits that no submission has', (pdu.esmClass & ~(MODES | UDH_INDICATOR)) === 0],
    ['the recipient is no number', /^\d{3,15}$/.test(pdu.dest)],
    ['the sender is empty or too long', pdu.source.length >= 1 && pdu.source.length <= 20],
    ['an international sender has digits only', pdu.sourceTon !== 1 || /^\d+$/.test(pdu.source)],
    ['an alphanumeric sender has at most 11 characters', pdu.sourceTon !== 5 || pdu.source.length <= 11],
    ['service_type is too long', pdu.serviceType.length <= 5],
    ['validity_period has no valid form', /^(\d{15}[R]|\d{13}\d\d[+-])?$/.test(pdu.validityPeriod)],
    [
      'a field that must be 0 is not',
      pdu.replaceIfPresent + pdu.protocolId + pdu.priority + pdu.defaultMessageId === 0,
    ],
    ['the text is in two places', payload === null || pdu.shortMessage.length === 0],
    ['a TLV is not allowed', pdu.tlvs.every(({ tag }) => ALLOWED_TAGS.includes(tag))],
    ['a TLV is there twice', new Set(pdu.tlvs.map(({ tag }) => tag)).size === pdu.tlvs.length],
    ['the header is not one of concatenation', !hasHeader || isConcatenation(pdu.shortMessage)],
    ['the SAR TLVs contradict each other', !isSar || isValidSar(pdu)],
    ...rulesOfText(pdu.dataCoding, payload ?? pdu.shortMessage.subarray(hasHeader ? 6 : 0), {
      inParts: hasHeader || isSar,
      isPayload: payload !== null,
    }),
  ]
  return rules.filter(([, isKept]) => !isKept).map(([fault]) => fault)
}

function rulesOfText(
  dataCoding: number,
  octets: Uint8Array,
  { inParts, isPayload }: { readonly inParts: boolean; readonly isPayload: boolean },
): readonly (readonly [string, boolean])[] {
  if (dataCoding === UCS_2) {
    const units = Buffer.from(octets.subarray(0, octets.length & ~1)).swap16()
    return [
      ['UCS-2 has an odd number of octets', octets.length % 2 === 0],
      ['a part has too many characters', isPayload || octets.length <= (inParts ? 134 : 140)],
      ['a part has half of a surrogate pair', !HALF_PAIR.test(units.toString('utf16le'))],
    ]
  }
  return [
    ['a part has too many septets', isPayload || octets.length <= (inParts ? 153 : 160)],
    ['GSM 7 has an eighth bit', dataCoding !== GSM_7 || octets.every((octet) => octet < 0x80)],
    ['a part ends with an escape', dataCoding !== GSM_7 || octets.at(-1) !== 0x1b],
  ]
}

function isConcatenation(message: Uint8Array): boolean {
  const [length, element, size, , parts, part] = message
  return length === 5 && element === 0 && size === 3 && parts! > 1 && part! >= 1 && part! <= parts!
}

function isValidSar({ tlvs }: MessagePdu): boolean {
  const [parts, part] = [integerIn(tlvs, 'sar_total_segments'), integerIn(tlvs, 'sar_segment_seqnum')]
  return parts !== null && part !== null && parts > 1 && part >= 1 && part <= parts
}
