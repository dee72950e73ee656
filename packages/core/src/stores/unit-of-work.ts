import type { AccountStore } from '../model/accounts/account.js'
import type { ApiKeyStore } from '../model/accounts/api-key.js'
import type { ActivityStore } from '../model/activity/activity.js'
import type { BroadcastStore } from '../model/broadcasts/broadcast-store.js'
import type { CarrierStore } from '../model/broadcasts/carrier-store.js'
import type { ConsentLog } from '../model/consent/consent-log.js'
import type { ConsentStore } from '../model/consent/consent-store.js'
import type { ContactImportStore } from '../model/contact-imports/contact-import-store.js'
import type { ContactListStore } from '../model/contacts/contact-list.js'
import type { ContactSearch } from '../model/search/contact-search.js'
import type { ContactStore } from '../model/contacts/contact-store.js'
import type { CustomFieldStore } from '../model/contacts/custom-field.js'
import type { ConversationStore } from '../model/conversations/conversation-store.js'
import type { NoteStore } from '../model/conversations/note-store.js'
import type { CreditStore } from '../model/credits/ledger.js'
import type { DraftStore } from '../model/drafts/draft-store.js'
import type { EventOutbox } from '../model/events/event.js'
import type { FrequencyStore } from '../model/frequency/frequency-store.js'
import type { FormEntryStore } from '../model/forms/form-entry-store.js'
import type { FormTextStore } from '../model/forms/form-text.js'
import type { GroupStore } from '../model/groups/group-store.js'
import type { MembershipStore } from '../model/groups/membership.js'
import type { IdempotencyKeyStore } from '../model/idempotency/key.js'
import type { RecipientKeyStore } from '../model/idempotency/recipient-key-store.js'
import type { JobStore } from '../model/jobs/job-store.js'
import type { ClickStore } from '../model/links/click-store.js'
import type { UsageStore } from '../model/limits/usage-store.js'
import type { TrackingLinkStore } from '../model/links/tracking-link.js'
import type { MessageStore } from '../model/messages/message-store.js'
import type { PossibleOptOutStore } from '../model/messages/possible-opt-out-store.js'
import type { RequestLog } from '../model/requests/request-log.js'
import type { AudienceStore } from '../model/schedules/audience.js'
import type { SegmentStore } from '../model/segments/segment.js'
import type { ScheduleStore } from '../model/schedules/schedule-store.js'
import type { PoolStore } from '../model/senders/pool-store.js'
import type { SenderStore } from '../model/senders/sender.js'
import type { ServiceStore } from '../model/service/service-store.js'
import type { ThrottleStore } from '../model/senders/throttle-store.js'
import type { TemplateStore } from '../model/templates/template-store.js'
import type { AuditLog } from '../model/users/audit-entry.js'
import type { OneTimeLinkStore } from '../model/users/one-time-link.js'
import type { SessionStore } from '../model/users/session.js'
import type { UserStore } from '../model/users/user-store.js'
import type { StatisticsStore } from '../model/statistics/statistics-store.js'
import type { DeliveryStore } from '../model/webhooks/delivery-store.js'
import type { WebhookEndpointStore } from '../model/webhooks/webhook-endpoint.js'
import type { ContactViewStore } from './contact-view-store.js'
import type { ErasureStore } from './erasure-store.js'
import type { ItemUseStore } from './item-use-store.js'
import type { OccurrenceStore } from './occurrence-store.js'
import type { RetentionStore } from './retention-store.js'
import type { SingleSendStore } from './single-send-store.js'

/**
 * All stores. Locks are taken in one order everywhere: account, conversations, form entries, webhook endpoints,
 * schedules, segments, templates, custom fields, pools, contacts, contact lists, chunks, throttles, messages, consents,
 * frequencies, memberships, groups, recipients' keys, jobs, broadcasts, usages, credits, keys, clicks; several of a kind in the order
 * of their keys. So within a send the key comes after the credits. Exceptions to this order:
 *
 * - The key of a broadcast is locked first: only repeats of the same request wait for it.
 * - An import is locked before everything else, by one of its steps, or by a request that changes or cancels it.
 * - A slice locks its chunk before the loads of its pool. Nothing that has locked those waits for a chunk.
 * - A worker locks its job first, since only claims compete for it. But a change of a schedule replaces the schedule's
 *   jobs, so they are locked after the schedule.
 * - The job of a webhook endpoint comes after the endpoint, and its deliveries after that job. The relay takes events
 *   out of the outbox, for which nothing else competes, adds deliveries, and only then wakes the jobs.
 * - A kept receipt is stored or removed under the lock of its message, at any later time; if the message does not exist
 *   yet, by a transaction that has no other locks.
 * - A possible opt-out is added by the transaction that adds its message, and deleted under the lock of that message.
 * - Occurrences that begin together lock their schedules, then their jobs, and the credits of their accounts; all other
 *   rows that they lock are new. They may therefore lock the credits before the broadcasts and jobs that they add.
 * - Texts of forms are only added, by a transaction that has no locks that others wait for. The opt-out of an erased
 *   number is locked under the lock of that number's consent. The trim lock of an account comes after the endpoint and
 *   before events.
 * - A retry locks its broadcast before the keys of the recipients and all that follows. It continues only if that
 *   broadcast has ended. Then only receipts and other retries wait for the broadcast, and they have no lock that the
 *   retry needs.
 * - A draft is locked only by the transaction that saves it. An erasure changes drafts after all else that it locks.
 * - Users, then their one-time links and sessions, are locked only by transactions that change users, and that lock
 *   nothing else. An audit entry is added by the transaction of its change, and only that transaction adds to it.
 */
export interface Stores {
  readonly accounts: AccountStore
  readonly apiKeys: ApiKeyStore
  readonly senders: SenderStore
  readonly customFields: CustomFieldStore
  readonly contacts: ContactStore
  readonly contactViews: ContactViewStore
  readonly contactSearch: ContactSearch
  readonly contactLists: ContactListStore
  readonly contactImports: ContactImportStore
  readonly consents: ConsentStore
  readonly memberships: MembershipStore
  readonly groups: GroupStore
  readonly consentLog: ConsentLog
  readonly formTexts: FormTextStore
  readonly formEntries: FormEntryStore
  readonly trackingLinks: TrackingLinkStore
  readonly clicks: ClickStore
  readonly webhookEndpoints: WebhookEndpointStore
  readonly events: EventOutbox
  readonly deliveries: DeliveryStore
  readonly messages: MessageStore
  readonly possibleOptOuts: PossibleOptOutStore
  readonly conversations: ConversationStore
  readonly notes: NoteStore
  readonly singleSends: SingleSendStore
  readonly broadcasts: BroadcastStore
  readonly recipientKeys: RecipientKeyStore
  readonly segments: SegmentStore
  readonly schedules: ScheduleStore
  readonly occurrences: OccurrenceStore
  readonly drafts: DraftStore
  readonly templates: TemplateStore
  readonly audiences: AudienceStore
  readonly pools: PoolStore
  readonly throttles: ThrottleStore
  readonly carriers: CarrierStore
  readonly frequencies: FrequencyStore
  readonly idempotencyKeys: IdempotencyKeyStore
  readonly jobs: JobStore
  readonly usages: UsageStore
  readonly credits: CreditStore
  readonly statistics: StatisticsStore
  readonly erasures: ErasureStore
  readonly retention: RetentionStore
  readonly requestLog: RequestLog
  readonly activity: ActivityStore
  readonly itemUses: ItemUseStore
  readonly service: ServiceStore
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly oneTimeLinks: OneTimeLinkStore
  readonly auditLog: AuditLog
}

export interface UnitOfWork {
  /**
   * Runs `work` in one transaction: when `work` throws, everything is rolled back and the error is rethrown. `work` may
   * run more than once, after a deadlock or a lost connection, and an earlier run may have been committed anyway. So
   * `work` must change nothing but the stores. The only exception is state for its next run, such as a generated secret
   * or the fact that something happened. If an id must be the same in all runs, create it before the call. Nested units
   * of work throw.
   */
  run<T>(work: (stores: Stores) => Promise<T>): Promise<T>
  /**
   * Like `run`, for work that makes a single call of a method documented for `runOne`. A store can omit the begin and
   * the commit of the transaction to save time, because clients wait for this path. A second call may throw.
   */
  runOne<T>(work: (stores: Pick<Stores, 'singleSends'>) => Promise<T>): Promise<T>
}
