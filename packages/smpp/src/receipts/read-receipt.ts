import type { CarrierFailure } from '@carillon/core'
import type { MessagePdu } from '../codec/pdu.js'
import { integerIn, octetsIn, textIn } from '../codec/tlvs.js'
import { decode, encodingOf, type AlphabetSettings } from '../text/alphabets.js'
import { messageOctets } from '../text/message-octets.js'
import { FAILURES, stateOfNumber, stateOfWord, type MessageState } from './message-states.js'
import type { IdForms } from './receipt-ids.js'

/** What kind of message a deliver_sm is. */
export type DeliverKind = 'text' | 'receipt' | 'other'

const TYPE_BITS = 0x3c
const RECEIPT_TYPE = 0x04

/**
 * A phone can write a text that looks like a receipt, so the form of the text does not count. `other` are
 * acknowledgements by people and phones, and notifications that are not final.
 */
export function kindOf(pdu: MessagePdu): DeliverKind {
  const type = pdu.esmClass & TYPE_BITS
  if (type === RECEIPT_TYPE) return 'receipt'
  if (type !== 0) return 'other'
  const hasTlvs = textIn(pdu.tlvs, 'receipted_message_id') !== null && integerIn(pdu.tlvs, 'message_state') !== null
  return hasTlvs ? 'receipt' : 'text'
}

export type Receipt = {
  /** In the form in which ids are compared; null if the receipt has none. */
  readonly id: string | null
  /** What the id may also be, if the receipt leaves that open. */
  readonly otherId: string | null
  /** Null if the receipt has none. */
  readonly state: MessageState | null
  /** The reason for a failure, as the SMSC has it. */
  readonly code: string | null
}

/** Reads the TLVs, and else the text. */
export function readReceipt(pdu: MessagePdu, settings: AlphabetSettings, forms: IdForms): Receipt {
  const text = readText(messageText(pdu, settings))
  const stateNumber = integerIn(pdu.tlvs, 'message_state')
  return {
    ...idsOf({ tlv: textIn(pdu.tlvs, 'receipted_message_id')?.trim() || null, text: text.id }, forms),
    state: stateNumber === null ? stateOfText(text.state) : stateOfNumber(stateNumber),
    code: text.code ?? networkCodeOf(octetsIn(pdu.tlvs, 'network_error_code')),
  }
}

export function failureOf({ state, code }: Receipt): CarrierFailure | null {
  return state === null || state === 'delivered' || state === 'in-progress'
    ? null
    : { ...FAILURES[state], carrierCode: code }
}

/**
 * By SMPP, the TLV is the id of the answer to the submission. Some SMSCs write it as they write the text: certainly if
 * the two are the same, and perhaps if there is no text.
 */
function idsOf(
  { tlv, text }: { readonly tlv: string | null; readonly text: string | null },
  forms: IdForms,
): Pick<Receipt, 'id' | 'otherId'> {
  if (tlv === null || tlv === text) return { id: text === null ? null : forms.fromReceipt(text), otherId: null }
  const id = forms.fromAnswer(tlv)
  const other = forms.fromReceipt(tlv)
  return { id, otherId: text === null && other !== id ? other : null }
}

type TextFields = { readonly id: string | null; readonly state: string | null; readonly code: string | null }

/**
 * Fields in any order and case, between spaces, commas or semicolons. A colon or an equals sign follows the name, and
 * quotes may enclose the value. After `text:` come the words of the message.
 */
function readText(all: string): TextFields {
  const text = all.replace(/\btext["']?\s*[:=].*$/is, '')
  const field = (name: string) => {
    const [, quoted, bare] = new RegExp(`(?<![\\w-])${name}${VALUE}`, 'i').exec(text) ?? []
    return quoted ?? bare ?? null
  }
  return {
    id: field('id') ?? field('(?:message|msg)[ _-]?id'),
    state: field('stat(?:us|e)?'),
    code: field('err(?:or)?(?:[ _]?code)?'),
  }
}

/** A bare value is not the name of the next field, as in `id: sub:001` and `id= sub=001`. */
const VALUE = `["']?\\s*[:=]\\s*(?:"([^"]+)"|(?!\\w+=[^=\\s,;])([^\\s:,;"]+)(?=[\\s,;]|$))`

/** Some SMSCs write the number of the state. */
function stateOfText(state: string | null): MessageState | null {
  if (state === null) return null
  return /^\d{1,3}$/.test(state) ? stateOfNumber(Number(state)) : stateOfWord(state)
}

const NETWORK_CODE_OCTETS = 3

/** The type of network and its code, as `3:69`. */
function networkCodeOf(octets: Uint8Array | null): string | null {
  if (octets?.length !== NETWORK_CODE_OCTETS) return null
  return `${octets[0]}:${octets[1]! * 256 + octets[2]!}`
}

/** SMSCs write receipts in ASCII, also where data_coding stands for GSM 7, which has `§` in place of `_`. */
function messageText(pdu: MessagePdu, settings: AlphabetSettings): string {
  const isUcs2 = encodingOf(pdu.dataCoding, settings) === 'ucs2'
  return decode(messageOctets(pdu).octets, isUcs2 ? 'ucs2' : 'latin1').replaceAll('\0', '')
}
