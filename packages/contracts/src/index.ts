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
  anAnnotation,
  anInboundText,
} from './fixtures/sending-builders.js'
export { aBroadcast, aChunk, aFullChunk, chunksOf } from './broadcasts/broadcast-builders.js'
export { aDelivery, anAnswer, anAttempt } from './webhooks/delivery-builders.js'
export { DAILY, aSchedule, aSend, aTimetable } from './schedules/schedule-builders.js'
export { aFormEntry } from './forms/form-builders.js'
export { CUSTOM_FIELDS } from './contacts/custom-fields.js'
export { describeAccountStore } from './accounts/account-store.contract.js'
export { describeApiKeyStore } from './accounts/api-key-store.contract.js'
export { describeAudienceStore } from './schedules/audience-store.contract.js'
export { describeBroadcastStore } from './broadcasts/broadcast-store.contract.js'
export { describeCarrierDirectory, type TestCarrierDirectory } from './ports/carrier-directory.contract.js'
export { describeCarrierStore } from './broadcasts/carrier-store.contract.js'
export { describeClickStore } from './links/click-store.contract.js'
export { describeClock } from './ports/clock.contract.js'
export { describeConsentLog } from './consent/consent-log.contract.js'
export { describeConsentStore } from './consent/consent-store.contract.js'
export { describeContactListStore } from './contacts/contact-list-store.contract.js'
export { describeContactStore } from './contacts/contact-store.contract.js'
export { describeCreditStore } from './credits/credit-store.contract.js'
export { describeCustomFieldStore } from './contacts/custom-field-store.contract.js'
export { describeDeliveryStore } from './webhooks/delivery-store.contract.js'
export { eraserOf } from './erasure/eraser.js'
export { eraseOptedOut } from './consent/erased-opt-out.js'
export { describeErasureStore } from './erasure/erasure-store.contract.js'
export { describeEventOutbox } from './events/event-outbox.contract.js'
export { describeFormEntryStore } from './forms/form-entry-store.contract.js'
export { describeFormTextStore } from './forms/form-text-store.contract.js'
export { describeGroupStore } from './groups/group-store.contract.js'
export { describeIds } from './ports/ids.contract.js'
export { describeJobStore } from './jobs/job-store.contract.js'
export { describeKeyStore } from './idempotency/key-store.contract.js'
export { describeKeyring } from './accounts/keyring.contract.js'
export { describeMembershipStore } from './groups/membership-store.contract.js'
export { describeMessageStore } from './messages/message-store.contract.js'
export { describePaceStore } from './senders/pace-store.contract.js'
export { describeRateLimiter } from './accounts/rate-limiter.contract.js'
export { describeRecipientKeyStore } from './idempotency/recipient-key-store.contract.js'
export { describeRetentionStore } from './retention/retention-store.contract.js'
export { describeScheduleStore } from './schedules/schedule-store.contract.js'
export { describeSecrets } from './ports/secrets.contract.js'
export { describeSendStore } from './messages/send-store.contract.js'
export { describeSenderStore } from './senders/sender-store.contract.js'
export { describeSmsProvider, type TestSmsProvider } from './ports/sms-provider.contract.js'
export { describeTrackingLinkStore } from './links/tracking-link-store.contract.js'
export { describeUnitOfWork } from './unit-of-work.contract.js'
export { describeWebhookEndpointStore } from './webhooks/webhook-endpoint-store.contract.js'
export { schedulingHouseOf, type SchedulingGiven } from './schedules/scheduling-house.js'
export {
  broadcastingHouseOf,
  memberNumber,
  ONE_CARRIER,
  type BroadcastingGiven,
} from './broadcasts/broadcasting-house.js'
export { altered, alteredStores, mortalProcess, UNHEARD_ONE_IN, unheardCommits } from './fixtures/units-of-work.js'
export { finishingHouseOf } from './messages/finishing-house.js'
export { declaringHouseOf } from './accounts/declaring-house.js'
export { aTry, deliveryHouseOf } from './webhooks/delivery-house.js'
export { FOLLOWED, followingHouseOf } from './links/following-house.js'
export { formHouseOf, type FormGiven } from './forms/form-house.js'
export { houseOf, type House, type OpenTestAdapters, type TestAdapters } from './fixtures/house.js'
export { happeningsOf, type Happening } from './consent/happenings.js'
export { inboundHouseOf, type InboundGiven } from './consent/inbound-house.js'
export { joiningHouseOf, type JoiningGiven } from './groups/joining-house.js'
export { MESSAGE_EVENT_TYPES, messageWordsOf } from './messages/message-words.js'
export { receiptHouseOf } from './messages/receipt-house.js'
export { busiestWindow, pacingHouseOf } from './senders/pacing-house.js'
export { acceptanceOf, sendHouseOf, sentOf } from './messages/send-house.js'
export { sendingHouseOf, type SendingGiven } from './messages/sending-house.js'
export { nextTurn, until } from './fixtures/until.js'
export { WEBHOOK_SECRET, answersByHand, postingHouseOf, webhookHouseOf } from './webhooks/webhook-house.js'
export { workerOn, workingHouseOf } from './jobs/working-house.js'
export { scriptedProvider, type ScriptedProvider } from './fixtures/scripted-provider.js'
