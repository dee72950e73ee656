import type { Stores } from '@carillon/core'
import { PostgresAccountStore } from './accounts/account-store.js'
import type { ApiKeyChanges } from './accounts/api-key-changes.js'
import { PostgresApiKeyStore } from './accounts/api-key-store.js'
import { PostgresBroadcastStore } from './broadcasts/broadcast-store.js'
import { PostgresCarrierStore } from './broadcasts/carrier-store.js'
import { PostgresConsentLog } from './consent/consent-log.js'
import { PostgresConsentStore } from './consent/consent-store.js'
import { PostgresContactImportStore } from './contact-imports/contact-import-store.js'
import { PostgresContactListStore } from './contacts/contact-list-store.js'
import { PostgresContactSearch } from './contacts/contact-search.js'
import { PostgresContactViewStore } from './contacts/contact-view-store.js'
import { PostgresContactStore } from './contacts/contact-store.js'
import { PostgresCustomFieldStore } from './contacts/custom-field-store.js'
import { PostgresConversationStore } from './conversations/conversation-store.js'
import { PostgresNoteStore } from './conversations/note-store.js'
import { PostgresCreditStore } from './credits/credit-store.js'
import { PostgresErasureStore } from './erasure/erasure-store.js'
import { PostgresEventOutbox } from './events/event-outbox.js'
import { PostgresFormEntryStore } from './forms/form-entry-store.js'
import { PostgresFormTextStore } from './forms/form-text-store.js'
import { PostgresFrequencyStore } from './frequency/frequency-store.js'
import { PostgresGroupStore } from './groups/group-store.js'
import { PostgresMembershipStore } from './groups/membership-store.js'
import { PostgresIdempotencyKeyStore } from './idempotency/idempotency-key-store.js'
import { PostgresRecipientKeyStore } from './idempotency/recipient-key-store.js'
import { PostgresJobStore } from './jobs/job-store.js'
import { PostgresUsageStore } from './limits/usage-store.js'
import { PostgresClickStore } from './links/click-store.js'
import { PostgresTrackingLinkStore } from './links/tracking-link-store.js'
import { PostgresMessageStore } from './messages/message-store.js'
import { PostgresPossibleOptOutStore } from './messages/possible-opt-out-store.js'
import { PostgresSingleSendStore } from './messages/single-send-store.js'
import { PostgresDraftStore } from './drafts/draft-store.js'
import { PostgresSegmentStore } from './segments/segment-store.js'
import { PostgresRequestLog } from './requests/request-log.js'
import { PostgresRetentionStore } from './retention/retention-store.js'
import { PostgresAudienceStore } from './schedules/audience-store.js'
import { PostgresOccurrenceStore } from './schedules/occurrence-store.js'
import { PostgresScheduleStore } from './schedules/schedule-store.js'
import { PostgresPoolStore } from './senders/pool-store.js'
import { PostgresSenderStore } from './senders/sender-store.js'
import { PostgresThrottleStore } from './senders/throttle-store.js'
import { PostgresActivityStore } from './activity/activity-store.js'
import { PostgresServiceStore } from './service/service-store.js'
import { PostgresItemUseStore } from './settings/item-use-store.js'
import { PostgresAuditLog } from './users/audit-log.js'
import { PostgresOneTimeLinkStore } from './users/one-time-link-store.js'
import { PostgresSessionStore } from './users/session-store.js'
import { PostgresTemplateStore } from './templates/template-store.js'
import { PostgresUserStore } from './users/user-store.js'
import { PostgresStatisticsStore } from './statistics/statistics-store.js'
import { PostgresDeliveryStore } from './webhooks/delivery-store.js'
import { PostgresWebhookEndpointStore } from './webhooks/webhook-endpoint-store.js'
import type { Database } from './sql/sql.js'

/** All stores of one transaction. */
export function storesOf(trx: Database, apiKeyChanges: ApiKeyChanges): Stores {
  return {
    accounts: new PostgresAccountStore(trx, apiKeyChanges),
    apiKeys: new PostgresApiKeyStore(trx, apiKeyChanges),
    senders: new PostgresSenderStore(trx),
    customFields: new PostgresCustomFieldStore(trx),
    contacts: new PostgresContactStore(trx),
    contactViews: new PostgresContactViewStore(trx),
    contactSearch: new PostgresContactSearch(trx),
    contactImports: new PostgresContactImportStore(trx),
    contactLists: new PostgresContactListStore(trx),
    consents: new PostgresConsentStore(trx),
    memberships: new PostgresMembershipStore(trx),
    groups: new PostgresGroupStore(trx),
    consentLog: new PostgresConsentLog(trx),
    formTexts: new PostgresFormTextStore(trx),
    formEntries: new PostgresFormEntryStore(trx),
    trackingLinks: new PostgresTrackingLinkStore(trx),
    clicks: new PostgresClickStore(trx),
    webhookEndpoints: new PostgresWebhookEndpointStore(trx),
    events: new PostgresEventOutbox(trx),
    deliveries: new PostgresDeliveryStore(trx),
    messages: new PostgresMessageStore(trx),
    possibleOptOuts: new PostgresPossibleOptOutStore(trx),
    conversations: new PostgresConversationStore(trx),
    notes: new PostgresNoteStore(trx),
    singleSends: new PostgresSingleSendStore(trx),
    broadcasts: new PostgresBroadcastStore(trx),
    recipientKeys: new PostgresRecipientKeyStore(trx),
    schedules: new PostgresScheduleStore(trx),
    occurrences: new PostgresOccurrenceStore(trx),
    audiences: new PostgresAudienceStore(trx),
    pools: new PostgresPoolStore(trx),
    throttles: new PostgresThrottleStore(trx),
    carriers: new PostgresCarrierStore(trx),
    frequencies: new PostgresFrequencyStore(trx),
    idempotencyKeys: new PostgresIdempotencyKeyStore(trx),
    jobs: new PostgresJobStore(trx),
    usages: new PostgresUsageStore(trx),
    credits: new PostgresCreditStore(trx),
    statistics: new PostgresStatisticsStore(trx),
    erasures: new PostgresErasureStore(trx),
    retention: new PostgresRetentionStore(trx),
    drafts: new PostgresDraftStore(trx),
    segments: new PostgresSegmentStore(trx),
    templates: new PostgresTemplateStore(trx),
    requestLog: new PostgresRequestLog(trx),
    itemUses: new PostgresItemUseStore(trx),
    service: new PostgresServiceStore(trx),
    users: new PostgresUserStore(trx),
    sessions: new PostgresSessionStore(trx),
    oneTimeLinks: new PostgresOneTimeLinkStore(trx),
    auditLog: new PostgresAuditLog(trx),
    activity: new PostgresActivityStore(trx),
  }
}
