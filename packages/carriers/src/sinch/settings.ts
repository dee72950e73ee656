import { HTTP_FIELDS, type SettingFields } from '../settings/setting-fields.js'

export type SinchSettings = {
  readonly servicePlanId: string
  readonly apiToken: string
  /** Signs the callbacks of the service plan. */
  readonly webhookSecret: string
  readonly region?: (typeof REGIONS)[number]
  /** Instead of the region. */
  readonly baseUrl?: string
  readonly connections?: number
  readonly carrierAnswersKeywords?: boolean
  /** How long after a submission its batch may still be missing from the list of batches. */
  readonly findGraceMs?: number
}

export const REGIONS = ['us', 'eu', 'au', 'br', 'ca'] as const

export const SINCH_FIELDS = {
  servicePlanId: { kind: 'text', isRequired: true },
  apiToken: { kind: 'secret', isRequired: true },
  webhookSecret: { kind: 'secret', isRequired: true },
  region: { kind: 'text', oneOf: REGIONS },
  findGraceMs: { kind: 'number', min: 1_000, max: 600_000, isInteger: true },
  ...HTTP_FIELDS,
} as const satisfies SettingFields

export const FIND_GRACE_MS_DEFAULT = 30_000

export function baseUrlOf({ baseUrl, region = 'us' }: Pick<SinchSettings, 'baseUrl' | 'region'>): string {
  return baseUrl ?? `https://${region}.sms.api.sinch.com`
}
