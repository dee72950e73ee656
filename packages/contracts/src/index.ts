export {
  ANN,
  BOB,
  CAT,
  NOW,
  SUBJECT,
  aConsent,
  aContact,
  aContactList,
  aCustomField,
  aFullContact,
  aGroup,
  aLogEntry,
  aMembership,
  aTag,
  aWebhookEndpoint,
  after,
  anAccount,
  anApiKey,
  anEvent,
  ids,
  phoneOf,
} from './fixtures/builders.js'
export {
  aClick,
  aJob,
  aLedgerEntry,
  aMessage,
  aMessageQuery,
  aReceipt,
  aSender,
  aTrackingLink,
  aMessageLink,
  anInboundText,
} from './fixtures/sending-builders.js'
export { aBroadcast, aChunk, aFullChunk, chunksOf } from './broadcasts/broadcast-builders.js'
export { aDelivery, aWebhookResponse, anAttempt } from './webhooks/delivery-builders.js'
export { DAILY, aSchedule, aSend, aTimetable } from './schedules/schedule-builders.js'
export { aFormEntry } from './forms/form-builders.js'
export { CUSTOM_FIELDS } from './contacts/custom-fields.js'
export { describeAccountStore } from './accounts/account-store.contract.js'
export { describeApiKeyStore } from './accounts/api-key-store.contract.js'
export { describeAudienceStore } from './schedules/audience-store.contract.js'
export { describeCanaries } from './broadcasts/canaries.contract.js'
export { describePauses } from './broadcasts/pauses.contract.js'
export { describeBroadcastStore } from './broadcasts/broadcast-store.contract.js'
export { describeCarrierDirectory, type TestCarrierDirectory } from './ports/carrier-directory.contract.js'
export {
  describeCarrierWebhooks,
  type TestCarrierWebhooks,
  type TestInbound,
  type TestReport,
} from './ports/carrier-webhooks.contract.js'
export { describeCarrierStore } from './broadcasts/carrier-store.contract.js'
export { describeFrequencyStore } from './frequency/frequency-store.contract.js'
export { describeClickStore } from './links/click-store.contract.js'
export { describeClock } from './ports/clock.contract.js'
export { describeConsentLog } from './consent/consent-log.contract.js'
export { describeConsentStore } from './consent/consent-store.contract.js'
export { describeContactListStore } from './contacts/contact-list-store.contract.js'
export { describeContactStore } from './contacts/contact-store.contract.js'
export { describeContactViewStore } from './contacts/contact-view-store.contract.js'
export { describeActivityStore } from './activity/activity-store.contract.js'
export { describeContactSearch } from './contacts/contact-search.contract.js'
export { describeContactFilters, type ComparedFilters } from './filters/contact-filter.contract.js'
export { aSegment, describeSegmentStore } from './filters/segment-store.contract.js'
export { describeSearchByConsent } from './contacts/contact-search-by-consent.contract.js'
export { anImport, describeContactImportStore } from './contact-imports/contact-import-store.contract.js'
export { describeConversationStore } from './conversations/conversation-store.contract.js'
export { describeNoteStore } from './conversations/note-store.contract.js'
export { describeCreditStore } from './credits/credit-store.contract.js'
export { describeCustomFieldStore } from './contacts/custom-field-store.contract.js'
export { describeDeliveryStore } from './webhooks/delivery-store.contract.js'
export { eraserOf } from './erasure/eraser.js'
export { eraseOptedOut } from './consent/erased-opt-out.js'
export { describeErasureStore } from './erasure/erasure-store.contract.js'
export { describeEventOutbox } from './events/event-outbox.contract.js'
export { describeUsageStore } from './limits/usage-store.contract.js'
export { describeFormEntryStore } from './forms/form-entry-store.contract.js'
export { describeFormTextStore } from './forms/form-text-store.contract.js'
export { describeGroupStore } from './groups/group-store.contract.js'
export { describeIds } from './ports/ids.contract.js'
export { describeJobStore } from './jobs/job-store.contract.js'
export { describeIdempotencyKeyStore } from './idempotency/idempotency-key-store.contract.js'
export { describeKeyring } from './accounts/keyring.contract.js'
export { describeMembershipStore } from './groups/membership-store.contract.js'
export { describeMessageStore } from './messages/message-store.contract.js'
export { describePossibleOptOutStore } from './messages/possible-opt-out-store.contract.js'
export { describePoolStore } from './senders/pool-store.contract.js'
export { describeThrottleStore } from './senders/throttle-store.contract.js'
export { describeRateLimiter } from './accounts/rate-limiter.contract.js'
export { describeRecipientKeyStore } from './idempotency/recipient-key-store.contract.js'
export { describeItemUseStore } from './settings/item-use-store.contract.js'
export { describeDraftStore } from './drafts/draft-store.contract.js'
export { aTemplate } from './templates/template-builders.js'
export { describeTemplateStore } from './templates/template-store.contract.js'
export { describeRequestLog } from './requests/request-log.contract.js'
export { describeRetentionStore } from './retention/retention-store.contract.js'
export { describeOccurrenceStore } from './schedules/occurrence-store.contract.js'
export { describeScheduleStore } from './schedules/schedule-store.contract.js'
export { describeInboundParts, type TestInboundParts } from './ports/inbound-parts.contract.js'
export { describeSmscLinks, type TestSmscLinks } from './ports/smsc-links.contract.js'
export { describeSecrets } from './ports/secrets.contract.js'
export { describeSingleSendStore } from './messages/single-sends/single-send-store.contract.js'
export { describeServiceStore } from './service/service-store.contract.js'
export { describeSenderStore } from './senders/sender-store.contract.js'
export { describeSmsProvider, type TestSmsProvider } from './ports/sms-provider.contract.js'
export { describeTestTexts, type TestTestTexts } from './ports/test-texts.contract.js'
export { describeTrackingLinkStore } from './links/tracking-link-store.contract.js'
export { aLink, anAuditEntry, aSession, aUser } from './users/user-builders.js'
export { describeAuditLog } from './users/audit-log.contract.js'
export { describeOneTimeLinkStore } from './users/one-time-link-store.contract.js'
export { describePasswordHasher } from './ports/password-hasher.contract.js'
export { describeSessionStore } from './users/session-store.contract.js'
export { describeUserStore } from './users/user-store.contract.js'
export { BY_OPERATOR, CLIENT, originOf, PASSWORD, usersFixture } from './users/users-fixture.js'
export { describeUnitOfWork } from './unit-of-work.contract.js'
export { describeWebhookEndpointStore } from './webhooks/webhook-endpoint-store.contract.js'
export { schedulingFixture, type SchedulingGiven } from './schedules/scheduling-fixture.js'
export {
  broadcastingFixture,
  memberNumber,
  ONE_CARRIER,
  type BroadcastingGiven,
} from './broadcasts/broadcasting-fixture.js'
export { EIGHT, FROM_EIGHT_TO_NINE, NINE_IN_THE_EVENING, SEVEN, windowsFixture } from './broadcasts/windows-fixture.js'
export {
  overridden,
  overriddenStores,
  crashingProcess,
  UNACKNOWLEDGED_ONE_IN,
  unacknowledgedCommits,
} from './fixtures/units-of-work.js'
export { finishingFixture } from './messages/finishing-fixture.js'
export { finishDueMessages } from './messages/message-jobs.js'
export { declaringFixture } from './accounts/declaring-fixture.js'
export { aDeliveryAttempt, deliveryStoreFixture } from './webhooks/delivery-store-fixture.js'
export { FOLLOWED, followingFixture } from './links/following-fixture.js'
export { formFixture, type FormGiven } from './forms/form-fixture.js'
export {
  accountFixture,
  type AccountFixture,
  type OpenTestAdapters,
  type TestAdapters,
} from './fixtures/account-fixture.js'
export { membershipScenariosOf, type MembershipScenario } from './consent/membership-scenarios.js'
export { describeInboundTogether } from './consent/inbound-together.contract.js'
export { inboundFixture, type InboundGiven } from './consent/inbound-fixture.js'
export { joiningFixture, type JoiningGiven } from './groups/joining-fixture.js'
export { MESSAGE_EVENT_TYPES, messageWordsOf } from './messages/message-words.js'
export { receiptFixture } from './messages/receipt-fixture.js'
export { busiestWindow, throttlingFixture } from './senders/throttling-fixture.js'
export { aPool, pooledNumber, poolsFixture, type PoolsGiven } from './senders/pools-fixture.js'
export { acceptanceOf, singleSendStoreFixture, sentOf } from './messages/single-sends/single-send-store-fixture.js'
export { sendingFixture, type SendingGiven } from './messages/sending-fixture.js'
export { nextTick, waitUntil } from './fixtures/wait-until.js'
export { WEBHOOK_SECRET, manualResponses, postingFixture, webhookFixture } from './webhooks/webhook-fixture.js'
export { workerOn, workingFixture } from './jobs/working-fixture.js'
export { scriptedProvider, type ScriptedProvider } from './fixtures/scripted-provider.js'
export { describeCounting } from './statistics/counting.contract.js'
export { describeStatisticsStore } from './statistics/statistics.contract.js'
