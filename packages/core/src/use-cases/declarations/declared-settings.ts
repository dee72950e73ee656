import type { Account, OptInFormSettings } from '../../model/accounts/account.js'
import { DEFAULT_DESTINATIONS, type Destinations } from '../../model/accounts/destinations.js'
import { CONTRACT_RATE_LIMITS, NO_RATE_LIMITS, type RateLimits } from '../../model/accounts/rate-limit.js'
import { capOf } from '../../model/frequency/frequency-cap.js'
import { FORM_LIMITS } from '../../model/limits/form-limits.js'
import { SERVICE_TEXTS } from '../../model/limits/stranger-limits.js'
import { DEFAULT_SENDING_HOURS, windowOf, type SendingHours } from '../../model/windows/sending-windows.js'
import type { AccountId } from '../../values/ids.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import type { OptInFormDeclaration, SettingsDeclaration } from './declaration.js'

/**
 * The settings of an account with those that are declared; settings that the declaration omits stay unchanged, and so do
 * the pools, which need ids.
 */
export function settled(account: Account, declaration: Omit<SettingsDeclaration, 'name'>): Account {
  const { timezone, capabilities, dailyMessageQuota, rateLimits, serviceTexts, compliance, optInForm, retention } =
    declaration
  return {
    ...account,
    timezone: timezone ?? account.timezone,
    capabilities: { ...account.capabilities, ...capabilities },
    dailyMessageQuota: dailyMessageQuota === undefined ? account.dailyMessageQuota : dailyMessageQuota,
    rateLimits: rateLimits === undefined ? account.rateLimits : declaredLimits(rateLimits),
    serviceTexts: { ...account.serviceTexts, ...serviceTexts },
    compliance: { ...account.compliance, ...compliance },
    optInForm: declaredForm(account, optInForm),
    retention: { ...account.retention, ...retention },
    destinations: declaredDestinations(account, declaration),
    refuseLandlines: declaration.refuseLandlines ?? account.refuseLandlines,
    smartEncoding: declaration.smartEncoding ?? account.smartEncoding,
    sendingHours: declaredHours(account, declaration),
    frequencyCaps: declaration.frequencyCaps?.map(capOf) ?? account.frequencyCaps,
    autoPause: declaration.autoPause === undefined ? account.autoPause : declaration.autoPause,
    rateCounts: declaration.rateCounts ?? account.rateCounts,
  }
}

/** The settings of an account as a declaration has them: declaring them changes nothing. */
export function settingsOf(account: Account): AccountSettings {
  const { name, timezone, capabilities, dailyMessageQuota, rateLimits, serviceTexts, compliance, retention } = account
  const { isOpen: open, ...form } = account.optInForm
  return {
    ...{ name, timezone, capabilities, dailyMessageQuota, rateLimits, serviceTexts },
    ...account.destinations,
    refuseLandlines: account.refuseLandlines,
    smartEncoding: account.smartEncoding,
    sendingWindows: account.sendingHours.windows,
    holidays: account.sendingHours.holidays,
    holdAtMost: account.sendingHours.holdAtMost,
    frequencyCaps: account.frequencyCaps,
    autoPause: account.autoPause,
    rateCounts: account.rateCounts,
    pools: account.pools,
    ...{ compliance, optInForm: { open, ...form }, retention },
  }
}

/** All settings, each with its value. */
export type AccountSettings = Required<SettingsDeclaration>

/** An account with the default settings. */
export function newAccount(name: string, { id, now }: { readonly id: AccountId; readonly now: Date }): Account {
  return {
    id,
    name,
    timezone: parseTimeZone('UTC'),
    capabilities: { silentOptIn: false },
    dailyMessageQuota: null,
    rateLimits: CONTRACT_RATE_LIMITS,
    compliance: { blockedPhrases: [], blockPublicShorteners: true, helpText: null },
    serviceTexts: SERVICE_TEXTS,
    optInForm: { isOpen: true, consentText: null, privacyUrl: null, termsUrl: null, limits: FORM_LIMITS },
    retention: { messages: null, events: EVENTS_KEPT_DAYS, clicks: null },
    destinations: DEFAULT_DESTINATIONS,
    refuseLandlines: false,
    smartEncoding: false,
    sendingHours: DEFAULT_SENDING_HOURS,
    frequencyCaps: [],
    autoPause: null,
    rateCounts: 'parts',
    pools: [],
    createdAt: now,
  }
}

/** The default: events can be replayed for this long. */
const EVENTS_KEPT_DAYS = 90

function declaredDestinations(
  { destinations }: Account,
  {
    allowedCountries = destinations.allowedCountries,
    allowPremium = destinations.allowPremium,
    formCountries = destinations.formCountries,
  }: Omit<SettingsDeclaration, 'name'>,
): Destinations {
  return { allowedCountries, allowPremium, formCountries }
}

function declaredHours(
  { sendingHours }: Account,
  {
    sendingWindows = sendingHours.windows,
    holidays = sendingHours.holidays,
    holdAtMost = sendingHours.holdAtMost,
  }: Omit<SettingsDeclaration, 'name'>,
): SendingHours {
  return { windows: sendingWindows?.map(windowOf) ?? null, holidays: [...new Set(holidays)].sort(), holdAtMost }
}

function declaredForm(
  { optInForm }: Account,
  { open = optInForm.isOpen, limits, ...texts }: OptInFormDeclaration = {},
): OptInFormSettings {
  const declared = limits === undefined ? optInForm.limits : { ...FORM_LIMITS, ...limits }
  return { ...optInForm, ...texts, limits: declared, isOpen: open }
}

function declaredLimits(limits: Partial<RateLimits> | null): RateLimits {
  return limits === null ? NO_RATE_LIMITS : { ...CONTRACT_RATE_LIMITS, ...limits }
}
