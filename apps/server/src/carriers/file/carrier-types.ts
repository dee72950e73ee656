import { bandwidth, BANDWIDTH_FIELDS, type BandwidthSettings } from '@carillon/carriers/bandwidth'
import { sinch, SINCH_FIELDS, type SinchSettings } from '@carillon/carriers/sinch'
import { telnyx, TELNYX_FIELDS, type TelnyxSettings } from '@carillon/carriers/telnyx'
import { twilio, TWILIO_FIELDS, type TwilioSettings } from '@carillon/carriers/twilio'
import { vonage, VONAGE_FIELDS, type VonageSettings } from '@carillon/carriers/vonage'
import type { CarrierContext } from '@carillon/carriers'
import type { CarrierConnection } from '@carillon/core'
import { SMPP_FIELDS } from '@carillon/smpp'
import type { Fields } from './setting-faults.js'

type Settings = Readonly<Record<string, unknown>>

/** The carriers with an API of their own, which are reached by HTTP. */
export const HTTP_CARRIERS: Readonly<Record<string, HttpCarrier>> = {
  twilio: { fields: TWILIO_FIELDS, open: (settings, context) => twilio(settings as TwilioSettings, context) },
  telnyx: { fields: TELNYX_FIELDS, open: (settings, context) => telnyx(settings as TelnyxSettings, context) },
  sinch: { fields: SINCH_FIELDS, open: (settings, context) => sinch(settings as SinchSettings, context) },
  bandwidth: {
    fields: BANDWIDTH_FIELDS,
    open: (settings, context) => bandwidth(settings as BandwidthSettings, context),
  },
  vonage: { fields: VONAGE_FIELDS, open: (settings, context) => vonage(settings as VonageSettings, context) },
}

type HttpCarrier = {
  readonly fields: Fields
  readonly open: (settings: Settings, context: CarrierContext) => CarrierConnection
}

/** Why an adapter refuses settings that its fields allow, such as a malformed key; null if it takes them. */
export function adapterFault(type: string, settings: Settings): string | null {
  if (!Object.hasOwn(HTTP_CARRIERS, type)) return null
  try {
    const connection = HTTP_CARRIERS[type]!.open(settings, { receiptUrl: null, inboundUrl: null })
    // It has connected to nothing yet.
    void connection.close().catch(() => {})
    return null
  } catch (error) {
    return (error as Error).message.replaceAll(/\s+/g, ' ')
  }
}

/** The settings of the other types. */
export const OTHER_FIELDS: Readonly<Record<string, Fields>> = {
  smpp: SMPP_FIELDS,
  http: { file: { kind: 'text', isRequired: true } },
  module: { path: { kind: 'text', isRequired: true } },
  simulator: {},
}

/** Every type that the file of carriers may name. */
export const CARRIER_TYPES = [...Object.keys(HTTP_CARRIERS), ...Object.keys(OTHER_FIELDS)]

/** Whether carriers of the type report receipts and texts by requests to the public URL. */
export function isCalledBy(type: string): boolean {
  return type in HTTP_CARRIERS || type === 'http'
}
