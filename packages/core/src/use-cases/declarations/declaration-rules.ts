import { API_KEY_ID } from '../../model/accounts/api-key.js'
import { RATE_LIMIT_MAX } from '../../model/accounts/rate-limit.js'
import { keywordOf } from '../../model/consent/keyword.js'
import { CUSTOM_FIELD_KEYS } from '../../model/contacts/custom-field.js'
import { CAP_MESSAGES_RANGE, CAP_PERIOD, FREQUENCY_CAPS_RANGE } from '../../model/frequency/frequency-cap.js'
import { GRANT_MAX } from '../../model/credits/ledger.js'
import { isTrackingLink } from '../../model/links/tracking-link.js'
import { MESSAGE_BODY_MAX } from '../../model/messages/message-rules.js'
import { POOL_ID, POOL_RANGES } from '../../model/senders/pool.js'
import { CARRIER_NAME, SENDER_NUMBER } from '../../model/senders/sender.js'
import { WEBHOOK_RANGES, WEBHOOK_RULES } from '../../model/webhooks/webhook-rules.js'
import { CLOSING_TIME, HOLD_AT_MOST, OPENING_TIME, SENDING_RANGES } from '../../model/windows/sending-windows.js'
import { lengthOf, type FieldRule, type Range } from '../../values/field-rule.js'
import { NUMBER_COUNTRY } from '../../values/phone/country-of-number.js'
import { WEB_URL_LENGTH_MAX, isWebUrl } from '../../values/text/addresses.js'
import { isCalendarDate } from '../../values/time/calendar-date.js'
import { isTimeZone } from '../../values/time/time-zone.js'
import { quote } from '../../values/text/text.js'

/** The rules for the texts of a declaration, for every entry point. */
export const DECLARATION_RULES = {
  /** The name of an account, a group, a tag, a custom field or an option. */
  name: {
    holds: (text) => text === text.trim() && NAME_LENGTH.holds(text),
    expected: 'must have 1 to 100 characters, without white space at the start or end',
    got: quote,
  },
  timezone: { holds: isTimeZone, expected: 'must be an IANA time zone, such as America/New_York or UTC', got: quote },
  /** A text that is sent to a contact. */
  message: lengthOf({ min: 0, max: MESSAGE_BODY_MAX }),
  /** Another service could reply to a text that is a keyword, and get a reply again. */
  noKeyword: {
    holds: (text) => keywordOf(text) === null,
    expected: 'must not be a keyword, such as HELP, STOP, START or YES',
  },
  blockedPhrase: lengthOf({ min: 1, max: 200 }),
  country: NUMBER_COUNTRY,
  /** The text that a person agrees to on an opt-in form. */
  consentText: {
    holds: (text) => text.trim() !== '' && CONSENT_TEXT_LENGTH.holds(text),
    expected: 'must have 1 to 2000 characters, and not only white space',
  },
  keyId: API_KEY_ID,
  keySecret: {
    holds: (text) => /^[!-~]{16,200}$/.test(text),
    expected: 'must have 16 to 200 printable ASCII characters, without spaces',
  },
  sender: SENDER_NUMBER,
  carrier: CARRIER_NAME,
  poolId: POOL_ID,
  capPeriod: CAP_PERIOD,
  trackingLink: {
    holds: isTrackingLink,
    expected: 'must be a lowercase domain and a path, such as go.example.com/sale, with nothing before or after',
  },
  url: {
    holds: isWebUrl,
    expected: `must be an absolute http or https URL of at most ${WEB_URL_LENGTH_MAX} characters`,
  },
  openingTime: OPENING_TIME,
  closingTime: CLOSING_TIME,
  holiday: { holds: isCalendarDate, expected: 'must be a calendar date as YYYY-MM-DD', got: quote },
  holdAtMost: HOLD_AT_MOST,
  ...WEBHOOK_RULES,
} satisfies Record<string, FieldRule>

const NAME_LENGTH = lengthOf({ min: 1, max: 100 })
const CONSENT_TEXT_LENGTH = lengthOf({ min: 1, max: 2_000 })

/** The ranges of the whole numbers in a declaration, and of the lengths of its lists. */
export const DECLARATION_RANGES = {
  credits: { min: 0, max: GRANT_MAX },
  dailyMessageQuota: { min: 0, max: GRANT_MAX },
  rateLimits: { min: 1, max: RATE_LIMIT_MAX },
  /** 0 sends none. */
  serviceTexts: { min: 0, max: 1_000_000 },
  formLimits: { min: 0, max: 1_000_000 },
  frequencyCaps: FREQUENCY_CAPS_RANGE,
  capMessages: CAP_MESSAGES_RANGE,
  /** In days. At least a week: after that, no receipt or delivery is pending, and no idempotency key is valid. */
  retention: { min: 7, max: 3_650 },
  /** The number of countries in a list. */
  countries: { min: 1, max: 250 },
  messagesPerSecond: { min: 1, max: 10_000 },
  blockedPhrases: { min: 0, max: 1_000 },
  apiKeys: { min: 0, max: 1_000 },
  numbers: { min: 0, max: 1_000 },
  groups: { min: 0, max: 1_000 },
  tags: { min: 0, max: 100 },
  customFields: { min: 0, max: CUSTOM_FIELD_KEYS.length },
  options: { min: 0, max: 100 },
  trackingLinks: { min: 0, max: 1_000 },
  ...POOL_RANGES,
  ...SENDING_RANGES,
  ...WEBHOOK_RANGES,
} satisfies Record<string, Range>
