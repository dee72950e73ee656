import {
  CUSTOM_FIELD_KEYS,
  CUSTOM_FIELD_STATUSES,
  CUSTOM_FIELD_TYPES,
  EVENT_TYPES,
  GRANT_MAX,
  OPT_IN_TYPES,
  RATE_LIMIT_MAX,
  SENDER_STATUSES,
  isPhoneNumber,
  isShortCode,
  isTrackingLink,
  isWebhookSecret,
  parseTimeZone,
  type AccountDeclaration,
  type Bucket,
  type CustomFieldKey,
  type CustomFieldStatus,
  type CustomFieldType,
  type EventType,
  type FieldRule,
  type OptInType,
  type SenderStatus,
  type TimeZone,
} from '@carillon/core'
import { KEY_ID } from '../authentication.js'
import {
  Flag,
  lengthOf,
  MayBeAbsent,
  MayBeNull,
  Nested,
  NestedList,
  OneOf,
  oneOf,
  Text,
  TextList,
  WholeNumber,
} from '../checks.js'

const LIST_MAX = 1_000
const MESSAGE = lengthOf({ min: 0, max: 640 })

/** A name by which something is spoken of. */
export const NAME: FieldRule = {
  holds: (text) => text === text.trim() && lengthOf({ min: 1, max: 100 }).holds(text),
  expected: 'must have 1 to 100 characters, and no white space around them',
}

const SENDER: FieldRule = {
  holds: (text) => isPhoneNumber(text) || isShortCode(text),
  expected: 'must be a number in E.164 form, such as +12025550100, or a short code of 5 or 6 digits',
}

const WEB_URL: FieldRule = {
  holds: (text) => text.length <= 2_048 && /^https?:\/\//i.test(text) && URL.canParse(text),
  expected: 'must be an absolute http or https URL of at most 2048 characters',
}

export const KEY_ID_RULE: FieldRule = {
  holds: (text) => KEY_ID.test(text),
  expected: 'must have 1 to 64 characters, each a letter, a digit, _ or -',
}

const KEY_SECRET: FieldRule = {
  holds: (text) => /^[!-~]{16,200}$/.test(text),
  expected: 'must have 16 to 200 printable ASCII characters, without spaces',
}

const WEBHOOK_SECRET: FieldRule = {
  holds: isWebhookSecret,
  expected: 'must be whsec_ and the base64 of 24 to 64 bytes',
}

const TRACKING_LINK: FieldRule = {
  holds: isTrackingLink,
  expected: 'must be a domain in small letters and a path, such as go.example.com/sale, with nothing before or after',
}

const TIME_ZONE: FieldRule = {
  holds: (text) => parseTimeZone(text) !== null,
  expected: 'must be an IANA time zone, such as America/New_York or UTC',
}

export class CapabilityFields {
  @MayBeAbsent() @Flag() silentOptIn?: boolean
}

export class CreditFields {
  @MayBeAbsent() @WholeNumber({ min: 0, max: GRANT_MAX }) sms?: number
  @MayBeAbsent() @WholeNumber({ min: 0, max: GRANT_MAX }) mms?: number
}

const RateLimit = () => WholeNumber({ min: 1, max: RATE_LIMIT_MAX })

export class RateLimitFields implements Readonly<Partial<Record<Bucket, number | null>>> {
  @MayBeNull() @RateLimit() message?: number | null
  @MayBeNull() @RateLimit() broadcast?: number | null
  @MayBeNull() @RateLimit() batch?: number | null
  @MayBeNull() @RateLimit() scheduleWrite?: number | null
  @MayBeNull() @RateLimit() scheduleRead?: number | null
  @MayBeNull() @RateLimit() contactApiWrite?: number | null
  @MayBeNull() @RateLimit() contactApiRead?: number | null
}

export class ComplianceFields {
  @MayBeAbsent() @TextList(lengthOf({ min: 1, max: 200 }), { max: LIST_MAX }) blockedPhrases?: string[]
  @MayBeAbsent() @Flag() blockPublicShorteners?: boolean
  @MayBeNull() @Text(MESSAGE) helpText?: string | null
}

export class ApiKeyFields {
  @Text(KEY_ID_RULE) id!: string
  @MayBeAbsent() @Text(KEY_SECRET) secret?: string
}

export class NumberFields {
  @Text(SENDER) number!: string
  @MayBeAbsent() @OneOf(SENDER_STATUSES) status?: SenderStatus
  @MayBeAbsent() @Flag() mms?: boolean
  @MayBeNull() @WholeNumber({ min: 1, max: 10_000 }) messagesPerSecond?: number | null
}

export class GroupFields {
  @Text(NAME) name!: string
  @MayBeAbsent() @Flag() default?: boolean
  @MayBeAbsent() @OneOf(OPT_IN_TYPES) optInType?: OptInType
  @MayBeNull() @Text(MESSAGE) optInMessage?: string | null
  @MayBeNull() @Text(MESSAGE) confirmMessage?: string | null
  @MayBeNull() @Text(SENDER) sender?: string | null
  @MayBeAbsent() @TextList(NAME, { max: 100 }) tags?: string[]
}

export class CustomFieldFields {
  @OneOf(CUSTOM_FIELD_KEYS) key!: CustomFieldKey
  @Text(NAME) label!: string
  @OneOf(CUSTOM_FIELD_TYPES) type!: CustomFieldType
  @MayBeAbsent() @TextList(NAME, { max: 100 }) options?: string[]
  @MayBeAbsent() @OneOf(CUSTOM_FIELD_STATUSES) status?: CustomFieldStatus
}

export class TrackingLinkFields {
  @Text(TRACKING_LINK) link!: string
  @Text(WEB_URL) target!: string
}

export class WebhookFields {
  @Text(WEB_URL) url!: string
  @TextList(oneOf(EVENT_TYPES), { min: 1, max: 100 }) events!: EventType[]
  @MayBeAbsent() @Text(WEBHOOK_SECRET) secret?: string
}

/** How an operator wants an account to be. */
export class AccountFields {
  @Text(NAME) name!: string
  @MayBeAbsent() @Text(TIME_ZONE) timezone?: string
  @MayBeAbsent() @Nested(CapabilityFields) capabilities?: CapabilityFields
  @MayBeAbsent() @Nested(CreditFields) credits?: CreditFields
  @MayBeNull() @WholeNumber({ min: 0, max: GRANT_MAX }) dailyMessageQuota?: number | null
  @MayBeNull() @Nested(RateLimitFields) rateLimits?: RateLimitFields | null
  @MayBeAbsent() @Nested(ComplianceFields) compliance?: ComplianceFields
  @MayBeAbsent() @NestedList(ApiKeyFields, { max: LIST_MAX }) apiKeys?: ApiKeyFields[]
  @MayBeAbsent() @NestedList(NumberFields, { max: LIST_MAX }) numbers?: NumberFields[]
  @MayBeAbsent() @NestedList(GroupFields, { max: LIST_MAX }) groups?: GroupFields[]
  @MayBeAbsent() @NestedList(CustomFieldFields, { max: CUSTOM_FIELD_KEYS.length }) customFields?: CustomFieldFields[]
  @MayBeAbsent() @NestedList(TrackingLinkFields, { max: LIST_MAX }) trackingLinks?: TrackingLinkFields[]
  @MayBeAbsent() @NestedList(WebhookFields, { max: 100 }) webhooks?: WebhookFields[]
}

export class Declaration {
  @Nested(AccountFields) account!: AccountFields
}

/** With the case of its time zone mended. */
export function declarationOf({ account: { timezone, ...account } }: Declaration): AccountDeclaration {
  const zone: TimeZone | null = timezone === undefined ? null : parseTimeZone(timezone)
  return zone === null ? account : { ...account, timezone: zone }
}
