import type {
  AccountId,
  BroadcastId,
  ContactListId,
  Counted,
  CountedOfDay,
  CreditBalance,
  Delivery,
  DeliveryAttempt,
  FormText,
  FrequencyUse,
  Group,
  GroupId,
  Job,
  StoredEventData,
  ImportId,
  ImportRow,
  LinkClicks,
  LookUp,
  MessageId,
  PhoneNumber,
  PoolId,
  Pseudonym,
  RejectedRow,
  ScheduleId,
  Tag,
  ThrottleEntry,
  UsageEntry,
  UsageOwner,
  WebhookEndpointId,
} from '@carillon/core'

/** The name of a group. It is kept when the group is removed, because the consent log refers to it. */
export type StoredGroupName = { readonly account: AccountId; readonly id: GroupId; readonly name: string }
/** A group without its tags, which are in a separate table. */
export type StoredGroup = Omit<Group, 'tags'> & { readonly tagIds: readonly Tag['id'][] }
export type StoredTag = Tag & { readonly account: AccountId }

/** `place` is its only key. */
export type StoredStatisticChange = Counted & { readonly account: AccountId; readonly place: number }

export type StoredStatisticDay = CountedOfDay & { readonly account: AccountId }

export type OfImport = { readonly account: AccountId; readonly import: ImportId }
/** The rows of one step of an uploaded file. */
export type StoredImportStep = OfImport & { readonly step: number; readonly rows: readonly ImportRow[] }
export type StoredRejectedRow = OfImport & RejectedRow

/** A hard opt-out of an erased number. */
export type StoredSuppression = { readonly account: AccountId; readonly subject: Pseudonym; readonly optedOutAt: Date }

export type StoredFormText = FormText & { readonly account: AccountId }

/** Contains the phone number of the contact, because contacts are stored by phone number. */
export type StoredListMember = {
  readonly account: AccountId
  readonly list: ContactListId
  readonly phone: PhoneNumber
}

/** The schedule that created a broadcast. */
export type StoredOrigin = {
  readonly account: AccountId
  readonly schedule: ScheduleId
  readonly broadcast: BroadcastId
}

/** An event that has left the outbox. Its data is JSON text. */
export type StoredEvent = Omit<StoredEventData, 'data'> & {
  readonly data: string
  /**
   * The only endpoint that may receive the event; null if every endpoint that subscribes to its type may receive it.
   */
  readonly endpoint: WebhookEndpointId | null
}

/** The phone number of an erased contact, which the event does not contain. It is kept until the delivery ends. */
export type StoredDeliveryPhone = Pick<Delivery, 'account' | 'endpoint' | 'event'> & { readonly phone: PhoneNumber }

export type StoredAttempt = DeliveryAttempt & Pick<Delivery, 'account' | 'endpoint' | 'event'>

/** The clicks on one URL. */
export type StoredClicks = LinkClicks & { readonly account: AccountId }

export type StoredBalance = {
  readonly account: AccountId
  readonly balance: CreditBalance
  /** The last UTC day on which recipients were accepted, and how many. */
  readonly accepted: { readonly day: string; readonly count: number } | null
}

export type StoredRecipientKey = {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly key: string
  readonly broadcast: BroadcastId
  readonly expiresAt: Date | null
}

/** The throttle entries of a sender that may still count. */
export type StoredThrottle = {
  readonly account: AccountId
  readonly sender: string
  readonly entries: readonly ThrottleEntry[]
}

/** The number of the pool that a person keeps. */
export type StoredPoolMember = {
  readonly account: AccountId
  readonly pool: PoolId
  readonly phone: PhoneNumber
  readonly number: string
}

/** How many people have a number of a pool. */
export type StoredPoolLoad = Pick<StoredPoolMember, 'account' | 'pool' | 'number'> & { readonly people: number }

/** The uses under one key of a counter. */
export type StoredUsage = {
  readonly account: UsageOwner
  readonly key: string
  readonly entries: readonly UsageEntry[]
  readonly expiresAt: Date
}

/** What counts towards frequency caps for a number. */
export type StoredUses = {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly uses: readonly FrequencyUse[]
}

export type StoredLookUp = LookUp & { readonly account: AccountId }

/** The provider's id of an inbound text. */
export type StoredInboundText = {
  readonly account: AccountId
  readonly providerId: string
  readonly message: MessageId
}

/** An inbound message that may ask to opt out. */
export type StoredPossibleOptOut = { readonly account: AccountId; readonly message: MessageId }

/** `runAt` is the next time at which the job can be claimed. While the job is claimed, this is the end of the lease. */
export type StoredJob = Job & { readonly attempt: number; readonly fence: string | null }
