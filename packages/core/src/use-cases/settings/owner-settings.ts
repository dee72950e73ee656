import { isEqual } from '../../values/collections.js'
import { DomainError, type FieldError } from '../../values/errors.js'
import type { AccountSettings } from '../declarations/declared-settings.js'

/**
 * The settings that only an owner of the service may change, because they protect the service and not the account: the
 * identity of the account, what it may cost, and which texts carriers accept. Everything else is for the account to
 * decide. Paths as in faults.
 */
export const OWNER_SETTINGS = [
  'name',
  'capabilities',
  'dailyMessageQuota',
  'rateLimits',
  'serviceTexts',
  'allowedCountries',
  'allowPremium',
  'compliance.blockedPhrases',
  'compliance.blockPublicShorteners',
  'optInForm.limits',
] as const

/** Throws if any of these settings differs. A setting that is repeated with its value is not a change. */
export function refuseOwnerSettings(before: AccountSettings, after: AccountSettings): void {
  const changed = OWNER_SETTINGS.filter((path) => !isEqual(valueAt(before, path), valueAt(after, path)))
  if (changed.length === 0) return
  const fields = changed.map((field): FieldError => ({
    field,
    message: 'can only be changed by an owner of the service',
  }))
  throw new DomainError('owner-required', `${changed.join(', ')} can only be changed by an owner of the service`, {
    fields,
  })
}

function valueAt(settings: AccountSettings, path: string): unknown {
  return path.split('.').reduce((value: unknown, name) => (value as Readonly<Record<string, unknown>>)[name], settings)
}
