import type { AccountStore } from '../model/accounts/account.js'
import type { ApiKeyStore } from '../model/accounts/api-key.js'
import type { BroadcastStore } from '../model/broadcasts/broadcast-store.js'
import type { ConsentLog } from '../model/consent/consent-log.js'
import type { ConsentStore } from '../model/consent/consent-store.js'
import type { ContactListStore } from '../model/contacts/contact-list.js'
import type { ContactStore } from '../model/contacts/contact-store.js'
import type { CustomFieldStore } from '../model/contacts/custom-field.js'
import type { CreditStore } from '../model/credits/ledger.js'
import type { EventOutbox } from '../model/events/event.js'
import type { FormEntryStore } from '../model/forms/form-entry-store.js'
import type { FormTextStore } from '../model/forms/form-text.js'
import type { GroupStore } from '../model/groups/group-store.js'
import type { MembershipStore } from '../model/groups/membership.js'
import type { IdempotencyKeyStore } from '../model/idempotency/key.js'
import type { RecipientKeyStore } from '../model/idempotency/recipient-key-store.js'
import type { JobStore } from '../model/jobs/job-store.js'
import type { ClickStore } from '../model/links/click-store.js'
import type { TrackingLinkStore } from '../model/links/tracking-link.js'
import type { MessageStore } from '../model/messages/message-store.js'
import type { AudienceStore } from '../model/schedules/audience.js'
import type { ScheduleStore } from '../model/schedules/schedule-store.js'
import type { SenderStore } from '../model/senders/sender.js'
import type { ThrottleStore } from '../model/senders/throttle-store.js'
import type { DeliveryStore } from '../model/webhooks/delivery-store.js'
import type { WebhookEndpointStore } from '../model/webhooks/webhook-endpoint.js'
import type { CarrierStore } from '../ports/carriers.js'
import type { ErasureStore } from './erasure-store.js'
import type { RetentionStore } from './retention-store.js'
import type { SingleSendStore } from './single-send-store.js'

/**
 * Everything that is stored. Locks are taken in one order everywhere: account, form entries, webhook endpoints,
 * schedules, custom fields, contacts, contact lists, chunks, throttles, messages, consents, memberships, groups,
 * recipients' keys, jobs, broadcasts, credits, keys, clicks; several of a kind in the order of their keys. So within a
 * send the key comes after the credits. What stands outside of it:
 *
 * - A broadcast's own key comes before all else: what else would wait there is a repeat of the same request.
 * - Whoever works a job holds it first, since only those who claim it could want it; but those of a schedule after the
 *   schedule, where a change of it puts them anew.
 * - The job of a webhook endpoint comes after the endpoint, and its deliveries after that job. Whoever takes events out
 *   of the outbox, which nobody else wants, makes new deliveries, and only then wakes the jobs.
 * - A kept receipt is taken, or kept, by whoever holds its message, at any time after that; where there is no message
 *   yet, by somebody who holds nothing else.
 * - An occurrence that begins holds its schedule, and whatever else it takes is new: so it may take the credits before
 *   the broadcasts and jobs that it adds.
 * - Texts of forms are only ever added, by whoever holds nothing that anybody waits for. The opt-out of an erased
 *   number is taken by whoever holds the consent of that number. A trim's turn comes after the endpoint, and before
 *   events.
 * - A retry holds its broadcast before the keys of the recipients and all that follows. It goes on only where that
 *   broadcast has ended, and for one that has ended only receipts and other retries wait, who hold nothing that it
 *   needs.
 */
export interface Stores {
  readonly accounts: AccountStore
  readonly apiKeys: ApiKeyStore
  readonly senders: SenderStore
  readonly customFields: CustomFieldStore
  readonly contacts: ContactStore
  readonly contactLists: ContactListStore
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
  readonly singleSends: SingleSendStore
  readonly broadcasts: BroadcastStore
  readonly recipientKeys: RecipientKeyStore
  readonly schedules: ScheduleStore
  readonly audiences: AudienceStore
  readonly throttles: ThrottleStore
  readonly carriers: CarrierStore
  readonly idempotencyKeys: IdempotencyKeyStore
  readonly jobs: JobStore
  readonly credits: CreditStore
  readonly erasures: ErasureStore
  readonly retention: RetentionStore
}

export interface UnitOfWork {
  /**
   * All that `work` does happens, or nothing does: when it throws, everything is undone and the error passed on.
   * It may run more than once, after a deadlock or a lost connection, and a run before may have been committed all the
   * same. So `work` changes nothing but the stores, save what it keeps for another run of itself: that something has
   * happened, or a secret that it made up. An id that must stay the same is made before. Units of work do not nest:
   * that throws.
   */
  run<T>(work: (stores: Stores) => Promise<T>): Promise<T>
  /**
   * `run` for work that makes a single call, of a method that says it is one: for the path that everybody waits on, a
   * store can spare it the beginning and the end of a transaction. A second call may throw.
   */
  runOne<T>(work: (stores: Pick<Stores, 'singleSends'>) => Promise<T>): Promise<T>
}
