import type {
  Account,
  AccountId,
  MessageLink,
  ApiKey,
  AuditEntry,
  Broadcast,
  BroadcastId,
  Chunk,
  Consent,
  ConsentLogEntry,
  Contact,
  ContactImport,
  ContactList,
  ContactListId,
  Conversation,
  Counted,
  CountedOfDay,
  CreditBalance,
  CustomField,
  DeadJob,
  Delivery,
  Draft,
  DeliveryAttempt,
  Event,
  FormEntry,
  FormText,
  FrequencyUse,
  Group,
  GroupId,
  Job,
  StoredEventData,
  IdempotencyKeyRecord,
  ImportId,
  ImportRow,
  KeyUse,
  LedgerEntry,
  LinkClicks,
  LoggedRequest,
  LookUp,
  Membership,
  Message,
  MessageId,
  Note,
  OneTimeLink,
  PhoneNumber,
  PoolId,
  ProviderOptOut,
  Pseudonym,
  Receipt,
  RejectedRow,
  Schedule,
  ScheduleId,
  Segment,
  Send,
  Sender,
  Session,
  Tag,
  Template,
  TemplateVersion,
  TrackingLink,
  ThrottleEntry,
  UsageEntry,
  UsageOwner,
  User,
  WebhookEndpoint,
  WebhookEndpointId,
  ServiceRecord,
  ServiceProcess,
} from '@carillon/core'
import { clickDayKey, type StoredClickDay } from './click-day.js'
import { clickNetworkKey, type StoredClickNetwork } from './click-network.js'
import type { Journal } from './journal.js'
import { Table } from './table.js'

/**
 * All stored data. Data that is unique in the whole service is in a single part; all other data is divided by account.
 */
export type Tables = ReturnType<typeof createTables>

export const SERVICE = 'service'

/** The name of a group. It is kept when the group is removed, because the consent log refers to it. */
type StoredGroupName = { readonly account: AccountId; readonly id: GroupId; readonly name: string }
/** A group without its tags, which are in a separate table. */
export type StoredGroup = Omit<Group, 'tags'> & { readonly tagIds: readonly Tag['id'][] }
export type StoredTag = Tag & { readonly account: AccountId }

export function createTables(journal: Journal) {
  const inService = () => SERVICE
  const ofAccount = (row: { readonly account: UsageOwner }) => row.account
  const id = (row: { readonly id: string }) => row.id
  return {
    accounts: new Table<Account>(journal, { part: inService, key: id }),
    apiKeys: new Table<ApiKey>(journal, { part: inService, key: id }),
    senders: new Table<Sender>(journal, { part: inService, key: ({ number }) => number }),
    trackingLinks: new Table<TrackingLink>(journal, { part: inService, key: ({ link }) => link }),
    customFields: new Table<CustomField>(journal, { part: ofAccount, key: ({ key }) => key }),
    contacts: new Table<Contact>(journal, { part: ofAccount, key: ({ phone }) => phone }),
    contactImports: new Table<ContactImport>(journal, { part: ofAccount, key: id }),
    importedSteps: new Table<StoredImportStep>(journal, { part: importPart, key: ({ step }) => String(step) }),
    rejectedRows: new Table<StoredRejectedRow>(journal, { part: importPart, key: ({ line }) => String(line) }),
    contactLists: new Table<ContactList>(journal, { part: ofAccount, key: id }),
    segments: new Table<Segment>(journal, { part: ofAccount, key: id }),
    contactListMembers: new Table<StoredListMember>(journal, { part: listPart, key: ({ phone }) => phone }),
    consents: new Table<Consent>(journal, { part: ofAccount, key: ({ phone }) => phone }),
    membershipsByContact: new Table<Membership>(journal, { part: contactPart, key: ({ group }) => group }),
    membershipsByGroup: new Table<Membership>(journal, { part: groupPart, key: ({ contact }) => contact }),
    suppressions: new Table<StoredSuppression>(journal, { part: ofAccount, key: ({ subject }) => subject }),
    formTexts: new Table<StoredFormText>(journal, { part: ofAccount, key: ({ version }) => String(version) }),
    formEntries: new Table<FormEntry>(journal, { part: ofAccount, key: id }),
    groups: new Table<StoredGroup>(journal, { part: ofAccount, key: id }),
    groupNames: new Table<StoredGroupName>(journal, { part: ofAccount, key: id }),
    tags: new Table<StoredTag>(journal, { part: ofAccount, key: id }),
    consentLog: new Table<ConsentLogEntry>(journal, { part: subjectPart, key: id }),
    messageLinks: new Table<MessageLink>(journal, { part: messageLinkPart, key: ({ link }) => link }),
    clicks: new Table<StoredClicks>(journal, { part: ofAccount, key: linkKey }),
    clickDays: new Table<StoredClickDay>(journal, { part: ofAccount, key: clickDayKey }),
    clickNetworks: new Table<StoredClickNetwork>(journal, { part: ofAccount, key: clickNetworkKey }),
    webhookEndpoints: new Table<WebhookEndpoint>(journal, { part: ofAccount, key: id }),
    outbox: new Table<Event>(journal, { part: ofAccount, key: id }),
    keptEvents: new Table<StoredEvent>(journal, { part: ofAccount, key: id }),
    deliveries: new Table<Delivery>(journal, { part: endpointPart, key: ({ event }) => event }),
    deliveryPhones: new Table<StoredDeliveryPhone>(journal, { part: endpointPart, key: ({ event }) => event }),
    attempts: new Table<StoredAttempt>(journal, { part: deliveryPart, key: ({ number }) => String(number) }),
    ledger: new Table<LedgerEntry>(journal, { part: ofAccount, key: id }),
    balances: new Table<StoredBalance>(journal, { part: ofAccount, key: inService }),
    providerOptOuts: new Table<ProviderOptOut>(journal, { part: phonePart, key: ({ sender }) => sender }),
    messages: new Table<Message>(journal, { part: ofAccount, key: id }),
    inboundTexts: new Table<StoredInboundText>(journal, { part: ofAccount, key: ({ providerId }) => providerId }),
    possibleOptOuts: new Table<StoredPossibleOptOut>(journal, { part: ofAccount, key: ({ message }) => message }),
    conversations: new Table<Conversation>(journal, { part: ofAccount, key: id }),
    notes: new Table<Note>(journal, { part: ofAccount, key: id }),
    receipts: new Table<Receipt>(journal, { part: ofAccount, key: ({ message }) => message }),
    broadcasts: new Table<Broadcast>(journal, { part: ofAccount, key: id }),
    chunks: new Table<Chunk>(journal, { part: broadcastPart, key: ({ number }) => String(number) }),
    recipientKeys: new Table<StoredRecipientKey>(journal, { part: ofAccount, key: recipientKeyKey }),
    schedules: new Table<Schedule>(journal, { part: ofAccount, key: id }),
    scheduleSends: new Table<Send>(journal, { part: ofAccount, key: id }),
    sendsBySchedule: new Table<Send>(journal, { part: schedulePart, key: id }),
    broadcastsBySchedule: new Table<StoredOrigin>(journal, { part: schedulePart, key: ({ broadcast }) => broadcast }),
    templates: new Table<Template>(journal, { part: ofAccount, key: id }),
    templateVersions: new Table<TemplateVersion>(journal, {
      part: templatePart,
      key: ({ version }) => String(version),
    }),
    drafts: new Table<Draft>(journal, { part: ofAccount, key: id }),
    throttles: new Table<StoredThrottle>(journal, { part: ofAccount, key: ({ sender }) => sender }),
    poolMembers: new Table<StoredPoolMember>(journal, { part: ofAccount, key: poolMemberKey }),
    poolLoads: new Table<StoredPoolLoad>(journal, { part: poolPart, key: ({ number }) => number }),
    frequencies: new Table<StoredUses>(journal, { part: ofAccount, key: ({ phone }) => phone }),
    carriers: new Table<StoredLookUp>(journal, { part: ofAccount, key: ({ phone }) => phone }),
    keys: new Table<IdempotencyKeyRecord>(journal, { part: ofAccount, key: scopedKey }),
    jobs: new Table<StoredJob>(journal, { part: ofAccount, key: id }),
    deadJobs: new Table<DeadJob>(journal, { part: ofAccount, key: id }),
    requests: new Table<LoggedRequest>(journal, { part: ofAccount, key: id }),
    keyUses: new Table<KeyUse>(journal, { part: ofAccount, key: ({ key }) => key }),
    statisticChanges: new Table<StoredStatisticChange>(journal, { part: ofAccount, key: ({ place }) => String(place) }),
    statisticDays: new Table<StoredStatisticDay>(journal, {
      part: ofAccount,
      key: ({ day, statistic, detail }) => `${day} ${statistic} ${detail}`,
    }),
    usages: new Table<StoredUsage>(journal, { part: ofAccount, key: ({ key }) => key }),
    users: new Table<User>(journal, { part: inService, key: id }),
    sessions: new Table<Session>(journal, { part: inService, key: id }),
    oneTimeLinks: new Table<OneTimeLink>(journal, { part: inService, key: linkOwner }),
    auditEntries: new Table<AuditEntry>(journal, { part: inService, key: id }),
    processes: new Table<ServiceProcess>(journal, { part: inService, key: id }),
    serviceRecords: new Table<ServiceRecord>(journal, { part: inService, key: ({ kind }) => kind }),
  }
}

/** `place` is its only key. */
type StoredStatisticChange = Counted & { readonly account: AccountId; readonly place: number }

type StoredStatisticDay = CountedOfDay & { readonly account: AccountId }

type OfImport = { readonly account: AccountId; readonly import: ImportId }
/** The rows of one step of an uploaded file. */
type StoredImportStep = OfImport & { readonly step: number; readonly rows: readonly ImportRow[] }
type StoredRejectedRow = OfImport & RejectedRow

/** A hard opt-out of an erased number. */
type StoredSuppression = { readonly account: AccountId; readonly subject: Pseudonym; readonly optedOutAt: Date }

export type StoredFormText = FormText & { readonly account: AccountId }

/** Contains the phone number of the contact, because contacts are stored by phone number. */
type StoredListMember = {
  readonly account: AccountId
  readonly list: ContactListId
  readonly phone: PhoneNumber
}

/** The schedule that created a broadcast. */
type StoredOrigin = {
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
type StoredDeliveryPhone = Pick<Delivery, 'account' | 'endpoint' | 'event'> & { readonly phone: PhoneNumber }

type StoredAttempt = DeliveryAttempt & Pick<Delivery, 'account' | 'endpoint' | 'event'>

/** The clicks on one URL. */
export type StoredClicks = LinkClicks & { readonly account: AccountId }

type StoredBalance = {
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
type StoredThrottle = {
  readonly account: AccountId
  readonly sender: string
  readonly entries: readonly ThrottleEntry[]
}

/** The number of the pool that a person keeps. */
type StoredPoolMember = {
  readonly account: AccountId
  readonly pool: PoolId
  readonly phone: PhoneNumber
  readonly number: string
}

/** How many people have a number of a pool. */
type StoredPoolLoad = Pick<StoredPoolMember, 'account' | 'pool' | 'number'> & { readonly people: number }

/** The uses under one key of a counter. */
type StoredUsage = {
  readonly account: UsageOwner
  readonly key: string
  readonly entries: readonly UsageEntry[]
  readonly expiresAt: Date
}

/** What counts towards frequency caps for a number. */
type StoredUses = {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly uses: readonly FrequencyUse[]
}

type StoredLookUp = LookUp & { readonly account: AccountId }

/** The provider's id of an inbound text. */
type StoredInboundText = { readonly account: AccountId; readonly providerId: string; readonly message: MessageId }

/** An inbound message that may ask to opt out. */
type StoredPossibleOptOut = { readonly account: AccountId; readonly message: MessageId }

/** `runAt` is the next time at which the job can be claimed. While the job is claimed, this is the end of the lease. */
export type StoredJob = Job & { readonly attempt: number; readonly fence: string | null }

/** Each user has at most one link, and so has the setup. */
export function linkOwner({ user }: Pick<OneTimeLink, 'user'>): string {
  return user ?? 'setup'
}

export function contactPart({ account, contact }: Pick<Membership, 'account' | 'contact'>): string {
  return `${account} ${contact}`
}

export function importPart({ account, import: id }: OfImport): string {
  return `${account} ${id}`
}

export function listPart({ account, list }: Pick<StoredListMember, 'account' | 'list'>): string {
  return `${account} ${list}`
}

export function groupPart({ account, group }: Pick<Membership, 'account' | 'group'>): string {
  return `${account} ${group}`
}

export function subjectPart({ account, subject }: Pick<ConsentLogEntry, 'account' | 'subject'>): string {
  return `${account} ${subject}`
}

export function phonePart({ account, phone }: Pick<ProviderOptOut, 'account' | 'phone'>): string {
  return `${account} ${phone}`
}

export function messageLinkPart({ account, message }: Pick<MessageLink, 'account' | 'message'>): string {
  return `${account} ${message}`
}

export function linkKey({ link, code }: Pick<LinkClicks, 'link' | 'code'>): string {
  return `${link} ${code ?? ''}`
}

export function endpointPart({ account, endpoint }: Pick<Delivery, 'account' | 'endpoint'>): string {
  return `${account} ${endpoint}`
}

export function deliveryPart({ account, endpoint, event }: Pick<Delivery, 'account' | 'endpoint' | 'event'>): string {
  return `${account} ${endpoint} ${event}`
}

export function broadcastPart({ account, broadcast }: Pick<Chunk, 'account' | 'broadcast'>): string {
  return `${account} ${broadcast}`
}

export function schedulePart({ account, schedule }: Pick<Send, 'account' | 'schedule'>): string {
  return `${account} ${schedule}`
}

export function templatePart({ account, id }: Pick<TemplateVersion, 'account' | 'id'>): string {
  return `${account} ${id}`
}

export function recipientKeyKey({ phone, key }: Pick<StoredRecipientKey, 'phone' | 'key'>): string {
  return `${phone} ${key}`
}

export function poolPart({ account, pool }: Pick<StoredPoolLoad, 'account' | 'pool'>): string {
  return `${account} ${pool}`
}

export function poolMemberKey({ pool, phone }: Pick<StoredPoolMember, 'pool' | 'phone'>): string {
  return `${pool} ${phone}`
}

export function scopedKey({ scope, key }: Pick<IdempotencyKeyRecord, 'scope' | 'key'>): string {
  return `${scope} ${key}`
}
