import type { CarrierFailure, FailureType } from '@carillon/core'

/** Codes of failed messages. Any other code is `carrier_rejected`. */
const CODES: Partial<Record<FailureType, readonly string[]>> = {
  invalid_destination: ['4303', '4404', '4406', '4720', '4721'],
  opted_out: ['4775'],
  carrier_rejected: ['4470', '4482', '4750', '4770'],
  expired: ['4360'],
  // The last three are limits of the networks.
  provider_unavailable: ['5100', '5101', '5211', '5600', '4780', '4781', '4785'],
  unregistered_sender: ['4773', '4774', '4795'],
}

const TYPES = new Map(
  Object.entries(CODES).flatMap(([type, codes]) => codes.map((code) => [code, type as FailureType])),
)

/** No receipt came in time, so the message may have been delivered. */
export const NO_RECEIPT = '9902'

export function failureOf(code: string | null, description: string): CarrierFailure {
  const type = (code === null ? undefined : TYPES.get(code)) ?? 'carrier_rejected'
  return { type, message: `Bandwidth reports the message as failed: ${description}`, carrierCode: code ?? 'none' }
}
