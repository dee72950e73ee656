import type { Bucket } from '../../model/accounts/rate-limit.js'
import type { CustomFieldKey, CustomFieldStatus, CustomFieldType } from '../../model/contacts/custom-field.js'
import type { EventType } from '../../model/events/event.js'
import type { OptInType } from '../../model/groups/group.js'
import type { SenderStatus } from '../../model/senders/sender.js'
import type { TimeZone } from '../../values/time/time-zone.js'

/** The desired state of an account, by its operator. Absent fields stay unchanged. */
export type AccountDeclaration = {
  readonly name: string
  readonly timezone?: TimeZone
  readonly capabilities?: { readonly silentOptIn?: boolean }
  /** Granted once, when the account is created. */
  readonly credits?: { readonly sms?: number; readonly mms?: number }
  readonly dailyMessageQuota?: number | null
  /** Null removes all limits; a limit that is absent in the object is the one of the contract. */
  readonly rateLimits?: Readonly<Partial<Record<Bucket, number | null>>> | null
  readonly compliance?: ComplianceDeclaration
  readonly optInForm?: OptInFormDeclaration
  readonly retention?: RetentionDeclaration
  readonly apiKeys?: readonly ApiKeyDeclaration[]
  readonly numbers?: readonly SenderDeclaration[]
  readonly groups?: readonly GroupDeclaration[]
  readonly customFields?: readonly CustomFieldDeclaration[]
  readonly trackingLinks?: readonly TrackingLinkDeclaration[]
  readonly webhooks?: readonly WebhookDeclaration[]
}

export type ComplianceDeclaration = {
  readonly blockedPhrases?: readonly string[]
  readonly blockPublicShorteners?: boolean
  readonly helpText?: string | null
}

export type OptInFormDeclaration = {
  readonly open?: boolean
  readonly consentText?: string | null
  readonly privacyUrl?: string | null
  readonly termsUrl?: string | null
}

/** In days; null keeps the data forever. */
export type RetentionDeclaration = {
  readonly messages?: number | null
  readonly events?: number | null
  readonly clicks?: number | null
}

/** An absent secret is generated for a new key, and stays unchanged for an existing one. */
export type ApiKeyDeclaration = { readonly id: string; readonly secret?: string }

export type SenderDeclaration = {
  readonly number: string
  readonly status?: SenderStatus
  readonly mms?: boolean
  readonly messagesPerSecond?: number | null
}

export type GroupDeclaration = {
  readonly name: string
  readonly default?: boolean
  readonly optInType?: OptInType
  readonly optInMessage?: string | null
  readonly confirmMessage?: string | null
  readonly sender?: string | null
  readonly tags?: readonly string[]
}

export type CustomFieldDeclaration = {
  readonly key: CustomFieldKey
  readonly label: string
  readonly type: CustomFieldType
  readonly options?: readonly string[]
  readonly status?: CustomFieldStatus
}

export type TrackingLinkDeclaration = { readonly link: string; readonly target: string }

export type WebhookDeclaration = {
  readonly url: string
  readonly events: readonly EventType[]
  readonly secret?: string
}
