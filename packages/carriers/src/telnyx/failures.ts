import type { CarrierFailure, FailureType } from '@carillon/core'
import { carrierText } from '../http/carrier-text.js'
import { textAt } from '../http/read-json.js'

/** An error as Telnyx describes it in answers and in receipts. */
export type TelnyxError = {
  readonly code: string | null
  readonly title: string
  readonly detail: string
  /** The JSON pointer of the wrong field, such as `/to`. */
  readonly pointer: string
}

const OPTED_OUT = '40300'
const INVALID_NUMBER = '10002'

const CODES: Partial<Record<FailureType, readonly string[]>> = {
  invalid_destination: ['40310', '40012', '40001', INVALID_NUMBER],
  opted_out: [OPTED_OUT],
  expired: ['40005', '40014'],
  provider_unavailable: ['40006'],
  /** 40333: the spending limit of the profile. 40312: the profile is disabled. 40314: the account may not text. */
  carrier_account: [
    ...['40333', '40312', '40314', '20100'],
    /** The key, and the state of the account. */
    ...['10009', '10010', '20002', '20006', '20012', '20013', '20014', '20015', '20016', '20017'],
  ],
  unregistered_sender: ['40010', '40329'],
}

const TYPES = new Map(
  Object.entries(CODES).flatMap(([type, codes]) => codes.map((code) => [code, type as FailureType])),
)

const THROTTLING = '10011'
/** Limits of the number and of its campaign: those of the networks, and a full queue. */
const SENDER_THROTTLING = new Set(['40011', '40016', '40018', '40318'])
/** An unexpected error and a time-out: Telnyx may have taken the message. */
const AMBIGUOUS = new Set(['10007', '10008'])
const ACCOUNT_STATUSES = new Set([401, 402])

export function errorIn(value: unknown): TelnyxError {
  const text = (name: string) => textAt(value, 'errors', 0, name) ?? ''
  return {
    code: textAt(value, 'errors', 0, 'code'),
    title: text('title'),
    detail: text('detail'),
    pointer: textAt(value, 'errors', 0, 'source', 'pointer') ?? '',
  }
}

export function isThrottling({ code }: TelnyxError): boolean {
  return code === THROTTLING
}

export function isSenderThrottling({ code }: TelnyxError): boolean {
  return code !== null && SENDER_THROTTLING.has(code)
}

export function isUnavailable({ code }: TelnyxError): boolean {
  return code !== null && TYPES.get(code) === 'provider_unavailable'
}

export function isAmbiguous({ code }: TelnyxError): boolean {
  return code !== null && AMBIGUOUS.has(code)
}

/** `what` begins the message. `status` is the status of the answer or of the message; `secret` is never shown. */
export function failureOf(
  error: TelnyxError,
  { what, status, secret }: { readonly what: string; readonly status: number | string; readonly secret: string },
): CarrierFailure {
  const reason = [error.title, error.detail].filter((text) => text !== '').join(': ')
  const shown = reason === '' ? `the status is ${status}` : carrierText(reason, [secret])
  return { type: typeOf(error, status), message: `${what}: ${shown}`, carrierCode: error.code }
}

function typeOf(error: TelnyxError, status: number | string): FailureType {
  const type = error.code === null ? undefined : TYPES.get(error.code)
  if (error.code === OPTED_OUT && !saysOptedOut(error)) return 'carrier_rejected'
  if (error.code === INVALID_NUMBER && error.pointer.startsWith('/from')) return 'carrier_rejected'
  if (type !== undefined) return type
  if (status === 'expired') return 'expired'
  return ACCOUNT_STATUSES.has(Number(status)) ? 'carrier_account' : 'carrier_rejected'
}

/** Telnyx uses 40300 for other reasons too, and then the title says so. */
function saysOptedOut({ title, detail }: TelnyxError): boolean {
  return title + detail === '' || /\bstop\b|block rule|opt(?:ed)?[ -]?out/i.test(`${title} ${detail}`)
}
