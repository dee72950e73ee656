import { AUTO_PAUSE_SCHEMA } from '../../model/accounts/auto-pause.js'
import { CONTRACT_RATE_LIMITS, type Bucket } from '../../model/accounts/rate-limit.js'
import { CUSTOM_FIELD_KEYS, CUSTOM_FIELD_STATUSES, CUSTOM_FIELD_TYPES } from '../../model/contacts/custom-field.js'
import { EVENT_TYPES } from '../../model/events/event.js'
import { CAP_COUNTS } from '../../model/frequency/frequency-cap.js'
import { OPT_IN_TYPES } from '../../model/groups/group.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { RATE_COUNTS } from '../../model/senders/rate-counts.js'
import { SENDER_STATUSES } from '../../model/senders/sender.js'
import type { FieldRule } from '../../values/field-rule.js'
import {
  choice,
  flag,
  list,
  object,
  orNull,
  text,
  wholeNumber,
  type Schema,
  type ValueOf,
} from '../../values/schema.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { DECLARATION_RANGES as RANGES, type DECLARATION_RULES } from './declaration-rules.js'

/** The rules for the texts. An entry point can replace some of them with stricter rules. */
export type DeclarationRules = {
  readonly [Name in keyof typeof DECLARATION_RULES]: FieldRule | readonly FieldRule[]
}

/** The schema of a file or request that declares an account. */
export type DeclarationSchema = ReturnType<typeof declarationSchema>
export const declarationSchema = (rules: DeclarationRules) => object({ required: { account: accountSchema(rules) } })

/** The schema of a change of settings: the part of a declaration that is no list of items, and grants no credits. */
export type SettingsSchema = ReturnType<typeof settingsSchema>
export function settingsSchema({ fields }: DeclarationSchema) {
  const { name, timezone, capabilities, dailyMessageQuota, allowedCountries, allowPremium } = fields.account.fields
  const { rateCounts } = fields.account.fields
  const { formCountries, refuseLandlines, smartEncoding, rateLimits, serviceTexts, compliance } = fields.account.fields
  const { frequencyCaps, autoPause, optInForm, retention, sendingWindows, holidays, holdAtMost } = fields.account.fields
  const destinations = { allowedCountries, allowPremium, formCountries }
  const limits = { dailyMessageQuota, rateLimits, rateCounts, serviceTexts }
  const hours = { sendingWindows, holidays, holdAtMost }
  const { pools } = fields.account.fields
  const rest = { pools, refuseLandlines, smartEncoding, frequencyCaps, autoPause, compliance, optInForm, retention }
  return object({ optional: { name, timezone, capabilities, ...limits, ...destinations, ...hours, ...rest } })
}

/** Settings as a declaration has them. Absent settings stay unchanged. */
export type SettingsDeclaration = ValueOf<SettingsSchema>

/** The state of an account that its operator wants. Absent fields stay unchanged. */
export type AccountDeclaration = Declared<typeof accountSchema>
const accountSchema = (rules: DeclarationRules) =>
  object({
    required: { name: text(rules.name) },
    optional: {
      timezone: text(rules.timezone, parseTimeZone),
      capabilities: object({ optional: { silentOptIn: flag } }),
      /** Granted once, when the account is created. */
      credits: object({ optional: { sms: wholeNumber(RANGES.credits), mms: wholeNumber(RANGES.credits) } }),
      dailyMessageQuota: orNull(wholeNumber(RANGES.dailyMessageQuota)),
      /** Null allows all countries. */
      allowedCountries: countriesSchema(rules),
      allowPremium: flag,
      /** Null allows the countries of the account's numbers. */
      formCountries: countriesSchema(rules),
      refuseLandlines: flag,
      smartEncoding: flag,
      /** Null: texts may be sent at any time. */
      sendingWindows: orNull(list(sendingWindowSchema(rules), RANGES.sendingWindows)),
      holidays: list(text(rules.holiday), RANGES.holidays),
      holdAtMost: text(rules.holdAtMost),
      /** Empty: no limit. */
      frequencyCaps: list(frequencyCapSchema(rules), RANGES.frequencyCaps),
      /** Empty: none. Applied after the numbers. */
      pools: list(poolSchema(rules), RANGES.pools),
      /** Null pauses no broadcast. */
      autoPause: orNull(AUTO_PAUSE_SCHEMA),
      rateCounts: choice(RATE_COUNTS),
      /** Null removes all limits. A limit that is absent from the object has the default of the contract. */
      rateLimits: orNull(object({ optional: RATE_LIMITS })),
      serviceTexts: serviceTextsSchema(),
      compliance: complianceSchema(rules),
      optInForm: optInFormSchema(rules),
      retention: retentionSchema(),
      apiKeys: list(apiKeySchema(rules), RANGES.apiKeys),
      numbers: list(senderSchema(rules), RANGES.numbers),
      groups: list(groupSchema(rules), RANGES.groups),
      customFields: list(customFieldSchema(rules), RANGES.customFields),
      trackingLinks: list(trackingLinkSchema(rules), RANGES.trackingLinks),
      webhooks: list(webhookSchema(rules), RANGES.webhooks),
    },
  })

const countriesSchema = (rules: DeclarationRules) =>
  orNull(
    list(
      text(rules.country, (code) => code.toUpperCase()),
      RANGES.countries,
    ),
  )

const frequencyCapSchema = (rules: DeclarationRules) =>
  object({
    required: { messages: wholeNumber(RANGES.capMessages), per: text(rules.capPeriod) },
    optional: { counts: choice(CAP_COUNTS), group: orNull(text(rules.name)) },
  })

/** Without an id, the stored pool of this name, or else a new one. */
const poolSchema = (rules: DeclarationRules) =>
  object({
    required: { name: text(rules.name), numbers: list(text(rules.sender), RANGES.poolNumbers) },
    optional: { id: text(rules.poolId) },
  })

const RATE_LIMIT: Schema<number | null> = orNull(wholeNumber(RANGES.rateLimits))
const RATE_LIMITS = Object.fromEntries(
  Object.keys(CONTRACT_RATE_LIMITS).map((bucket) => [bucket, RATE_LIMIT]),
) as Readonly<Record<Bucket, typeof RATE_LIMIT>>

const sendingWindowSchema = (rules: DeclarationRules) =>
  object({
    required: {
      days: list(choice(WEEKDAYS), RANGES.windowDays),
      from: text(rules.openingTime),
      to: text(rules.closingTime),
    },
    optional: { group: orNull(text(rules.name)) },
  })

/** A text that the service sends by itself. */
const messageText = ({ message, noKeyword }: DeclarationRules) => text([message, noKeyword].flat())

export type ComplianceDeclaration = Declared<typeof complianceSchema>
const complianceSchema = (rules: DeclarationRules) =>
  object({
    optional: {
      blockedPhrases: list(text(rules.blockedPhrase), RANGES.blockedPhrases),
      blockPublicShorteners: flag,
      helpText: orNull(messageText(rules)),
    },
  })

const serviceTextsSchema = () => {
  const texts = wholeNumber(RANGES.serviceTexts)
  return object({ optional: { perHour: texts, perDay: texts, chargeReplies: flag } })
}

const FORM_LIMIT = wholeNumber(RANGES.formLimits)
const FORM_LIMITS_SCHEMA = object({
  optional: {
    numberPerHour: FORM_LIMIT,
    numberPerDay: FORM_LIMIT,
    prefixPerHour: FORM_LIMIT,
    addressPerHour: FORM_LIMIT,
    perHour: FORM_LIMIT,
    perDay: FORM_LIMIT,
  },
})

export type OptInFormDeclaration = Declared<typeof optInFormSchema>
const optInFormSchema = (rules: DeclarationRules) =>
  object({
    optional: {
      open: flag,
      consentText: orNull(text(rules.consentText)),
      privacyUrl: orNull(text(rules.url)),
      termsUrl: orNull(text(rules.url)),
      /** Null and absent limits have the defaults. */
      limits: orNull(FORM_LIMITS_SCHEMA),
    },
  })

/** In days; null keeps the data forever. */
export type RetentionDeclaration = Declared<typeof retentionSchema>
const retentionSchema = () => {
  const days = orNull(wholeNumber(RANGES.retention))
  return object({ optional: { messages: days, events: days, clicks: days } })
}

/** If the secret is absent, a new key gets a generated one, and an existing key keeps its secret. */
export type ApiKeyDeclaration = Declared<typeof apiKeySchema>
const apiKeySchema = (rules: DeclarationRules) =>
  object({ required: { id: text(rules.keyId) }, optional: { secret: text(rules.keySecret) } })

export type SenderDeclaration = Declared<typeof senderSchema>
const senderSchema = (rules: DeclarationRules) =>
  object({
    required: { number: text(rules.sender) },
    optional: {
      status: choice(SENDER_STATUSES),
      mms: flag,
      messagesPerSecond: orNull(wholeNumber(RANGES.messagesPerSecond)),
      carrier: orNull(text(rules.carrier)),
    },
  })

export type GroupDeclaration = Declared<typeof groupSchema>
const groupSchema = (rules: DeclarationRules) =>
  object({
    required: { name: text(rules.name) },
    optional: {
      default: flag,
      optInType: choice(OPT_IN_TYPES),
      optInMessage: orNull(messageText(rules)),
      confirmMessage: orNull(messageText(rules)),
      sender: orNull(text(rules.sender)),
      /** Null and absent limits are those of the account. */
      formLimits: orNull(FORM_LIMITS_SCHEMA),
      tags: list(text(rules.name), RANGES.tags),
    },
  })

export type CustomFieldDeclaration = Declared<typeof customFieldSchema>
const customFieldSchema = (rules: DeclarationRules) =>
  object({
    required: { key: choice(CUSTOM_FIELD_KEYS), label: text(rules.name), type: choice(CUSTOM_FIELD_TYPES) },
    optional: { options: list(text(rules.name), RANGES.options), status: choice(CUSTOM_FIELD_STATUSES) },
  })

export type TrackingLinkDeclaration = Declared<typeof trackingLinkSchema>
const trackingLinkSchema = (rules: DeclarationRules) =>
  object({ required: { link: text(rules.trackingLink), target: text(rules.url) } })

export type WebhookDeclaration = Declared<typeof webhookSchema>
const webhookSchema = (rules: DeclarationRules) =>
  object({
    required: { url: text(rules.webhookUrl), events: list(choice(EVENT_TYPES), RANGES.events) },
    optional: { secret: text(rules.webhookSecret) },
  })

type Declared<S extends (rules: DeclarationRules) => Schema<unknown>> = ValueOf<ReturnType<S>>
