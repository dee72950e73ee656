import type { FailureType } from '@carillon/core'
import { carrierText, type Secrets } from '../http/carrier-text.js'
import { textAt } from '../http/read-json.js'

/** An error of Vonage, in a response or in a status. */
export type VonageError = { readonly code: string | null; readonly text: string }

/** Codes of the Messages API. Any other code is `carrier_rejected`. */
const TYPES: Readonly<Record<string, FailureType>> = {
  '1000': 'provider_unavailable',
  '1030': 'provider_unavailable',
  '1040': 'invalid_destination',
  '1050': 'carrier_rejected',
  '1060': 'carrier_account',
  '1070': 'carrier_account',
  '1100': 'provider_unavailable',
  '1120': 'carrier_rejected',
}

export function failureTypeOf(code: string | null): FailureType {
  return code !== null && Object.hasOwn(TYPES, code) ? TYPES[code]! : 'carrier_rejected'
}

/**
 * Reads an error object. A status has its code in `title`; a response has words there, and the code only in the
 * fragment of `type`. The fragment is a word for errors that all APIs of Vonage share, such as `low-balance`.
 * `secrets` are never shown.
 */
export function readError(error: unknown, secrets: Secrets): VonageError {
  const title = textAt(error, 'title')
  const detail = textAt(error, 'detail')
  const fragment = /#([\w-]{1,60})$/.exec(textAt(error, 'type') ?? '')?.[1] ?? null
  const code = title !== null && /^\d{3,5}$/.test(title) ? title : fragment
  return { code, text: carrierText(detail ?? title ?? 'no reason given', secrets) }
}
