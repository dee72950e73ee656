import { HTTP_FIELDS, type SettingFields } from '../settings/setting-fields.js'

export type TelnyxSettings = {
  readonly apiKey: string
  /** The Ed25519 key of the account that checks webhooks, in base64, as the portal shows it. */
  readonly publicKey: string
  /** Needed for alphanumeric senders. Without it, the number decides which profile applies. */
  readonly messagingProfileId?: string
  /** Ends with the version of the API. */
  readonly baseUrl?: string
  readonly connections?: number
  readonly carrierAnswersKeywords?: boolean
  /** Whether to look up the carriers of numbers. Telnyx charges for each look-up. */
  readonly lookUp?: boolean
}

export const TELNYX_FIELDS = {
  apiKey: { kind: 'secret', isRequired: true },
  publicKey: { kind: 'text', isRequired: true },
  messagingProfileId: { kind: 'text' },
  lookUp: { kind: 'boolean' },
  ...HTTP_FIELDS,
} as const satisfies SettingFields

export const BASE_URL = 'https://api.telnyx.com/v2'
