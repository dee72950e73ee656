import type { SettingsValues } from './settings-values.js'

/** What each setting is called. */
export const SETTING_LABELS: Readonly<Record<keyof SettingsValues, string>> = {
  name: 'Name',
  timezone: 'Time zone',
  silentOptIn: 'Add people to groups without a text',
  refuseLandlines: 'Send nothing to landlines',
  smartEncoding: 'Smart encoding: replace curly quotes and other characters that make texts longer',
  frequencyCaps: 'Frequency caps: how many texts one person may get',
  rateCounts: 'What the rates of numbers count',
  autoPauseOn: 'Pause a broadcast when too many of its texts fail',
  autoPausePercent: 'Pause it when more fail than this, in percent',
  autoPauseAtLeast: 'Texts that must have an outcome before it is paused',
  sendingWindows: 'Send at any time',
  holidays: 'Holidays',
  holdAtMost: 'Hours that a recipient waits at most',
  dailyMessageQuota: 'Texts a day',
  allowedCountries: 'Countries that get texts (none: all)',
  allowPremium: 'Send to premium numbers',
  servicePerHour: 'Texts an hour at most',
  servicePerDay: 'Texts a day at most',
  chargeReplies: 'Replies to HELP cost credits',
  blockedPhrases: 'Phrases that are never sent, one a line',
  blockPublicShorteners: 'Refuse links of public shorteners',
  helpText: 'Reply to HELP',
  formOpen: 'The forms of this account are open',
  formCountries: 'Countries whose numbers may opt in (none: the countries of your numbers)',
  consentText: 'What people agree to (empty: the text of the service)',
  privacyUrl: 'Address of the privacy policy',
  termsUrl: 'Address of the terms',
  keptMessages: 'Messages',
  keptEvents: 'Events',
  keptClicks: 'Clicks',
}

/** The heading above a setting whose label says too little by itself. */
const HEADINGS: Readonly<Partial<Record<keyof SettingsValues, string>>> = {
  servicePerHour: 'Texts without a request of yours',
  servicePerDay: 'Texts without a request of yours',
  sendingWindows: 'Sending hours',
  holdAtMost: 'Sending hours',
  keptMessages: 'Days that data is kept',
  keptEvents: 'Days that data is kept',
  keptClicks: 'Days that data is kept',
}

/** The name of a setting where it stands alone. */
export function settingName(name: keyof SettingsValues): string {
  const heading = HEADINGS[name]
  return heading === undefined ? SETTING_LABELS[name] : `${heading}: ${SETTING_LABELS[name].toLowerCase()}`
}
