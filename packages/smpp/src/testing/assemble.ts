import type { Submission } from '@carillon/core'
import type { MessagePdu } from '../codec/pdu.js'
import { integerIn } from '../codec/tlvs.js'
import { userReferenceOf } from '../receipts/echo.js'
import { numberOf } from '../text/addresses.js'
import { decode, encodingOf } from '../text/alphabets.js'
import { messageOctets } from '../text/message-octets.js'

const SETTINGS = { alphabet: 'gsm7' } as const

/** The texts that phones show after these submissions, whole ones only, in the order of their first parts. */
export function assemble(pdus: readonly MessagePdu[]): readonly PhoneText[] {
  const texts = new Map<string, PhoneText & { bodies: string[]; parts: number }>()
  for (const [i, pdu] of pdus.entries()) {
    const { concatenation, octets } = messageOctets(pdu)
    const userReference = integerIn(pdu.tlvs, 'user_message_reference')
    const sar = integerIn(pdu.tlvs, 'sar_msg_ref_num')
    const parts = concatenation?.parts ?? integerIn(pdu.tlvs, 'sar_total_segments') ?? 1
    const part = concatenation?.part ?? integerIn(pdu.tlvs, 'sar_segment_seqnum') ?? 1
    const key = parts === 1 ? `${i}` : `${pdu.dest}/${concatenation?.reference ?? sar}/${parts}`
    const from = numberOf(pdu.source, pdu.sourceTon)
    const to = numberOf(pdu.dest, pdu.destTon)
    const text = texts.get(key) ?? { from, to, body: '', userReference, bodies: [], parts }
    text.bodies[part - 1] = decode(octets, encodingOf(pdu.dataCoding, SETTINGS))
    texts.set(key, { ...text, userReference: part === 1 ? userReference : text.userReference })
  }
  return [...texts.values()]
    .filter(({ bodies, parts }) => bodies.filter((body) => body !== undefined).length === parts)
    .map(({ bodies, parts: _, ...text }) => ({ ...text, body: bodies.join('') }))
}

export type PhoneText = {
  readonly from: string
  readonly to: string
  readonly body: string
  readonly userReference: number | null
}

/** The texts of a submission, as submissions: the SMSC knows of our reference only what SMPP carries. */
export function deliveriesOf(pdus: readonly MessagePdu[], reference: string): readonly Submission[] {
  return assemble(pdus)
    .filter(({ userReference }) => userReference === userReferenceOf(reference, 1))
    .map(({ from, to, body }) => asSubmission({ reference, from, to, body }))
}

/** With the media as such again that were appended as a link. */
export function asSubmission(text: Omit<Submission, 'mediaUrl'>): Submission {
  const [, words, mediaUrl] = /^(?:([^]*)\n)?(https:\/\/example\.com\/\S+)$/.exec(text.body) ?? []
  return mediaUrl === undefined ? { ...text, mediaUrl: null } : { ...text, body: words ?? '', mediaUrl }
}
