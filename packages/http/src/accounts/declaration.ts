import {
  CUSTOM_FIELD_KEYS,
  CUSTOM_FIELD_STATUSES,
  CUSTOM_FIELD_TYPES,
  DECLARATION_RANGES as RANGES,
  DECLARATION_RULES as RULES,
  EVENT_TYPES,
  OPT_IN_TYPES,
  SENDER_STATUSES,
  oneOf,
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
} from '@carillon/core'
import {
  Flag,
  MayBeAbsent,
  MayBeNull,
  Nested,
  NestedList,
  OneOf,
  Text,
  TextList,
  WholeNumber,
} from '../input/checks.js'

const WEB_URL = resolvable(RULES.url)
export const WEBHOOK_URL = resolvable(RULES.webhookUrl)

/** Checks also that the host name is possible; the core checks only the form of the URL. */
function resolvable({ holds, expected }: FieldRule): FieldRule {
  return { holds: (text) => holds(text) && URL.canParse(text), expected }
}

const OWN_PATHS = [
  'admin',
  'api',
  'docs',
  'healthz',
  'metrics',
  'openapi.json',
  'openapi.yaml',
  'opt-in',
  'provider',
  'readyz',
  'sim',
]

/** Refuses paths that the service handles itself: a tracking link there could never be followed. */
const FREE_PATH: FieldRule = {
  holds: (link) => !OWN_PATHS.includes(link.split('/')[1] ?? ''),
  expected: `must not have a path that begins with ${OWN_PATHS.join(', ')}: the service answers there itself`,
}

export class CapabilityFields {
  @MayBeAbsent() @Flag() silentOptIn?: boolean
}

export class CreditFields {
  @MayBeAbsent() @WholeNumber(RANGES.credits) sms?: number
  @MayBeAbsent() @WholeNumber(RANGES.credits) mms?: number
}

const RateLimit = () => WholeNumber(RANGES.rateLimits)

export class RateLimitFields implements Readonly<Partial<Record<Bucket, number | null>>> {
  @MayBeNull() @RateLimit() message?: number | null
  @MayBeNull() @RateLimit() broadcast?: number | null
  @MayBeNull() @RateLimit() batch?: number | null
  @MayBeNull() @RateLimit() scheduleWrite?: number | null
  @MayBeNull() @RateLimit() scheduleRead?: number | null
  @MayBeNull() @RateLimit() contactApiWrite?: number | null
  @MayBeNull() @RateLimit() contactApiRead?: number | null
  @MayBeNull() @RateLimit() messagingWrite?: number | null
  @MayBeNull() @RateLimit() messagingRead?: number | null
  @MayBeNull() @RateLimit() preview?: number | null
}

export class ComplianceFields {
  @MayBeAbsent() @TextList(RULES.blockedPhrase, RANGES.blockedPhrases) blockedPhrases?: string[]
  @MayBeAbsent() @Flag() blockPublicShorteners?: boolean
  @MayBeNull() @Text(RULES.message) helpText?: string | null
}

export class OptInFormFields {
  @MayBeAbsent() @Flag() open?: boolean
  @MayBeNull() @Text(RULES.consentText) consentText?: string | null
  @MayBeNull() @Text(WEB_URL) privacyUrl?: string | null
  @MayBeNull() @Text(WEB_URL) termsUrl?: string | null
}

const DaysKept = () => WholeNumber(RANGES.retention)

export class RetentionFields {
  @MayBeNull() @DaysKept() messages?: number | null
  @MayBeNull() @DaysKept() events?: number | null
  @MayBeNull() @DaysKept() clicks?: number | null
}

export class ApiKeyFields {
  @Text(RULES.keyId) id!: string
  @MayBeAbsent() @Text(RULES.keySecret) secret?: string
}

export class NumberFields {
  @Text(RULES.sender) number!: string
  @MayBeAbsent() @OneOf(SENDER_STATUSES) status?: SenderStatus
  @MayBeAbsent() @Flag() mms?: boolean
  @MayBeNull() @WholeNumber(RANGES.messagesPerSecond) messagesPerSecond?: number | null
}

export class GroupFields {
  @Text(RULES.name) name!: string
  @MayBeAbsent() @Flag() default?: boolean
  @MayBeAbsent() @OneOf(OPT_IN_TYPES) optInType?: OptInType
  @MayBeNull() @Text(RULES.message) optInMessage?: string | null
  @MayBeNull() @Text(RULES.message) confirmMessage?: string | null
  @MayBeNull() @Text(RULES.sender) sender?: string | null
  @MayBeAbsent() @TextList(RULES.name, RANGES.tags) tags?: string[]
}

export class CustomFieldFields {
  @OneOf(CUSTOM_FIELD_KEYS) key!: CustomFieldKey
  @Text(RULES.name) label!: string
  @OneOf(CUSTOM_FIELD_TYPES) type!: CustomFieldType
  @MayBeAbsent() @TextList(RULES.name, RANGES.options) options?: string[]
  @MayBeAbsent() @OneOf(CUSTOM_FIELD_STATUSES) status?: CustomFieldStatus
}

export class TrackingLinkFields {
  @Text(FREE_PATH) @Text(RULES.trackingLink) link!: string
  @Text(WEB_URL) target!: string
}

export class WebhookFields {
  @Text(WEBHOOK_URL) url!: string
  @TextList(oneOf(EVENT_TYPES), RANGES.events) events!: EventType[]
  @MayBeAbsent() @Text(RULES.webhookSecret) secret?: string
}

/** How an operator wants an account to be. */
export class AccountFields {
  @Text(RULES.name) name!: string
  @MayBeAbsent() @Text(RULES.timezone) timezone?: string
  @MayBeAbsent() @Nested(CapabilityFields) capabilities?: CapabilityFields
  @MayBeAbsent() @Nested(CreditFields) credits?: CreditFields
  @MayBeNull() @WholeNumber(RANGES.dailyMessageQuota) dailyMessageQuota?: number | null
  @MayBeNull() @Nested(RateLimitFields) rateLimits?: RateLimitFields | null
  @MayBeAbsent() @Nested(ComplianceFields) compliance?: ComplianceFields
  @MayBeAbsent() @Nested(OptInFormFields) optInForm?: OptInFormFields
  @MayBeAbsent() @Nested(RetentionFields) retention?: RetentionFields
  @MayBeAbsent() @NestedList(ApiKeyFields, RANGES.apiKeys) apiKeys?: ApiKeyFields[]
  @MayBeAbsent() @NestedList(NumberFields, RANGES.numbers) numbers?: NumberFields[]
  @MayBeAbsent() @NestedList(GroupFields, RANGES.groups) groups?: GroupFields[]
  @MayBeAbsent() @NestedList(CustomFieldFields, RANGES.customFields) customFields?: CustomFieldFields[]
  @MayBeAbsent() @NestedList(TrackingLinkFields, RANGES.trackingLinks) trackingLinks?: TrackingLinkFields[]
  @MayBeAbsent() @NestedList(WebhookFields, RANGES.webhooks) webhooks?: WebhookFields[]
}

export class Declaration {
  @Nested(AccountFields) account!: AccountFields
}

/** Normalizes the case of the time zone. */
export function declarationOf({ account: { timezone, ...account } }: Declaration): AccountDeclaration {
  return timezone === undefined ? account : { ...account, timezone: parseTimeZone(timezone) }
}
