import type { CarrierFailure, FailureType } from '@carillon/core'

/** Codes of delivery reports. Any other code is `carrier_rejected`, unless the status decides. */
const TYPES: Readonly<Record<string, FailureType>> = {
  '60': 'unregistered_sender',
  '402': 'invalid_destination',
  '403': 'provider_unavailable',
  '404': 'provider_unavailable',
  '406': 'expired',
  '408': 'carrier_rejected',
  '412': 'carrier_rejected',
  '413': 'carrier_account',
}

/** `Deleted`: the network deleted the message, usually because the phone has opted out. */
const TYPES_BY_STATUS: Readonly<Record<string, FailureType>> = { Deleted: 'opted_out', Expired: 'expired' }

const MEANINGS: Readonly<Record<string, string>> = {
  '402': 'Message unroutable',
  '403': 'Internal error',
  '404': 'Temporary delivery failure',
  '405': 'Unmatched parameter',
  '406': 'Internal expiry',
  '407': 'Cancelled',
  '408': 'Internal reject',
  '410': 'Unmatched default originator',
  '411': 'Exceeded parts limit',
  '412': 'Unprovisioned region',
  '413': 'The account is blocked',
  '414': 'Bad media URL',
  '415': 'Rejected by the MMS gateway or the network',
  '416': 'Not supported by the MMS gateway',
  '417': 'The phone cannot be reached by MMS',
  '418': 'The phone does not recognize the media',
}

export type DeliveryStatus = { readonly status: string; readonly code: string | null }

export function failureTypeOf({ status, code }: DeliveryStatus): FailureType {
  if (code !== null && Object.hasOwn(TYPES, code)) return TYPES[code]!
  return Object.hasOwn(TYPES_BY_STATUS, status) ? TYPES_BY_STATUS[status]! : 'carrier_rejected'
}

/** What the code means, or else the status. */
export function meaningOf({ status, code }: DeliveryStatus): string {
  return code !== null && Object.hasOwn(MEANINGS, code) ? MEANINGS[code]! : status
}

/** The failure in a delivery report. */
export function failureOf(report: DeliveryStatus): CarrierFailure {
  const message = `Sinch reports the message as ${report.status}: ${meaningOf(report)}`
  return { type: failureTypeOf(report), message, carrierCode: report.code ?? report.status }
}
