import { HTTP_FIELDS, type SettingFields } from '../settings/setting-fields.js'

export type TwilioSettings = {
  readonly accountSid: string
  /** Signs the requests that Twilio sends, so it is needed even if an API key authenticates ours. */
  readonly authToken: string
  /** Also accepted for the signatures, while the token is being changed. */
  readonly previousAuthToken?: string
  /** With `apiSecret`: authenticates requests instead of the account and its token. */
  readonly apiKey?: string
  readonly apiSecret?: string
  /** The Messaging Service of the senders. Each text still names its own sender. */
  readonly messagingServiceSid?: string
  readonly baseUrl?: string
  readonly lookupBaseUrl?: string
  readonly connections?: number
  readonly carrierAnswersKeywords?: boolean
  /** Whether numbers may be looked up, which Twilio charges for. */
  readonly lookUp?: boolean
}

export const TWILIO_FIELDS = {
  accountSid: { kind: 'text', isRequired: true, startsWith: 'AC' },
  authToken: { kind: 'secret', isRequired: true },
  previousAuthToken: { kind: 'secret' },
  apiKey: { kind: 'text', startsWith: 'SK' },
  apiSecret: { kind: 'secret' },
  messagingServiceSid: { kind: 'text', startsWith: 'MG' },
  lookupBaseUrl: { kind: 'url' },
  lookUp: { kind: 'boolean' },
  ...HTTP_FIELDS,
} as const satisfies SettingFields

export const TWILIO_URL = 'https://api.twilio.com'
export const TWILIO_LOOKUP_URL = 'https://lookups.twilio.com'
