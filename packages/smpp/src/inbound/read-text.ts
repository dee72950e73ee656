import type { CarrierText, InboundPart } from '@carillon/core'
import type { MessagePdu } from '../codec/pdu.js'
import { integerIn } from '../codec/tlvs.js'
import { numberOf } from '../text/addresses.js'
import { decode, encodingOf, type AlphabetSettings } from '../text/alphabets.js'
import { messageOctets } from '../text/message-octets.js'
import { validOrNull, type Concatenation } from '../text/user-data-header.js'

/** A whole text is the only part of itself. */
export function readPart(pdu: MessagePdu, { id, at }: { readonly id: string; readonly at: Date }): InboundPart {
  const { concatenation: fromHeader, octets } = messageOctets(pdu)
  const concatenation = fromHeader ?? sarOf(pdu)
  const from = numberOf(pdu.source, pdu.sourceTon)
  const to = numberOf(pdu.dest, pdu.destTon)
  const { reference, parts, part } = concatenation ?? { reference: 0, parts: 1, part: 1 }
  const key = [from, to, reference, parts].join('/')
  return { key, part, parts, from, to, id, dataCoding: pdu.dataCoding, octets, at }
}

function sarOf({ tlvs }: MessagePdu): Concatenation | null {
  const reference = integerIn(tlvs, 'sar_msg_ref_num')
  const parts = integerIn(tlvs, 'sar_total_segments')
  const part = integerIn(tlvs, 'sar_segment_seqnum')
  return reference === null || parts === null || part === null ? null : validOrNull({ reference, parts, part })
}

export type InboundSettings = AlphabetSettings & { readonly carrierAnswersKeywords: boolean }

/** The text of the parts that are there. Parts of one coding are joined first: a character may be spread over two. */
export function textOf(parts: readonly InboundPart[], settings: InboundSettings): CarrierText {
  const first = parts[0]!
  const runs: { readonly dataCoding: number; readonly octets: Uint8Array[]; last: number }[] = []
  for (const { dataCoding, octets, part } of parts) {
    const run = runs.at(-1)
    if (run?.dataCoding === dataCoding && run.last === part - 1) {
      run.octets.push(octets)
      run.last = part
    } else runs.push({ dataCoding, octets: [octets], last: part })
  }
  const body = runs
    .map(({ dataCoding, octets }) => decode(Buffer.concat(octets), encodingOf(dataCoding, settings)))
    .join('')
  const { from, to, id } = first
  return { kind: 'inbound', from, to, body, mediaUrls: [], providerId: id, isAnswered: settings.carrierAnswersKeywords }
}
