import { AsyncLocalStorage } from 'node:async_hooks'
import type { Stores, UnitOfWork } from '@carillon/core'
import { MemoryActivityStore } from './activity/activity-store.js'
import { MemoryAccountStore } from './accounts/account-store.js'
import { MemoryApiKeyStore } from './accounts/api-key-store.js'
import { MemoryBroadcastStore } from './broadcasts/broadcast-store.js'
import { MemoryCarrierStore } from './broadcasts/carrier-store.js'
import { MemoryConsentLog } from './consent/consent-log.js'
import { MemoryConsentStore } from './consent/consent-store.js'
import { MemoryContactImportStore } from './contact-imports/contact-import-store.js'
import { MemoryContactListStore } from './contacts/contact-list-store.js'
import { MemoryContactViewStore } from './contacts/contact-view-store.js'
import { MemoryContactSearch } from './contacts/contact-search.js'
import { MemoryContactStore } from './contacts/contact-store.js'
import { MemoryCustomFieldStore } from './contacts/custom-field-store.js'
import { MemoryConversationStore } from './conversations/conversation-store.js'
import { MemoryNoteStore } from './conversations/note-store.js'
import { MemoryCreditStore } from './credits/credit-store.js'
import { MemoryErasureStore } from './erasure/erasure-store.js'
import { MemoryEventOutbox } from './events/event-outbox.js'
import { MemoryFormEntryStore } from './forms/form-entry-store.js'
import { MemoryFormTextStore } from './forms/form-text-store.js'
import { MemoryFrequencyStore } from './frequency/frequency-store.js'
import { MemoryGroupStore } from './groups/group-store.js'
import { MemoryMembershipStore } from './groups/membership-store.js'
import { MemoryIdempotencyKeyStore } from './idempotency/idempotency-key-store.js'
import { MemoryRecipientKeyStore } from './idempotency/recipient-key-store.js'
import { MemoryJobStore } from './jobs/job-store.js'
import { MemoryUsageStore } from './limits/usage-store.js'
import { MemoryClickStore } from './links/click-store.js'
import { MemoryTrackingLinkStore } from './links/tracking-link-store.js'
import { MemoryMessageStore } from './messages/message-store.js'
import { MemoryPossibleOptOutStore } from './messages/possible-opt-out-store.js'
import { MemorySingleSendStore } from './messages/single-send-store.js'
import { MemoryDraftStore } from './drafts/draft-store.js'
import { MemoryRequestLog } from './requests/request-log.js'
import { MemoryRetentionStore } from './retention/retention-store.js'
import { MemoryAudienceStore } from './schedules/audience-store.js'
import { MemoryOccurrenceStore } from './schedules/occurrence-store.js'
import { MemoryScheduleStore } from './schedules/schedule-store.js'
import { MemorySegmentStore } from './segments/segment-store.js'
import { MemoryPoolStore } from './senders/pool-store.js'
import { MemorySenderStore } from './senders/sender-store.js'
import { MemoryThrottleStore } from './senders/throttle-store.js'
import { MemoryServiceStore } from './service/service-store.js'
import { MemoryItemUseStore } from './settings/item-use-store.js'
import { MemoryTemplateStore } from './templates/template-store.js'
import { MemoryStatisticsStore } from './statistics/statistics-store.js'
import { Journal } from './tables/journal.js'
import { createTables, type Tables } from './tables/tables.js'
import { MemoryAuditLog } from './users/audit-log.js'
import { MemoryOneTimeLinkStore } from './users/one-time-link-store.js'
import { MemorySessionStore } from './users/session-store.js'
import { MemoryUserStore } from './users/user-store.js'
import { MemoryDeliveryStore } from './webhooks/delivery-store.js'
import { MemoryWebhookEndpointStore } from './webhooks/webhook-endpoint-store.js'

/**
 * Runs units one by one, in order of arrival, as if each unit locked all data. The changes of a failed unit are undone.
 */
export class MemoryUnitOfWork implements UnitOfWork {
  private readonly journal = new Journal()
  private readonly tables = createTables(this.journal)
  private readonly stores = storesOn(this.tables)
  private lastQueued: Promise<unknown> = Promise.resolve()

  async run<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const unit = current.getStore()
    if (unit?.of === this && !unit.ended) throw new Error('Units of work do not nest')
    const result = this.lastQueued.then(() => this.attempt(work))
    this.lastQueued = result.catch(() => undefined)
    return result
  }

  runOne<T>(work: (stores: Pick<Stores, 'singleSends'>) => Promise<T>): Promise<T> {
    return this.run(work)
  }

  /** For callers outside a unit of work. Reads when no other unit is running. */
  read<T>(read: (tables: Tables) => T): Promise<T> {
    return this.run(async () => read(this.tables))
  }

  private async attempt<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const unit = { of: this, ended: false }
    this.journal.begin()
    try {
      const result = await current.run(unit, async () => work(this.stores))
      this.journal.keep()
      return result
    } catch (error) {
      this.journal.undo()
      throw error
    } finally {
      unit.ended = true
    }
  }
}

/** Holds the caller's unit of work. All instances share it, because every `AsyncLocalStorage` slows Node down. */
const current = new AsyncLocalStorage<{ readonly of: MemoryUnitOfWork; ended: boolean }>()

function storesOn(tables: Tables): Stores {
  const stores = {
    accounts: new MemoryAccountStore(tables),
    apiKeys: new MemoryApiKeyStore(tables),
    senders: new MemorySenderStore(tables),
    customFields: new MemoryCustomFieldStore(tables),
    contacts: new MemoryContactStore(tables),
    contactSearch: new MemoryContactSearch(tables),
    contactImports: new MemoryContactImportStore(tables),
    contactLists: new MemoryContactListStore(tables),
    consents: new MemoryConsentStore(tables),
    memberships: new MemoryMembershipStore(tables),
    groups: new MemoryGroupStore(tables),
    consentLog: new MemoryConsentLog(tables),
    formTexts: new MemoryFormTextStore(tables),
    formEntries: new MemoryFormEntryStore(tables),
    trackingLinks: new MemoryTrackingLinkStore(tables),
    clicks: new MemoryClickStore(tables),
    webhookEndpoints: new MemoryWebhookEndpointStore(tables),
    events: new MemoryEventOutbox(tables),
    deliveries: new MemoryDeliveryStore(tables),
    messages: new MemoryMessageStore(tables),
    possibleOptOuts: new MemoryPossibleOptOutStore(tables),
    conversations: new MemoryConversationStore(tables),
    notes: new MemoryNoteStore(tables),
    broadcasts: new MemoryBroadcastStore(tables),
    recipientKeys: new MemoryRecipientKeyStore(tables),
    segments: new MemorySegmentStore(tables),
    schedules: new MemoryScheduleStore(tables),
    audiences: new MemoryAudienceStore(tables),
    pools: new MemoryPoolStore(tables),
    throttles: new MemoryThrottleStore(tables),
    carriers: new MemoryCarrierStore(tables),
    frequencies: new MemoryFrequencyStore(tables),
    idempotencyKeys: new MemoryIdempotencyKeyStore(tables),
    jobs: new MemoryJobStore(tables),
    usages: new MemoryUsageStore(tables),
    credits: new MemoryCreditStore(tables),
    statistics: new MemoryStatisticsStore(tables),
    erasures: new MemoryErasureStore(tables),
    retention: new MemoryRetentionStore(tables),
    drafts: new MemoryDraftStore(tables),
    templates: new MemoryTemplateStore(tables),
    requestLog: new MemoryRequestLog(tables),
    itemUses: new MemoryItemUseStore(tables),
    service: new MemoryServiceStore(tables),
    users: new MemoryUserStore(tables),
    sessions: new MemorySessionStore(tables),
    oneTimeLinks: new MemoryOneTimeLinkStore(tables),
    auditLog: new MemoryAuditLog(tables),
    activity: new MemoryActivityStore(tables),
  }
  return {
    ...stores,
    singleSends: new MemorySingleSendStore(tables, stores),
    occurrences: new MemoryOccurrenceStore(tables, stores),
    contactViews: new MemoryContactViewStore(stores),
  }
}
