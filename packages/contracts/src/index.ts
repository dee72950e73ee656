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
} from './builders.js'
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
} from './sending-builders.js'
export { aBroadcast, aChunk, aFullChunk, chunksOf } from './broadcast-builders.js'
export { aDelivery, anAnswer, anAttempt } from './delivery-builders.js'
export { DAILY, aSchedule, aSend, aTimetable } from './schedule-builders.js'
export { aFormEntry } from './form-builders.js'
export { CUSTOM_FIELDS } from './custom-fields.js'
export { describeAccountStore } from './account-store.contract.js'
export { describeApiKeyStore } from './api-key-store.contract.js'
export { describeAudienceStore } from './audience-store.contract.js'
export { describeBroadcastStore } from './broadcast-store.contract.js'
export { describeCarrierDirectory, type TestCarrierDirectory } from './carrier-directory.contract.js'
export { describeCarrierStore } from './carrier-store.contract.js'
export { describeClickStore } from './click-store.contract.js'
export { describeClock } from './clock.contract.js'
export { describeConsentLog } from './consent-log.contract.js'
export { describeConsentStore } from './consent-store.contract.js'
export { describeContactListStore } from './contact-list-store.contract.js'
export { describeContactStore } from './contact-store.contract.js'
export { describeCreditStore } from './credit-store.contract.js'
export { describeCustomFieldStore } from './custom-field-store.contract.js'
export { describeDeliveryStore } from './delivery-store.contract.js'
export { eraserOf } from './eraser.js'
export { eraseOptedOut } from './erased-opt-out.js'
export { describeErasureStore } from './erasure-store.contract.js'
export { describeEventOutbox } from './event-outbox.contract.js'
export { describeFormEntryStore } from './form-entry-store.contract.js'
export { describeFormTextStore } from './form-text-store.contract.js'
export { describeGroupStore } from './group-store.contract.js'
export { describeIds } from './ids.contract.js'
export { describeJobStore } from './job-store.contract.js'
export { describeKeyStore } from './key-store.contract.js'
export { describeKeyring } from './keyring.contract.js'
export { describeMembershipStore } from './membership-store.contract.js'
export { describeMessageStore } from './message-store.contract.js'
export { describePaceStore } from './pace-store.contract.js'
export { describeRateLimiter } from './rate-limiter.contract.js'
export { describeRecipientKeyStore } from './recipient-key-store.contract.js'
export { describeRetentionStore } from './retention-store.contract.js'
export { describeScheduleStore } from './schedule-store.contract.js'
export { describeSecrets } from './secrets.contract.js'
export { describeSendStore } from './send-store.contract.js'
export { describeSenderStore } from './sender-store.contract.js'
export { describeSmsProvider, type TestSmsProvider } from './sms-provider.contract.js'
export { describeTrackingLinkStore } from './tracking-link-store.contract.js'
export { describeUnitOfWork } from './unit-of-work.contract.js'
export { describeWebhookEndpointStore } from './webhook-endpoint-store.contract.js'
export { schedulingHouseOf, type SchedulingGiven } from './scheduling-house.js'
export { broadcastingHouseOf, memberNumber, type BroadcastingGiven } from './broadcasting-house.js'
export { altered, alteredStores } from './altered-stores.js'
export { mortalProcess } from './mortal-process.js'
export { ONE_CARRIER } from './one-carrier.js'
export { finishingHouseOf } from './finishing-house.js'
export { declaringHouseOf } from './declaring-house.js'
export { aTry, deliveryHouseOf } from './delivery-house.js'
export { FOLLOWED, followingHouseOf } from './following-house.js'
export { formHouseOf, type FormGiven } from './form-house.js'
export { houseOf, type House } from './house.js'
export { happeningsOf, type Happening } from './happenings.js'
export { inboundHouseOf, type InboundGiven } from './inbound-house.js'
export { joiningHouseOf, type JoiningGiven } from './joining-house.js'
export { MESSAGE_EVENT_TYPES, messageWordsOf } from './message-words.js'
export { receiptHouseOf } from './receipt-house.js'
export { busiestWindow, pacingHouseOf } from './pacing-house.js'
export { acceptanceOf, sendHouseOf, sentOf } from './send-house.js'
export { sendingHouseOf, type SendingGiven } from './sending-house.js'
export { nextTurn, until } from './until.js'
export { UNHEARD_ONE_IN, unheardCommits } from './unheard-commits.js'
export { WEBHOOK_SECRET, answersByHand, postingHouseOf, webhookHouseOf } from './webhook-house.js'
export { workerOn, workingHouseOf } from './working-house.js'
export type { OpenTestAdapters, TestAdapters } from './test-adapters.js'
export { scriptedProvider, type ScriptedProvider } from './scripted-provider.js'
