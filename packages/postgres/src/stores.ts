import type { Stores } from '@carillon/core'
import type { Knex } from 'knex'
import { PostgresAccountStore } from './account-store.js'
import { PostgresApiKeyStore } from './api-key-store.js'
import { PostgresAudienceStore } from './audience-store.js'
import { PostgresBroadcastStore } from './broadcast-store.js'
import { PostgresCarrierStore } from './carrier-store.js'
import { PostgresClickStore } from './click-store.js'
import { PostgresConsentLog } from './consent-log.js'
import { PostgresConsentStore } from './consent-store.js'
import { PostgresContactListStore } from './contact-list-store.js'
import { PostgresContactStore } from './contact-store.js'
import { PostgresCreditStore } from './credit-store.js'
import { PostgresCustomFieldStore } from './custom-field-store.js'
import { PostgresDeliveryStore } from './delivery-store.js'
import { PostgresErasureStore } from './erasure-store.js'
import { PostgresEventOutbox } from './event-outbox.js'
import { PostgresFormEntryStore } from './form-entry-store.js'
import { PostgresFormTextStore } from './form-text-store.js'
import { PostgresGroupStore } from './group-store.js'
import { PostgresJobStore } from './job-store.js'
import type { KeyChanges } from './key-changes.js'
import { PostgresKeyStore } from './key-store.js'
import { PostgresMembershipStore } from './membership-store.js'
import { PostgresMessageStore } from './message-store.js'
import { PostgresPaceStore } from './pace-store.js'
import { PostgresRecipientKeyStore } from './recipient-key-store.js'
import { PostgresRetentionStore } from './retention-store.js'
import { PostgresScheduleStore } from './schedule-store.js'
import { PostgresSendStore } from './send-store.js'
import { PostgresSenderStore } from './sender-store.js'
import { PostgresTrackingLinkStore } from './tracking-link-store.js'
import { PostgresWebhookEndpointStore } from './webhook-endpoint-store.js'

/** All stores of one transaction. */
export function storesOf(trx: Knex.Transaction, keyChanges: KeyChanges): Stores {
  return {
    accounts: new PostgresAccountStore(trx, keyChanges),
    apiKeys: new PostgresApiKeyStore(trx, keyChanges),
    senders: new PostgresSenderStore(trx),
    customFields: new PostgresCustomFieldStore(trx),
    contacts: new PostgresContactStore(trx),
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
    sends: new PostgresSendStore(trx),
    broadcasts: new PostgresBroadcastStore(trx),
    recipientKeys: new PostgresRecipientKeyStore(trx),
    schedules: new PostgresScheduleStore(trx),
    audiences: new PostgresAudienceStore(trx),
    paces: new PostgresPaceStore(trx),
    carriers: new PostgresCarrierStore(trx),
    keys: new PostgresKeyStore(trx),
    jobs: new PostgresJobStore(trx),
    credits: new PostgresCreditStore(trx),
    erasures: new PostgresErasureStore(trx),
    retention: new PostgresRetentionStore(trx),
  }
}
