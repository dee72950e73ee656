import { capsFault, capsOf, capValuesOf, type CapValues } from './cap-values.js'
import { percentOf, shareOf } from '../../parts/timing/canary.js'
import { hoursFaults, hoursOf, windowsOf, type HoursValues } from './hours/window-values.js'
import type { Settings } from './settings-query.js'

/** The values of the form. An empty number means no limit, or that data is kept; some numbers may not be empty. */
export type SettingsValues = HoursValues & {
  readonly name: string
  readonly timezone: string
  readonly silentOptIn: boolean
  readonly refuseLandlines: boolean
  readonly smartEncoding: boolean
  readonly frequencyCaps: readonly CapValues[]
  readonly autoPauseOn: boolean
  readonly rateCounts: Settings['rateCounts']
  readonly autoPausePercent: number | ''
  readonly autoPauseAtLeast: number | ''
  readonly dailyMessageQuota: number | ''
  readonly allowedCountries: readonly string[]
  readonly allowPremium: boolean
  readonly servicePerHour: number | ''
  readonly servicePerDay: number | ''
  readonly chargeReplies: boolean
  readonly blockedPhrases: string
  readonly blockPublicShorteners: boolean
  readonly helpText: string
  readonly formOpen: boolean
  readonly formCountries: readonly string[]
  readonly consentText: string
  readonly privacyUrl: string
  readonly termsUrl: string
  readonly keptMessages: number | ''
  readonly keptEvents: number | ''
  readonly keptClicks: number | ''
}

export function valuesOf(settings: Settings): SettingsValues {
  const { capabilities, serviceTexts, compliance, optInForm, retention } = settings
  return {
    name: settings.name,
    timezone: settings.timezone,
    silentOptIn: capabilities.silentOptIn ?? false,
    refuseLandlines: settings.refuseLandlines,
    smartEncoding: settings.smartEncoding,
    frequencyCaps: capValuesOf(settings.frequencyCaps),
    autoPauseOn: settings.autoPause !== null,
    rateCounts: settings.rateCounts,
    autoPausePercent: settings.autoPause === null ? 20 : percentOf(settings.autoPause.failedOver),
    autoPauseAtLeast: settings.autoPause?.atLeast ?? 500,
    ...hoursOf(settings),
    dailyMessageQuota: settings.dailyMessageQuota ?? '',
    allowedCountries: settings.allowedCountries ?? [],
    allowPremium: settings.allowPremium,
    servicePerHour: serviceTexts.perHour ?? '',
    servicePerDay: serviceTexts.perDay ?? '',
    chargeReplies: serviceTexts.chargeReplies ?? false,
    blockedPhrases: (compliance.blockedPhrases ?? []).join('\n'),
    blockPublicShorteners: compliance.blockPublicShorteners ?? false,
    helpText: compliance.helpText ?? '',
    formOpen: optInForm.open ?? true,
    formCountries: settings.formCountries ?? [],
    consentText: optInForm.consentText ?? '',
    privacyUrl: optInForm.privacyUrl ?? '',
    termsUrl: optInForm.termsUrl ?? '',
    keptMessages: retention.messages ?? '',
    keptEvents: retention.events ?? '',
    keptClicks: retention.clicks ?? '',
  }
}

/** What is wrong with values, by their names. A limit of these texts that is missing must not become zero. */
export function settingFaults(values: SettingsValues): Partial<Record<keyof SettingsValues, string>> {
  const empty = (['servicePerHour', 'servicePerDay'] as const).filter((name) => values[name] === '')
  const needed = (['autoPausePercent', 'autoPauseAtLeast'] as const).filter(
    (name) => values.autoPauseOn && values[name] === '',
  )
  const ofCaps = capsFault(values.frequencyCaps)
  return {
    ...Object.fromEntries([
      ...empty.map((name) => [name, 'Enter a number: 0 sends no such texts.']),
      ...needed.map((name) => [name, 'Enter a number.']),
      ...(ofCaps === undefined ? [] : [['frequencyCaps', ofCaps]]),
    ]),
    ...hoursFaults(values),
  }
}

/** The request that changes what differs, and nothing else. */
export function changesOf(before: SettingsValues, after: SettingsValues): object {
  const isChanged = (name: keyof SettingsValues) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changes: Record<string, Record<string, unknown>> = {}
  for (const [name, [part, key, toValue]] of Object.entries(PLACES)) {
    if (!isChanged(name as keyof SettingsValues)) continue
    const value = (toValue as (value: unknown) => unknown)(after[name as keyof SettingsValues])
    changes[part] = { ...changes[part], [key]: value }
  }
  const { top, autoPause, ...parts } = changes
  return { ...top, ...parts, ...(autoPause !== undefined && { autoPause: autoPauseOf(after) }) }
}

/** Always as a whole, because the service needs both numbers. */
function autoPauseOf({ autoPauseOn, autoPausePercent, autoPauseAtLeast }: SettingsValues): object | null {
  return autoPauseOn ? { failedOver: shareOf(Number(autoPausePercent)), atLeast: Number(autoPauseAtLeast) } : null
}

const same = (value: unknown) => value
const orNull = (value: unknown) => (value === '' ? null : value)
const inHours = (value: unknown) => `${value as number}h`
const listOrNull = (value: unknown) => ((value as readonly string[]).length === 0 ? null : value)
const caps = (value: unknown) => capsOf(value as readonly CapValues[])
const windows = (value: unknown) => windowsOf(value as HoursValues['sendingWindows'])
const lines = (value: unknown) =>
  (value as string)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Where each value is in the settings; `top` is the settings themselves. */
const PLACES: Readonly<
  Record<keyof SettingsValues, readonly [part: string, key: string, toValue: (value: unknown) => unknown]>
> = {
  name: ['top', 'name', same],
  timezone: ['top', 'timezone', same],
  silentOptIn: ['capabilities', 'silentOptIn', same],
  refuseLandlines: ['top', 'refuseLandlines', same],
  smartEncoding: ['top', 'smartEncoding', same],
  frequencyCaps: ['top', 'frequencyCaps', caps],
  autoPauseOn: ['autoPause', 'on', same],
  rateCounts: ['top', 'rateCounts', same],
  autoPausePercent: ['autoPause', 'failedOver', same],
  autoPauseAtLeast: ['autoPause', 'atLeast', same],
  sendingWindows: ['top', 'sendingWindows', windows],
  holidays: ['top', 'holidays', same],
  holdAtMost: ['top', 'holdAtMost', inHours],
  dailyMessageQuota: ['top', 'dailyMessageQuota', orNull],
  allowedCountries: ['top', 'allowedCountries', listOrNull],
  allowPremium: ['top', 'allowPremium', same],
  servicePerHour: ['serviceTexts', 'perHour', same],
  servicePerDay: ['serviceTexts', 'perDay', same],
  chargeReplies: ['serviceTexts', 'chargeReplies', same],
  blockedPhrases: ['compliance', 'blockedPhrases', lines],
  blockPublicShorteners: ['compliance', 'blockPublicShorteners', same],
  helpText: ['compliance', 'helpText', orNull],
  formOpen: ['optInForm', 'open', same],
  formCountries: ['top', 'formCountries', listOrNull],
  consentText: ['optInForm', 'consentText', orNull],
  privacyUrl: ['optInForm', 'privacyUrl', orNull],
  termsUrl: ['optInForm', 'termsUrl', orNull],
  keptMessages: ['retention', 'messages', orNull],
  keptEvents: ['retention', 'events', orNull],
  keptClicks: ['retention', 'clicks', orNull],
}

/** The path of a value in the settings, as `ownerOnly` and errors have it. */
export function pathOf(name: keyof SettingsValues): string {
  const [part, key] = PLACES[name]
  return part === 'top' ? key : `${part}.${key}`
}
