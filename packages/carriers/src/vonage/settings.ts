import { HTTP_FIELDS, type SettingFields } from '../settings/setting-fields.js'

export type VonageSettings = {
  readonly apiKey: string
  readonly apiSecret: string
  /** With `privateKey`: requests are authenticated with a JWT of the application instead of the key and the secret. */
  readonly applicationId?: string
  /** An RSA key in PEM. */
  readonly privateKey?: string
  /** Signs the requests that Vonage sends. */
  readonly signatureSecret: string
  readonly baseUrl?: string
  readonly connections?: number
  readonly carrierAnswersKeywords?: boolean
}

export const VONAGE_FIELDS = {
  apiKey: { kind: 'text', isRequired: true },
  apiSecret: { kind: 'secret', isRequired: true },
  applicationId: { kind: 'text' },
  privateKey: { kind: 'secret' },
  signatureSecret: { kind: 'secret', isRequired: true },
  ...HTTP_FIELDS,
} as const satisfies SettingFields

export const VONAGE_URL = 'https://api.nexmo.com'
