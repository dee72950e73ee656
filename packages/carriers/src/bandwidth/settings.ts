import { HTTP_FIELDS, type SettingFields } from '../settings/setting-fields.js'

/** Either `clientId` and `clientSecret`, or `user` and `password`. */
export type BandwidthSettings = {
  readonly accountId: string
  readonly applicationId: string
  /** API credentials, for OAuth 2.0. */
  readonly clientId?: string
  readonly clientSecret?: string
  readonly tokenUrl?: string
  /** An API user; Bandwidth accepts them until 2 December 2026. */
  readonly user?: string
  readonly password?: string
  /** The credentials that Bandwidth sends with callbacks, as set in the application. */
  readonly callbackUser: string
  readonly callbackPassword: string
  /** Addresses and CIDR ranges that callbacks may come from; any if absent. */
  readonly callbackAddresses?: readonly string[]
  readonly baseUrl?: string
  readonly connections?: number
  readonly carrierAnswersKeywords?: boolean
}

export const BANDWIDTH_FIELDS = {
  accountId: { kind: 'text', isRequired: true },
  applicationId: { kind: 'text', isRequired: true },
  clientId: { kind: 'text' },
  clientSecret: { kind: 'secret' },
  tokenUrl: { kind: 'url' },
  user: { kind: 'text' },
  password: { kind: 'secret' },
  callbackUser: { kind: 'text', isRequired: true },
  callbackPassword: { kind: 'secret', isRequired: true },
  callbackAddresses: { kind: 'texts' },
  ...HTTP_FIELDS,
} as const satisfies SettingFields

export const BANDWIDTH_URL = 'https://messaging.bandwidth.com/api/v2'
export const BANDWIDTH_TOKEN_URL = 'https://api.bandwidth.com/api/v1/oauth2/token'
