import type { ByNumberKind } from '../text/addresses.js'
import type { Alphabet } from '../text/alphabets.js'
import type { LongTexts } from '../text/message-contents.js'
import type { SettingFields } from './setting-fields.js'

/** As the file of carriers has them. */
export type SmppSettings = {
  readonly host: string
  readonly port: number
  /**
   * `ca`: certificates in PEM, or the path of a file with them, relative to the folder where the process was started. They
   * are trusted instead of the well-known authorities.
   */
  readonly tls?: boolean | { readonly ca?: string }
  readonly systemId: string
  readonly password: string
  readonly systemType?: string
  /** The number of binds; with `transmitter-receiver`, of pairs of them. */
  readonly binds?: number
  readonly mode?: 'transceiver' | 'transmitter-receiver'
  /** The messages of one bind that may wait for an answer. */
  readonly window?: number
  readonly alphabet?: Alphabet
  /** The data_coding of texts in `alphabet`, if the SMSC expects another than SMPP has for it. */
  readonly dataCoding?: number
  readonly long?: LongTexts
  readonly receiptIds?: ReceiptIds
  /** Whether receipts contain the user_message_reference of the message. */
  readonly echoesReference?: boolean
  readonly sourceTon?: ByNumberKind
  readonly sourceNpi?: ByNumberKind
  readonly destTon?: number
  readonly destNpi?: number
  /** In seconds; the SMSC decides if it is missing. */
  readonly validityPeriod?: number
  readonly registeredDelivery?: number
  readonly serviceType?: string
  /** Whether the URL of media is appended to the text, which SMPP cannot carry otherwise. */
  readonly mediaAsLink?: boolean
  /** Whether the carrier answers STOP and HELP. It cannot say which texts it has answered, so all of them count. */
  readonly carrierAnswersKeywords?: boolean
}

/**
 * What is done to the ids in receipts, so that they equal those in the answers to submissions. `hex-to-decimal`: the
 * receipt has 1A2B and the answer 6699; `decimal-to-hex`: the receipt has 6699 and the answer 1A2B.
 */
export type ReceiptIds = 'as-is' | 'hex-to-decimal' | 'decimal-to-hex' | 'ignore-case-and-zeros'

const OCTET = { kind: 'number', isInteger: true, min: 0, max: 255 } as const
const OCTET_BY_KIND = { kind: 'fields', fields: { international: OCTET, short: OCTET, alphanumeric: OCTET } } as const

export const SMPP_FIELDS = {
  host: { kind: 'text', isRequired: true },
  port: { kind: 'number', isRequired: true, isInteger: true, min: 1, max: 65_535 },
  tls: { kind: 'fields', orBoolean: true, fields: { ca: { kind: 'text' } } },
  // SMPP allows 15 and 8 characters, but some SMSCs issue longer ones.
  systemId: { kind: 'text', isRequired: true, maxLength: 64 },
  password: { kind: 'secret', isRequired: true, maxLength: 64 },
  systemType: { kind: 'text', maxLength: 12 },
  binds: { kind: 'number', isInteger: true, min: 1, max: 100 },
  mode: { kind: 'text', oneOf: ['transceiver', 'transmitter-receiver'] },
  window: { kind: 'number', isInteger: true, min: 1, max: 1_000 },
  alphabet: { kind: 'text', oneOf: ['gsm7', 'latin1', 'ascii', 'ucs2-only'] },
  dataCoding: OCTET,
  long: { kind: 'text', oneOf: ['udh', 'sar', 'payload'] },
  receiptIds: { kind: 'text', oneOf: ['as-is', 'hex-to-decimal', 'decimal-to-hex', 'ignore-case-and-zeros'] },
  echoesReference: { kind: 'boolean' },
  sourceTon: OCTET_BY_KIND,
  sourceNpi: OCTET_BY_KIND,
  destTon: OCTET,
  destNpi: OCTET,
  validityPeriod: { kind: 'number', isInteger: true, min: 60, max: 2_592_000 },
  registeredDelivery: OCTET,
  serviceType: { kind: 'text', maxLength: 5 },
  mediaAsLink: { kind: 'boolean' },
  carrierAnswersKeywords: { kind: 'boolean' },
} as const satisfies SettingFields & Readonly<Record<keyof SmppSettings, unknown>>

const DEFAULTS = {
  tls: false,
  systemType: '',
  binds: 1,
  mode: 'transceiver',
  window: 10,
  alphabet: 'gsm7',
  long: 'udh',
  receiptIds: 'as-is',
  echoesReference: false,
  destTon: 1,
  destNpi: 1,
  registeredDelivery: 1,
  serviceType: '',
  mediaAsLink: false,
  carrierAnswersKeywords: false,
} as const

export type FullSettings = Required<Omit<SmppSettings, 'dataCoding' | 'validityPeriod'>> &
  Pick<SmppSettings, 'dataCoding' | 'validityPeriod'>

export function withDefaults(settings: SmppSettings): FullSettings {
  return {
    ...DEFAULTS,
    ...settings,
    sourceTon: { international: 1, short: 3, alphanumeric: 5, ...settings.sourceTon },
    sourceNpi: { international: 1, short: 0, alphanumeric: 0, ...settings.sourceNpi },
  }
}
