/*
 * The public API. Whoever embeds Carillon asks its use cases; whoever writes an adapter fulfils a port, and goes by the
 * records and rules that the ports speak of. What is not named here may change without notice.
 */

// All use cases at once, on your adapters
export { createCarillon } from './create-carillon.js'
export type { Adapters } from './adapters.js'
export { USE_CASES, type UseCases } from './use-cases.js'
export type { Recipe } from './recipe.js'

// Refusals
export {
  DomainError,
  invalidInput,
  refuseFaults,
  type ErrorCode,
  type ErrorDetails,
  type FieldError,
} from './values/errors.js'

// Use cases, with what goes in and what comes out
export type {
  AccountDeclaration,
  ApiKeyDeclaration,
  ComplianceDeclaration,
  CustomFieldDeclaration,
  GroupDeclaration,
  OptInFormDeclaration,
  RetentionDeclaration,
  SenderDeclaration,
  TrackingLinkDeclaration,
  WebhookDeclaration,
} from './use-cases/declarations/declaration.js'
export { ApplyAccount, type AppliedAccount, type ApplyAccountInput } from './use-cases/declarations/apply-account.js'
export type { AccountParts } from './use-cases/declarations/apply-parts.js'
export { Authenticate, type Credentials } from './use-cases/accounts/authenticate.js'
export { CreateApiKey, type CreateApiKeyInput, type NewApiKey } from './use-cases/accounts/create-api-key.js'
export { DECLARATION_RANGES, DECLARATION_RULES } from './use-cases/declarations/declaration-rules.js'
export { LimitRate } from './use-cases/accounts/limit-rate.js'
export { ListAccounts } from './use-cases/accounts/list-accounts.js'
export { ReadAccount } from './use-cases/accounts/read-account.js'
export { RevokeApiKey } from './use-cases/accounts/revoke-api-key.js'

export type { BroadcastAnswer, BroadcastView } from './model/broadcasts/broadcast-view.js'
export { RECIPIENTS_RANGES, type BulkRequest } from './use-cases/broadcasts/bulk-request.js'
export { CancelBroadcast, type CanceledBroadcast } from './use-cases/broadcasts/cancel-broadcast.js'
export { DispatchChunk, type DispatchDeps } from './use-cases/dispatch/dispatch-chunk.js'
export { ExportBroadcastMessages } from './use-cases/broadcasts/export-broadcast-messages.js'
export { FindAnyBroadcast, type FoundBroadcast } from './use-cases/broadcasts/find-any-broadcast.js'
export {
  ListBroadcastMessages,
  type ListBroadcastMessagesInput,
} from './use-cases/broadcasts/list-broadcast-messages.js'
export { PreviewBroadcast } from './use-cases/broadcasts/preview-broadcast.js'
export { ReadBroadcast, type BroadcastName } from './use-cases/broadcasts/read-broadcast.js'
export { RetryBroadcast } from './use-cases/broadcasts/retry-broadcast.js'
export {
  StartBroadcast,
  type StartBroadcastInput,
  type StartedBroadcast,
} from './use-cases/broadcasts/start-broadcast.js'

export { EnterCode, type EnterCodeInput, type EnteredCode } from './use-cases/forms/enter-code.js'
export { JoinGroup, type JoinGroupInput } from './use-cases/consent/join-group.js'
export { LeaveGroup, type LeaveGroupInput } from './use-cases/consent/leave-group.js'
export { formNotFound, type OptInForm } from './use-cases/forms/opt-in-form.js'
export { ReadConsentProof, type ConsentProof } from './use-cases/consent/read-consent-proof.js'
export { ReadConsent, type ConsentView, type LoggedConsent } from './use-cases/consent/read-consent.js'
export { ReadFormEntry, type FormEntryView } from './use-cases/forms/read-form-entry.js'
export { ReadOptInForm } from './use-cases/forms/read-opt-in-form.js'
export { ReceiveInbound, type InboundText } from './use-cases/inbound/receive-inbound.js'
export { RequestCode, type RequestCodeInput } from './use-cases/forms/request-code.js'
export { ResendCode, type ResentCode } from './use-cases/forms/resend-code.js'

export {
  ADDRESS_FIELD_RULES,
  CONTACT_FIELD_RULES,
  type AddressPatch,
  type ContactPatch,
} from './model/contacts/contact-patch.js'
export { CreateContact, type CreateContactInput } from './use-cases/contacts/create-contact.js'
export { ExportContacts } from './use-cases/contacts/export-contacts.js'
export {
  IMPORT_ROWS_MAX,
  ImportContacts,
  NOTHING_IMPORTED,
  type ImportContactsInput,
  type ImportProgress,
  type ImportTotals,
} from './use-cases/contact-imports/import-contacts.js'
export { rowReaderOf, type RowReader } from './use-cases/contact-imports/import-row.js'
export type { ImportRow, RejectedRow } from './use-cases/contact-imports/import-step.js'
export { ListContactLists } from './use-cases/contacts/list-contact-lists.js'
export { ListContacts } from './use-cases/contacts/list-contacts.js'
export { ReadContactList } from './use-cases/contacts/read-contact-list.js'
export { ReadContact } from './use-cases/contacts/read-contact.js'
export { ReadCustomFields } from './use-cases/contacts/read-custom-fields.js'
export {
  LISTED_RANGE,
  SaveContactList,
  type SaveContactListInput,
  type SavedContactList,
} from './use-cases/contacts/save-contact-list.js'
export { UpdateContact, type UpdateContactInput } from './use-cases/contacts/update-contact.js'

export { GrantCredits, type GrantCreditsInput } from './use-cases/credits/grant-credits.js'
export { ReadCredits } from './use-cases/credits/read-credits.js'

export {
  EraseContact,
  type EraseContactDeps,
  type EraseContactInput,
  type Erasure,
} from './use-cases/erasure/erase-contact.js'

export { ListGroups } from './use-cases/groups/list-groups.js'
export { ReadGroupByName } from './use-cases/groups/read-group-by-name.js'
export { ReadGroup, groupNotFound } from './use-cases/groups/read-group.js'

export { ListDeadJobs } from './use-cases/jobs/list-dead-jobs.js'
export { ReadJobWaits, type LaneWait } from './use-cases/jobs/read-job-waits.js'
export { RetryJob } from './use-cases/jobs/retry-job.js'
export { RunDueJobs, type JobFailure, type RunDueJobsInput, type RunningJob } from './use-cases/jobs/run-due-jobs.js'
export { TrimExpired } from './use-cases/retention/trim-expired.js'

export { FollowLink, type FollowLinkInput } from './use-cases/links/follow-link.js'
export {
  ListBroadcastClickRecipients,
  type ListBroadcastClickRecipientsInput,
} from './use-cases/links/list-broadcast-click-recipients.js'
export { ListLinkRecipients } from './use-cases/links/list-link-recipients.js'
export { ListLinks, type FollowedLink } from './use-cases/links/list-links.js'
export { ReadBroadcastClicks, type BroadcastClicksView } from './use-cases/links/read-broadcast-clicks.js'
export { ReadClicks } from './use-cases/links/read-clicks.js'
export { ReadLinkStats, type LinkStats, type ReadLinkStatsInput } from './use-cases/links/read-link-stats.js'

export { FinishMessage } from './use-cases/messages/finish-message.js'
export { ListMessages } from './use-cases/messages/list-messages.js'
export { messageAnswer, type MessageAnswer } from './model/messages/message-view.js'
export { PreviewMessage } from './use-cases/messages/preview-message.js'
export type { Dropped, Preview, Sample } from './model/messages/preview.js'
export { ReadMessage } from './use-cases/messages/read-message.js'
export { ReceiveReceipt } from './use-cases/messages/receive-receipt.js'
export { SendMessage, type SendMessageInput, type SentMessage } from './use-cases/messages/send-message.js'

export { CancelSchedule } from './use-cases/schedules/cancel-schedule.js'
export { ChangeSchedule, type ChangeScheduleInput } from './use-cases/schedules/change-schedule.js'
export {
  CreateSchedule,
  type CreateScheduleInput,
  type CreatedSchedule,
} from './use-cases/schedules/create-schedule.js'
export type { DescribedSchedule, NamedAudience } from './use-cases/schedules/described-schedule.js'
export { FindAnySchedule, type FoundSchedule } from './use-cases/schedules/find-any-schedule.js'
export { ListAccountSchedules } from './use-cases/schedules/list-account-schedules.js'
export { ListSchedules } from './use-cases/schedules/list-schedules.js'
export { ListSends } from './use-cases/schedules/list-sends.js'
export { PreviewSchedule, type PreviewScheduleInput } from './use-cases/schedules/preview-schedule.js'
export { ReadSchedule, refuseEnded, type ScheduleName } from './use-cases/schedules/read-schedule.js'
export { ReadUpcoming } from './use-cases/schedules/read-upcoming.js'
export { RecomputeSchedules } from './use-cases/schedules/recompute-schedules.js'
export { RunOccurrence } from './use-cases/schedules/run-occurrence.js'
export type { ScheduleAnswer, SendView } from './model/schedules/schedule-view.js'
export type { SchedulePatch, ScheduleRequest } from './use-cases/schedules/schedule-request.js'
export { StartSend } from './use-cases/schedules/start-send.js'

export { AddWebhook, type AddWebhookInput, type ToldWebhook } from './use-cases/webhooks/add-webhook.js'
export { ChangeWebhook, type ChangeWebhookInput } from './use-cases/webhooks/change-webhook.js'
export { DeliverEvents } from './use-cases/webhooks/deliver-events.js'
export { ListDeliveries, type ListDeliveriesInput } from './use-cases/webhooks/list-deliveries.js'
export { ListWebhooks } from './use-cases/webhooks/list-webhooks.js'
export { ReadDelivery } from './use-cases/webhooks/read-delivery.js'
export { ReadWebhook, type WebhookName } from './use-cases/webhooks/read-webhook.js'
export { RelayEvents } from './use-cases/webhooks/relay-events.js'
export { RemoveWebhook } from './use-cases/webhooks/remove-webhook.js'
export { ReplayEvents, type EventsToReplay, type ReplayEventsInput } from './use-cases/webhooks/replay-events.js'
export {
  PREVIOUS_FOR_MS,
  RotateWebhookSecret,
  type RotateWebhookSecretInput,
} from './use-cases/webhooks/rotate-webhook-secret.js'
export { TestWebhook } from './use-cases/webhooks/test-webhook.js'

// Records and rules, which stores hold and adapters go by
export type { Account, Capabilities, Compliance, OptInFormSettings, Retention } from './model/accounts/account.js'
export { API_KEY_ID, type ApiKey } from './model/accounts/api-key.js'
export { endTurn, paceWindowMs, takeTurn, type Turn, type TurnAsked, type TurnTaken } from './model/senders/throttle.js'
export {
  CONTRACT_RATE_LIMITS,
  NO_RATE_LIMITS,
  RATE_WINDOW_MS,
  allowanceOf,
  completeRateLimits,
  refusedUntil,
  type Allowance,
  type Bucket,
  type RateLimits,
} from './model/accounts/rate-limit.js'
export { SENDER_NUMBER, SENDER_STATUSES, type Sender, type SenderStatus } from './model/senders/sender.js'

export {
  BROADCAST_KINDS,
  NO_OUTCOMES,
  isBroadcastId,
  kindOf,
  prefixOf,
  queuedOf,
  withOutcomes,
  type Broadcast,
  type BroadcastCounts,
  type BroadcastKind,
  type BroadcastStatus,
} from './model/broadcasts/broadcast.js'
export {
  CHUNK_LENGTH_MAX,
  NOT_BEGUN,
  chunksOf,
  type Chunk,
  type ChunkProgress,
  type SliceAttempt,
  type Waiting,
} from './model/broadcasts/chunk.js'
export { isMessageOf, messageIdAt, originOf, positionOf } from './model/broadcasts/message-id-at.js'
export type { Recipients } from './model/broadcasts/recipients.js'

export { noConsent, refusalOf, type Consent, type HeldRefusal, type Refusal } from './model/consent/consent-gate.js'
export type { ConsentActor, ConsentChange, ConsentLogEntry, FormEvidence } from './model/consent/consent-log.js'
export {
  CODE_LIFETIME_MS,
  CODE_LIMITS,
  RESEND_AFTER_MS,
  type FormEntry,
  type FormEntryState,
} from './model/forms/form-entry.js'
export { OPT_IN_MODES, type Membership, type MembershipState, type OptInMode } from './model/groups/membership.js'
export type { ProviderOptOut } from './model/consent/provider-opt-out.js'

export { CONTACT_COLUMNS, cellOfOptions, columnOf } from './model/contacts/contact-columns.js'
export { factsOf, type ContactFact, type ContactFacts } from './model/contacts/contact-facts.js'
export type { ContactList } from './model/contacts/contact-list.js'
export {
  searchNameOf,
  type ActiveGroup,
  type Address,
  type Contact,
  type ContactView,
  type Gender,
  type PendingGroup,
} from './model/contacts/contact.js'
export {
  CUSTOM_FIELD_KEYS,
  CUSTOM_FIELD_STATUSES,
  CUSTOM_FIELD_TYPES,
  type CustomField,
  type CustomFieldKey,
  type CustomFieldStatus,
  type CustomFieldType,
  type CustomValue,
  type CustomValues,
} from './model/contacts/custom-field.js'
export type { SupportedZone } from './model/contacts/timezone.js'

export { creditEntries, type CreditMove } from './model/credits/credit-entries.js'
export {
  GRANT_MAX,
  NO_CREDITS,
  balanceAfter,
  isOverdrawn,
  type CreditAmounts,
  type CreditBalance,
  type CreditPlace,
  type CreditUnit,
  type LedgerEntry,
} from './model/credits/ledger.js'
export { FREE, MMS_PRICE, SMS_PRICE, covers } from './model/credits/price.js'

export { ERASED, ERASED_FAILURE } from './values/phone/erased.js'
export { tellsOf } from './model/events/tells-of.js'
export { withoutRecipient } from './model/broadcasts/without-recipient.js'

export {
  EVENT_TYPES,
  messageEvent,
  type BroadcastEvent,
  type Event,
  type EventBody,
  type EventType,
  type MembershipChange,
  type LinkEvent,
  type MembershipEvent,
  type MessageEvent,
} from './model/events/event.js'

export { OPT_IN_TYPES, type Group, type OptInType, type Tag } from './model/groups/group.js'

export { isHeld, type Answer, type KeyName, type KeyRecord, type KeyScope } from './model/idempotency/key.js'
export { Once, type Answered, type Attempted } from './use-cases/idempotency/once.js'

export {
  JOB_LANES,
  type ClaimedJob,
  type ClaimedJobOf,
  type DeadJob,
  type FinishMessagePayload,
  type Job,
  type JobBody,
  type JobKind,
  type JobLane,
} from './model/jobs/job.js'

export { CODE_LENGTH, isCode, urlOf, type Annotation } from './model/links/annotation.js'
export type { ClickDay, DaySpan } from './model/links/click-day.js'
export type { BroadcastLink, ClickTotals, RecipientClicks } from './model/links/click-totals.js'
export { CLICKS_KEPT_MAX, type Click, type ClickCount, type LinkClicks, type Visitor } from './model/links/click.js'
export type { LinkName } from './use-cases/links/the-link.js'
export type { TrackingLink } from './model/links/tracking-link.js'

export type { Addressee, Surroundings } from './model/templates/fill-in.js'
export { MESSAGE_BODY_MAX, MESSAGE_FIELD_RULES } from './model/messages/message-rules.js'
export {
  MESSAGE_DIRECTIONS,
  MESSAGE_STATUSES,
  isMessageId,
  parseReference,
  type Message,
  type MessageFailure,
  type MessagePurpose,
  type MessageStatus,
} from './model/messages/message.js'
export type { Receipt } from './model/messages/receipt.js'
export { compileTemplate, rendererOf, type RenderedText, type Template } from './model/templates/template.js'

export { AUDIENCE_GROUPS_MAX, parseAudience, type AskedAudience, type Audience } from './model/schedules/audience.js'
export { nextOccurrence, occurrences, type Occurrence } from './model/schedules/occurrences.js'
export {
  RECURRENCE_RANGES,
  WEEKDAYS,
  type End,
  type Pattern,
  type Recurrence,
  type Weekday,
} from './model/schedules/recurrence.js'
export {
  SCHEDULE_STATUSES,
  WAVE_RANGES,
  type NextOccurrence,
  type Schedule,
  type ScheduleStatus,
  type WaveConfig,
} from './model/schedules/schedule.js'
export { SEND_REASONS, SEND_STATUSES, type Send, type SendReason, type SendStatus } from './model/schedules/send.js'
export { timingOf, type Timetable, type Timing } from './model/schedules/timetable.js'

export {
  DELIVERY_STATUSES,
  TEST_EVENT_TYPE,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
  type TestEventType,
} from './model/webhooks/delivery.js'
export { bodyOf } from './model/webhooks/event-body.js'
export {
  isWebhookSecret,
  newWebhookEndpoint,
  type Disabling,
  type WebhookEndpoint,
} from './model/webhooks/webhook-endpoint.js'

// Values that all of them speak of
export { isCalendarDate } from './values/time/calendar-date.js'
export type { Country } from './values/phone/country.js'
export { createIds } from './values/create-ids.js'
export {
  UNKNOWN_FIELD,
  entriesExpected,
  isWithin,
  lengthOf,
  numberExpected,
  oneOf,
  type FieldRule,
  type Range,
} from './values/field-rule.js'
export { groupBy } from './values/group-by.js'
export {
  isFormEntryId,
  isGroupId,
  jobIdOf,
  parseGroupId,
  parseJobId,
  type AccountId,
  type BroadcastId,
  type ConsentLogId,
  type ContactId,
  type ContactListId,
  type EventId,
  type FormEntryId,
  type GroupId,
  type Id,
  type JobId,
  type LedgerEntryId,
  type MessageId,
  type Prefix,
  type ScheduleId,
  type SendId,
  type TagId,
  type WebhookEndpointId,
} from './values/ids.js'
export { isoOf } from './values/time/instant.js'
export type { Page, PageRequest, PositionRange } from './values/page.js'
export { isPhoneNumber, parsePhoneNumber, type PhoneNumber } from './values/phone/phone-number.js'
export { measureText, type TextEncoding, type TextMeasure } from './values/text/text-segments.js'
export { codePointsOf, fold, isStorable } from './values/text/text.js'
export { parseTimeZone, type TimeZone } from './values/time/time-zone.js'
export { parseTypedNumber } from './values/phone/typed-number.js'
export {
  WALL_CLOCK,
  instantAt,
  parseWallClock,
  utcDayOf,
  wallClockAt,
  type WallClock,
} from './values/time/wall-clock.js'

// Ports: what an adapter promises
export type { AccountStore } from './model/accounts/account-store.js'
export type { ApiKeyStore } from './model/accounts/api-key-store.js'
export type { AudienceStore, AudienceSurvey, FixAudience } from './model/schedules/audience-store.js'
export type {
  BroadcastStore,
  ChunkKey,
  ChunkState,
  OpenProgress,
  CountsToAdd,
} from './model/broadcasts/broadcast-store.js'
export type { Carrier, CarrierDirectory } from './ports/carrier-directory.js'
export type { CarrierStore, LookUp } from './ports/carrier-store.js'
export type { Chance } from './ports/chance.js'
export type { BroadcastClicks, BroadcastRange, ClickStore } from './model/links/click-store.js'
export type { Clock } from './ports/clock.js'
export type { ConsentLog } from './model/consent/consent-log-store.js'
export type { ConsentStore } from './model/consent/consent-store.js'
export type { AddedMembers, ContactListStore } from './model/contacts/contact-list-store.js'
export type { ContactQuery, ContactStore } from './model/contacts/contact-store.js'
export type { CreditStore } from './model/credits/credit-store.js'
export type { CustomFieldStore } from './model/contacts/custom-field-store.js'
export type {
  DeliveriesDue,
  DeliveryFilter,
  DeliveryStore,
  DueDelivery,
  EndpointName,
  FanOut,
  FoundDelivery,
  KeptEvent,
  ListedDelivery,
  ReplayOptions,
  ReplayRequest,
  Replaying,
  TriedDelivery,
} from './model/webhooks/delivery-store.js'
export type {
  Erased,
  ErasedContact,
  ErasedEvents,
  ErasedRecipients,
  ErasureStep,
  ErasureStore,
  LookedChunk,
} from './stores/erasure-store.js'
export type { EventOutbox } from './model/events/event-outbox.js'
export type { CodesBy, FormEntryStore } from './model/forms/form-entry-store.js'
export type { FormText, FormTextStore } from './model/forms/form-text-store.js'
export type { GroupQuery, GroupStore } from './model/groups/group-store.js'
export type { Ids } from './ports/ids.js'
export type { JobClaim, JobStore, JobsDue } from './model/jobs/job-store.js'
export type { KeyStore } from './model/idempotency/key-store.js'
export type { Keyring, KnownKey } from './model/accounts/keyring.js'
export type { MembershipStore } from './model/groups/membership-store.js'
export type {
  BroadcastMessagesQuery,
  ConsentTexts,
  MessageQuery,
  MessageStore,
  MessagesSent,
} from './model/messages/message-store.js'
export type { PaceStore, PlacesTaken, TurnWanted } from './model/senders/throttle-store.js'
export type { RateLimiter } from './model/accounts/rate-limiter.js'
export type { RecipientKeyStore, RecipientKeys } from './model/idempotency/recipient-key-store.js'
export type { RetentionStore, TrimSpan, Trimmed } from './stores/retention-store.js'
export {
  SCHEDULE_SORTS,
  type ScheduleQuery,
  type ScheduleSort,
  type ScheduleStore,
} from './model/schedules/schedule-store.js'
export type { Pseudonym, Secrets } from './ports/secrets.js'
export type {
  Acceptance,
  SendFacts,
  SendFactsQuery,
  SendLimits,
  SendStore,
  Settlement,
} from './stores/single-send-store.js'
export type { SenderStore } from './model/senders/sender-store.js'
export type {
  FailureType,
  ForgottenPhone,
  NeverSeen,
  SmsProvider,
  Submission,
  SubmissionOutcome,
} from './ports/sms-provider.js'
export type { Timer } from './ports/timer.js'
export type { TrackingLinkStore } from './model/links/tracking-link-store.js'
export type { Stores, UnitOfWork } from './stores/unit-of-work.js'
export type { WebhookEndpointStore } from './model/webhooks/webhook-endpoint-store.js'
export { EXCERPT_MAX, type WebhookAnswer, type WebhookPost, type WebhookSender } from './ports/webhook-sender.js'
