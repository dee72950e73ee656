/*
 * The public API. Applications that embed Carillon call its use cases; adapters implement its ports, using the exported
 * records and rules. Anything that is not exported here may change without notice.
 */

// All use cases at once, with your adapters
export { createCarillon, type GivenAdapters } from './create-carillon.js'
export { PORTS, type Adapters, type Recipe } from './adapters.js'
export { USE_CASES, type UseCases } from './use-cases.js'

// Refusals
export {
  DomainError,
  invalidInput,
  refuseFaults,
  type ErrorCode,
  type ErrorDetails,
  type FieldError,
} from './values/errors.js'

// Use cases, with their inputs and results
export {
  declarationSchema,
  settingsSchema,
  type AccountDeclaration,
  type ApiKeyDeclaration,
  type ComplianceDeclaration,
  type CustomFieldDeclaration,
  type DeclarationRules,
  type DeclarationSchema,
  type GroupDeclaration,
  type OptInFormDeclaration,
  type RetentionDeclaration,
  type SenderDeclaration,
  type SettingsDeclaration,
  type SettingsSchema,
  type TrackingLinkDeclaration,
  type WebhookDeclaration,
} from './use-cases/declarations/declaration.js'
export { readDeclaration } from './use-cases/declarations/declaration-faults.js'
export { ApplyAccount, type AppliedAccount, type ApplyAccountInput } from './use-cases/declarations/apply-account.js'
export { PlanAccount, type PlannedAccount } from './use-cases/declarations/plan-account.js'
export type { AccountParts } from './use-cases/declarations/apply-parts.js'
export { Authenticate, type Credentials } from './use-cases/accounts/authenticate.js'
export { AuthenticateOperator, type OperatorCredentials } from './use-cases/accounts/authenticate-operator.js'
export {
  CreateApiKey,
  ListApiKeys,
  RevokeApiKey,
  type CreateApiKeyInput,
  type ListedApiKey,
  type NewApiKey,
} from './use-cases/accounts/api-keys.js'
export { ListRequests, type ListRequestsInput } from './use-cases/requests/list-requests.js'
export { RecordRequests } from './use-cases/requests/record-requests.js'
export type { KeyUse, LoggedRequest, RequestLog, RequestQuery } from './model/requests/request-log.js'
export { DECLARATION_RANGES, DECLARATION_RULES } from './use-cases/declarations/declaration-rules.js'
export { LimitRate } from './use-cases/accounts/limit-rate.js'
export { accountNameTaken, ListAccounts, ReadAccount, ReadAccountById } from './use-cases/accounts/read-account.js'
export type { AccountSettings } from './use-cases/declarations/declared-settings.js'
export { ChangeSettings, ReadSettings, type ChangeSettingsInput } from './use-cases/settings/change-settings.js'
export {
  ChangeCustomField,
  CreateCustomField,
  ListCustomFields,
  ReadCustomFieldUses,
  RemoveCustomField,
  type UsedCustomField,
} from './use-cases/settings/change-custom-fields.js'
export {
  ChangeGroup,
  CreateGroup,
  groupItemOf,
  ReadGroupUses,
  RetireGroup,
  type UsedGroup,
} from './use-cases/settings/change-groups.js'
export type { IsCurrent, ItemChange } from './use-cases/settings/change-item.js'
export {
  AddSender,
  ChangeSender,
  ReadSenderUses,
  RemoveSender,
  type UsedSender,
} from './use-cases/settings/change-senders.js'
export { CreateTag, ListTags, RemoveTag, RenameTag, type UsedTag } from './use-cases/settings/change-tags.js'
export {
  ChangeTrackingLink,
  CreateTrackingLink,
  ReadTrackingLinkUses,
  RemoveTrackingLink,
  type UsedTrackingLink,
} from './use-cases/settings/change-tracking-links.js'
export { CreateAccount, type NewAccount } from './use-cases/settings/create-account.js'
export type {
  AccountFigures,
  DatabaseFacts,
  OldestData,
  FailingSchedule,
  ServiceCounts,
  ServiceRecord,
  ServiceStep,
  ServiceStore,
} from './model/service/service-store.js'
export { PROCESS_REPORT_MS, type ServiceProcess } from './model/service/service-process.js'
export { ListServiceAccounts, ListServiceDeadJobs } from './use-cases/service/list-service.js'
export {
  ACCOUNT_WARNING_CODES,
  ReadAccountWarnings,
  type AccountWarning,
  type DownCarrier,
  type AccountWarningCode,
  type ReadAccountWarningsInput,
} from './use-cases/service/read-account-warnings.js'
export {
  ReadServiceHealth,
  SERVICE_WARNINGS,
  type ServiceHealth,
  type ServiceWarning,
} from './use-cases/service/read-service-health.js'
export { EndProcess, ListProcesses, ReportProcess, type ListedProcess } from './use-cases/service/report-process.js'
export type {
  FieldValues,
  ItemUseStore,
  UsingFilters,
  UsingSchedules,
  UsingSegments,
  UsingTemplates,
} from './stores/item-use-store.js'
export { OWNER_SETTINGS } from './use-cases/settings/owner-settings.js'

export type { AcceptedBroadcast, BroadcastView, ListedBroadcast } from './model/broadcasts/broadcast-view.js'
export { RECIPIENTS_RANGES, type BulkRequest, type RequestedRecipients } from './use-cases/broadcasts/bulk-request.js'
export {
  CountBroadcastFailures,
  ListBroadcastFailures,
  type ListFailuresInput,
} from './use-cases/broadcasts/broadcast-failures.js'
export { CancelBroadcast, type CanceledBroadcast } from './use-cases/broadcasts/cancel-broadcast.js'
export { DispatchChunk, type DispatchDeps } from './use-cases/dispatch/dispatch-chunk.js'
export { ExportBroadcastMessages } from './use-cases/broadcasts/broadcast-messages.js'
export {
  FindAnyBroadcast,
  ReadBroadcast,
  type BroadcastName,
  type FoundBroadcast,
} from './use-cases/broadcasts/read-broadcast.js'
export {
  ListBroadcastMessages,
  type ListBroadcastMessagesInput,
} from './use-cases/broadcasts/list-broadcast-messages.js'
export { ListBroadcasts, type ListBroadcastsInput } from './use-cases/broadcasts/list-broadcasts.js'
export { PauseBroadcast, ResumeBroadcast, type PausedBroadcast } from './use-cases/broadcasts/pause-broadcast.js'
export {
  ReadBroadcastVariants,
  type BroadcastVariants,
  type WaveProgress,
  type ZoneVariant,
} from './use-cases/broadcasts/read-broadcast-variants.js'
export { PreviewBroadcast } from './use-cases/broadcasts/preview-broadcast.js'
export { WatchCanary } from './use-cases/broadcasts/watch-canary.js'
export { RetryBroadcast } from './use-cases/broadcasts/retry-broadcast.js'
export { StartBroadcast, type StartBroadcastInput } from './use-cases/broadcasts/start-broadcast.js'
export type { StartedBroadcast } from './use-cases/broadcasts/accept-once.js'
export { ComposeBroadcast, HOLD_RANGE, type ComposeBroadcastInput } from './use-cases/compose/compose-broadcast.js'
export type { ComposedAudience, ComposedRequest, EnteredFault } from './use-cases/compose/composed-request.js'
export { PreviewComposed, type ComposedPreview } from './use-cases/compose/preview-composed.js'
export {
  SampleComposed,
  SAMPLE_OFFSET_RANGE,
  type ComposedSample,
  type SampleComposedInput,
} from './use-cases/compose/sample-composed.js'

export type { TextLimit } from './use-cases/limits/stranger-text.js'
export { EnterCode, type EnterCodeInput, type EnteredCode } from './use-cases/forms/enter-code.js'
export { JoinGroup, type JoinGroupInput } from './use-cases/consent/join-group.js'
export { LeaveGroup, type LeaveGroupInput } from './use-cases/consent/leave-group.js'
export { formNotFound, ReadOptInForm, type OptInForm } from './use-cases/forms/opt-in-form.js'
export { ReadConsentProof, type ConsentProof } from './use-cases/consent/read-consent-proof.js'
export { ReadConsent, type ConsentView, type LoggedConsent } from './use-cases/consent/read-consent.js'
export { ReadTimeline, type ReadTimelineInput, type TimelineEntry } from './use-cases/consent/read-timeline.js'
export { ReadFormEntry, type FormEntryView } from './use-cases/forms/read-form-entry.js'
export { ReceiveInbound, type HandledInbound } from './use-cases/inbound/receive-inbound.js'
export { type InboundText } from './use-cases/inbound/received-text.js'
export type { CodeOutcome } from './use-cases/forms/form-code.js'
export {
  FindConsentDrift,
  type DriftStep,
  type DriftTotals,
  type FindConsentDriftInput,
  type OnlyAtCarrier,
} from './use-cases/opt-outs/find-consent-drift.js'
export { ListPossibleOptOuts } from './use-cases/inbound/list-possible-opt-outs.js'
export { RequestCode, type RequestCodeInput } from './use-cases/forms/request-code.js'
export { ResendCode, type ResendCodeInput, type ResentCode } from './use-cases/forms/resend-code.js'

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
  type ImportContactsInput,
  type ImportProgress,
} from './use-cases/contact-imports/import-contacts.js'
export { rowReaderOf, type RowReader } from './use-cases/contact-imports/import-row.js'
export {
  ERASED_ROW,
  NOTHING_IMPORTED,
  mentionsNumber,
  type FaultCount,
  type ImportRow,
  type ImportTotals,
  type RejectedRow,
} from './model/contact-imports/import-rows.js'
export {
  IMPORT_BYTES_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_ROWS_MAX,
  IMPORT_STEP_ROWS,
  NOT_STARTED,
  ON_EXISTING,
  REJECTED_KEPT_MAX,
  hasFile,
  isUnderWay,
  type ContactImport,
  type ImportFile,
  type ImportMapping,
  type ImportPlan,
  type ImportRunProgress,
  type ImportStatus,
  type OnExisting,
} from './model/contact-imports/contact-import.js'
export type {
  ContactImportStore,
  ImportName,
  ImportQuery,
  ImportsBefore,
  RejectedQuery,
} from './model/contact-imports/contact-import-store.js'
export {
  CancelImport,
  CheckImport,
  MapImport,
  StartImport,
  type MapImportInput,
  type StartImportInput,
} from './use-cases/contact-imports/change-import.js'
export {
  ReadImport,
  type ImportView,
  type PreviewedContact,
  type PreviewedRow,
} from './use-cases/contact-imports/preview-import.js'
export {
  ExportRejectedRows,
  ListImports,
  ListRejectedRows,
  type ExportedRejectedRows,
  type ImportInput,
  type ImportWithName,
  type ListRejectedInput,
} from './use-cases/contact-imports/read-imports.js'
export { RunImport } from './use-cases/contact-imports/run-import.js'
export { UploadImport, type UploadImportInput } from './use-cases/contact-imports/upload-import.js'
export {
  ListContactLists,
  LISTED_RANGE,
  ReadContactList,
  SaveContactList,
  type SaveContactListInput,
  type SavedContactList,
} from './use-cases/contacts/contact-lists.js'
export { ListContacts, ReadContact, ReadCustomFields } from './use-cases/contacts/read-contact.js'
export {
  SearchContacts,
  type ContactsPage,
  type FoundContact,
  type SearchContactsInput,
} from './use-cases/contacts/search-contacts.js'
export { UpdateContact, type UpdateContactInput } from './use-cases/contacts/update-contact.js'
export {
  CONTACT_COUNT_MAX,
  CONTACT_ORDERS,
  digitTokensOf,
  fieldToken,
  MORE_WORDS,
  matchesFilter,
  searchTextOf,
  searchTokensOf,
  zoneToken,
  type ContactCount,
  type ContactFilter,
  type ContactOrder,
  type ContactSearch,
  type ContactStep,
  type FieldFilter,
  type FoundContacts,
  type SearchTerm,
} from './model/search/contact-search.js'

export { AcceptLink, type AcceptLinkInput } from './use-cases/users/accept-link.js'
export {
  ChangeAccountRole,
  InviteToAccount,
  type AccountUser,
  type ChangeAccountRoleInput,
  type InvitedToAccount,
  type InviteToAccountInput,
} from './use-cases/users/account-users.js'
export { ChangeOwnUser, type ChangedOwnUser, type ChangeOwnUserInput } from './use-cases/users/change-own-user.js'
export { ChangeUser, type ChangeUserInput, type UserPatch } from './use-cases/users/change-user.js'
export { InviteUser, type InvitedUser, type InviteUserInput } from './use-cases/users/invite-user.js'
export {
  ListAudit,
  type ListAuditInput,
  type ListedActor,
  type ListedAuditEntry,
} from './use-cases/users/list-audit.js'
export { ListAccountUsers, ListUsers, ReadUser } from './use-cases/users/list-users.js'
export { ResetPassword, type ResetPasswordInput } from './use-cases/users/reset-password.js'
export {
  ListSessions,
  RevokeSession,
  RevokeSessions,
  type ListedSession,
  type RevokeSessionInput,
  type RevokeSessionsInput,
} from './use-cases/users/sessions.js'
export { SignInWithIdentity, type SignInWithIdentityInput } from './use-cases/users/sign-in-with-identity.js'
export {
  ACCOUNT_INVITE_SCHEMA,
  ACCOUNT_ROLE_SCHEMA,
  NEW_USER_SCHEMA,
  USER_PATCH_SCHEMA,
} from './use-cases/users/user-fields.js'
export type { UserView } from './use-cases/users/user-view.js'
export { AuthenticateSession, type SignedInUser } from './use-cases/users/authenticate-session.js'
export { CreateSetupLink } from './use-cases/users/create-setup-link.js'
export type { NewLink } from './use-cases/users/links.js'
export { ReadLink, type LinkView } from './use-cases/users/read-link.js'
export { ReadSessionView, type SessionView } from './use-cases/users/read-session-view.js'
export { ReadSignInOptions } from './use-cases/users/read-sign-in-options.js'
export { SignIn, type SignInInput } from './use-cases/users/sign-in.js'
export { SignOut } from './use-cases/users/sign-out.js'
export type { NewSession, SignedIn, SigningClient } from './use-cases/users/start-session.js'
export {
  originOfOperator,
  type AuditActor,
  type AuditEntry,
  type AuditLog,
  type AuditOrigin,
  type AuditQuery,
} from './model/users/audit-entry.js'
export type { LinkPurpose, OneTimeLink, OneTimeLinkStore } from './model/users/one-time-link.js'
export {
  ACCOUNT_ROLES,
  isAccountRole,
  isAtLeast,
  ROLES,
  type AccountGrant,
  type AccountRole,
  type Role,
} from './model/users/role.js'
export { isSessionId, sessionExpiry, type Session, type SessionStore } from './model/users/session.js'
export { isUserId, roleOf, statusOf, type Identity, type User, type UserStatus } from './model/users/user.js'
export type { LockedUser, UserQuery, UserStore } from './model/users/user-store.js'
export type { PasswordHasher } from './ports/password-hasher.js'

export { MayStillWatch } from './use-cases/activity/may-still-watch.js'
export { ReadActivity } from './use-cases/activity/read-activity.js'
export {
  auditMark,
  COUNT_MAX,
  MARKS_MAX,
  TOPICS,
  type Activity,
  type ActivityStore,
  type Counts,
  type Mark,
  type Topic,
} from './model/activity/activity.js'
export { changesBetween, type Change } from './model/activity/changes.js'

export {
  AddNote,
  ListNotes,
  RemoveNote,
  type AddNoteInput,
  type RemoveNoteInput,
} from './use-cases/conversations/notes.js'
export { NOTES_MAX, type ListedNote, type Note } from './model/conversations/note.js'
export type { NoteStore } from './model/conversations/note-store.js'
export { ListColleagues, type Colleague } from './use-cases/users/list-colleagues.js'
export { ChangeConversation, type ChangeConversationInput } from './use-cases/conversations/change-conversation.js'
export {
  ListConversations,
  ReadConversation,
  ReadThread,
  type ConversationInput,
  type ListConversationsInput,
} from './use-cases/conversations/read-conversations.js'
export {
  CONVERSATION_STATUSES,
  conversationIdOf,
  isConversationId,
  type Conversation,
  type ConversationStatus,
  type ListedConversation,
} from './model/conversations/conversation.js'
export type {
  ConversationQuery,
  ConversationStore,
  ReceivedText,
  ThreadQuery,
} from './model/conversations/conversation-store.js'

export { SearchAccount, type FoundInAccount, type SearchAccountInput } from './use-cases/search/search-account.js'
export { ReadOutlook, type Outlook } from './use-cases/statistics/read-outlook.js'
export { ListPending, type ListPendingInput, type PendingMember } from './use-cases/consent/list-pending.js'
export { ListFormTexts } from './use-cases/forms/list-form-texts.js'
export {
  ReadStatistics,
  type AccountStatistics,
  type DayStatistics,
  type Detailed,
  type ReadStatisticsInput,
} from './use-cases/statistics/read-statistics.js'
export {
  OPT_IN_WAYS,
  OPT_OUT_WAYS,
  STATISTIC_DAYS_MAX,
  STATISTIC_STEP_MS,
  type Counted,
  type CountedOfDay,
  type Statistic,
} from './model/statistics/statistic.js'
export type { StatisticsStore } from './model/statistics/statistics-store.js'

export { ListLedger, type ListLedgerInput } from './use-cases/credits/list-ledger.js'
export { GrantCredits, ReadCredits, type GrantCreditsInput } from './use-cases/credits/credits.js'

export {
  EraseContact,
  type EraseContactDeps,
  type EraseContactInput,
  type Erasure,
} from './use-cases/erasure/erase-contact.js'

export { ListMembers, type ListedMember, type ListMembersInput } from './use-cases/groups/list-members.js'
export { groupNotFound, ListGroups, ReadGroup, ReadGroupByName } from './use-cases/groups/read-group.js'

export { ListDeadJobs, ReadJobWaits, RetryJob, type LaneWait } from './use-cases/jobs/dead-jobs.js'
export { DiscardJob } from './use-cases/jobs/discard-job.js'
export { RunDueJobs, type JobFailure, type RunDueJobsInput, type RunningBatch } from './use-cases/jobs/run-due-jobs.js'
export { TrimExpired } from './use-cases/retention/trim-expired.js'

export { FollowLink, type FollowLinkInput } from './use-cases/links/follow-link.js'
export {
  ListBroadcastClickRecipients,
  ReadBroadcastClicks,
  ReadClicks,
  type BroadcastClicksView,
  type ListBroadcastClickRecipientsInput,
} from './use-cases/links/read-clicks.js'
export {
  ListLinkRecipients,
  ListLinks,
  ReadLinkStats,
  type FollowedLink,
  type LinkName,
  type LinkStats,
  type ReadLinkStatsInput,
} from './use-cases/links/read-links.js'

export { FinishMessage } from './use-cases/messages/finish-message.js'
export { ListMessages, ReadMessage } from './use-cases/messages/read-message.js'
export { messageDetails, messageView, type MessageDetails, type MessageView } from './model/messages/message-view.js'
export { PreviewMessage } from './use-cases/messages/preview-message.js'
export type { Dropped, Preview, PreviewedTemplate, Sample } from './model/messages/preview.js'
export { ReceiveReceipt } from './use-cases/messages/receive-receipt.js'
export { SendMessage, type SendMessageInput, type SentMessage } from './use-cases/messages/send-message.js'

export { CancelSchedule } from './use-cases/schedules/cancel-schedule.js'
export { ChangeSchedule, type ChangeScheduleInput } from './use-cases/schedules/change-schedule.js'
export {
  CreateSchedule,
  type CreateScheduleInput,
  type CreatedSchedule,
} from './use-cases/schedules/create-schedule.js'
export {
  FindAnySchedule,
  ListAccountSchedules,
  type DescribedSchedule,
  type FoundSchedule,
  type NamedAudience,
} from './use-cases/schedules/find-any-schedule.js'
export {
  ListSchedules,
  ListSends,
  ReadSchedule,
  refuseEnded,
  type ScheduleName,
} from './use-cases/schedules/read-schedule.js'
export { PreviewSchedule, type PreviewScheduleInput } from './use-cases/schedules/preview-schedule.js'
export { RestoreOccurrence, SkipOccurrence, type SkipOccurrenceInput } from './use-cases/schedules/skip-occurrence.js'
export {
  ListOccurrences,
  type ListedOccurrence,
  type ListOccurrencesInput,
  type OccurrencesInSight,
} from './use-cases/schedules/list-occurrences.js'
export {
  ListNextOccurrences,
  PreviewTimetable,
  type PreviewTimetableInput,
} from './use-cases/schedules/next-occurrences.js'
export type { OccurrenceView } from './model/schedules/occurrence-view.js'
export {
  CreateDraft,
  DeleteDraft,
  SaveDraft,
  type CreateDraftInput,
  type SaveDraftInput,
} from './use-cases/drafts/save-draft.js'
export {
  ListDrafts,
  ReadDraft,
  type DraftName,
  type DraftTemplate,
  type NamedUser,
  type WithAuthors,
} from './use-cases/drafts/read-drafts.js'
export { DRAFT_RANGES, isDraftId, templateNamedIn, type Draft, type DraftContent } from './model/drafts/draft.js'
export type { DraftStore, ListedDraft } from './model/drafts/draft-store.js'
export { DeleteTemplate } from './use-cases/templates/delete-template.js'
export {
  ListTemplates,
  ListTemplateVersions,
  ReadTemplate,
  type TemplateName,
} from './use-cases/templates/read-templates.js'
export {
  ChangeTemplate,
  CreateTemplate,
  type ChangeTemplateInput,
  type CreateTemplateInput,
  type TemplatePatch,
} from './use-cases/templates/save-template.js'
export {
  textsOf,
  type TemplateContent,
  type TemplateLanguage,
  type TemplateRef,
  type TemplateText,
  type UsedTemplate,
} from './model/templates/template-content.js'
export type { TemplateQuery, TemplateStore } from './model/templates/template-store.js'
export type { TemplateVersionView, TemplateView } from './model/templates/template-view.js'
export { isTemplateId, TEMPLATE_RANGES, type Template, type TemplateVersion } from './model/templates/template.js'
export { ReadUpcoming } from './use-cases/schedules/read-upcoming.js'
export { RecomputeSchedules } from './use-cases/schedules/recompute-schedules.js'
export { RunOccurrence } from './use-cases/schedules/run-occurrence.js'
export type { ScheduleView, SendView } from './model/schedules/schedule-view.js'
export type { SchedulePatch, ScheduleRequest } from './use-cases/schedules/schedule-request.js'
export { StartSend } from './use-cases/schedules/start-send.js'
export { ListPools, ReadPoolUses, type NumberOfPool, type PoolView } from './use-cases/senders/list-pools.js'
export { ListSenders } from './use-cases/senders/list-senders.js'

export { AddWebhook, type AddWebhookInput, type WebhookWithSecret } from './use-cases/webhooks/add-webhook.js'
export { ChangeWebhook, type ChangeWebhookInput } from './use-cases/webhooks/change-webhook.js'
export { DeliverEvents } from './use-cases/webhooks/deliver-events.js'
export { ListDeliveries, ReadDelivery, type ListDeliveriesInput } from './use-cases/webhooks/read-delivery.js'
export { ListWebhooks, ReadWebhook, type WebhookName } from './use-cases/webhooks/read-webhook.js'
export { RelayEvents } from './use-cases/webhooks/relay-events.js'
export { RemoveWebhook } from './use-cases/webhooks/remove-webhook.js'
export { ReplayEvents, type EventsToReplay, type ReplayEventsInput } from './use-cases/webhooks/replay-events.js'
export {
  PREVIOUS_FOR_MS,
  RotateWebhookSecret,
  type RotateWebhookSecretInput,
} from './use-cases/webhooks/rotate-webhook-secret.js'
export { TestWebhook } from './use-cases/webhooks/test-webhook.js'

// Records and rules, for stores and adapters
export type {
  Account,
  AccountStore,
  Capabilities,
  Compliance,
  OptInFormSettings,
  Retention,
} from './model/accounts/account.js'
export {
  DEFAULT_SENDING_HOURS,
  HOLD_HOURS_MAX,
  type AccountWindow,
  type FixedSendingHours,
  type GroupWindows,
  type SendingHours,
  type SendingWindow,
} from './model/windows/sending-windows.js'
export { ADMIN_TOKEN } from './model/accounts/admin-token.js'
export {
  allowedNumbers,
  DEFAULT_DESTINATIONS,
  isAllowed,
  type AllowedNumbers,
  type Destinations,
} from './model/accounts/destinations.js'
export { API_KEY_ID, type ApiKey, type ApiKeyStore, type Keyring, type KnownKey } from './model/accounts/api-key.js'
export { endSlots, takeSlots, type SlotRequest, type ThrottleUpdate } from './model/senders/throttle.js'
export { throttleWindowMs, type ThrottleEntry } from './model/senders/throttle-entry.js'
export { RATE_COUNTS, countedBy, ratePartsOf, type RateCounts, type SenderRate } from './model/senders/rate-counts.js'
export {
  allowanceOf,
  completeRateLimits,
  CONTRACT_RATE_LIMITS,
  NO_RATE_LIMITS,
  RATE_WINDOW_MS,
  refusedUntil,
  type Allowance,
  type Bucket,
  type RateLimiter,
  type RateLimits,
} from './model/accounts/rate-limit.js'
export {
  CARRIER_NAME,
  SENDER_NUMBER,
  SENDER_STATUSES,
  type Sender,
  type SenderStatus,
  type NamedCarrier,
  type SenderStore,
} from './model/senders/sender.js'
export { SENDER_OR_POOL, type Pool, type PoolRef } from './model/senders/pool.js'
export type { NumbersByPhone, PoolLoads, PoolStore } from './model/senders/pool-store.js'

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
  SHOWN_STATUSES,
  shownStatusOf,
  type ShownStatus,
} from './model/broadcasts/broadcast.js'
export {
  CANARY_RANGES,
  CANARY_SCHEMA,
  type Canary,
  type RequestedCanary,
  type StopWhen,
} from './model/broadcasts/canary.js'
export type { PassedLimit, PauseCause, Watch } from './model/broadcasts/watch.js'
export { AUTO_PAUSE_SCHEMA, type AutoPause } from './model/accounts/auto-pause.js'
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
export { withoutRecipient, type Recipients } from './model/broadcasts/recipients.js'

export {
  CONSENT_STATES,
  consentStateOf,
  noConsent,
  refusalOf,
  type Consent,
  type ConsentState,
  type HeldRefusal,
  type KnownOptOut,
  type OptOutsPage,
  type ProviderOptOut,
  type Refusal,
} from './model/consent/consent.js'
export { explainKeyword, type KeywordExplanation } from './model/consent/explain-keyword.js'
export { type Keyword } from './model/consent/keyword.js'
export { STOP_EXAMPLES } from './model/consent/stop-examples.js'
export type {
  ConsentActor,
  ConsentChange,
  ConsentLog,
  ConsentLogEntry,
  FormEvidence,
  GroupJoin,
} from './model/consent/consent-log.js'
export { CODE_LIFETIME_MS, RESEND_AFTER_MS, type FormEntry, type FormEntryState } from './model/forms/form-entry.js'
export {
  OPT_IN_MODES,
  type Member,
  type MemberQuery,
  type PendingQuery,
  type Membership,
  type MembershipState,
  type MembershipStore,
  type OptInMode,
} from './model/groups/membership.js'

export { CONTACT_COLUMNS, cellOfOptions, columnOf } from './model/contacts/contact-columns.js'
export {
  factsOf,
  searchNameOf,
  type ActiveGroup,
  type Address,
  type Contact,
  type ContactFact,
  type ContactFacts,
  type ContactView,
  type Gender,
  type PendingGroup,
} from './model/contacts/contact.js'
export type { AddedMembers, ContactList, ContactListStore } from './model/contacts/contact-list.js'
export {
  CUSTOM_FIELD_KEYS,
  CUSTOM_FIELD_STATUSES,
  CUSTOM_FIELD_TYPES,
  type CustomField,
  type CustomFieldKey,
  type CustomFieldStatus,
  type CustomFieldStore,
  type CustomFieldType,
  type CustomValue,
  type CustomValues,
} from './model/contacts/custom-field.js'
export { SUPPORTED_ZONES, type SupportedZone } from './model/contacts/timezone.js'

export { creditEntries, sliceEntries, type CreditMove } from './model/credits/credit-entries.js'
export {
  balanceAfter,
  causeOf,
  GRANT_MAX,
  isOverdrawn,
  NO_CREDITS,
  type CreditAmounts,
  type CreditBalance,
  type CreditPlace,
  type CreditStore,
  type CreditUnit,
  type LedgerCause,
  type LedgerEntry,
  type LedgerLine,
  type LedgerQuery,
} from './model/credits/ledger.js'
export { FREE, MMS_PRICE, SMS_PRICE, covers } from './model/credits/price.js'

export {
  ERASED,
  ERASED_FAILURE,
  isPhoneNumber,
  parsePhoneNumber,
  type PhoneNumber,
} from './values/phone/phone-number.js'
export {
  EVENT_TYPES,
  messageEvent,
  mentionsPhone,
  type BroadcastEvent,
  type Event,
  type EventBody,
  type EventOutbox,
  type EventType,
  type LinkEvent,
  type MembershipChange,
  type MembershipEvent,
  type MessageEvent,
} from './model/events/event.js'
export { erasedPhoneOf, withErasedPhone, withoutErasedPhone } from './model/events/erased-event.js'

export { OPT_IN_TYPES, type Group, type OptInType, type Tag } from './model/groups/group.js'

export {
  isInUse,
  type StoredResponse,
  type IdempotencyKeyName,
  type IdempotencyKeyRecord,
  type IdempotencyKeyScope,
  type IdempotencyKeyStore,
} from './model/idempotency/key.js'
export { Once, type Answered, type Attempted } from './use-cases/idempotency/once.js'

export {
  JOB_LANES,
  JOB_LEASE_MS,
  type ClaimedJob,
  type ClaimedJobOf,
  type DeadJob,
  type FinishMessagePayload,
  type Job,
  type JobBody,
  type JobKind,
  type JobLane,
} from './model/jobs/job.js'
export { nextPace, restMsAt, type Pace, type PaceSample } from './model/jobs/pace.js'
export type { Pacer } from './model/jobs/pacer.js'

export {
  CODE_LENGTH,
  isCode,
  urlOf,
  type MessageLink,
  type TrackingLink,
  type TrackingLinkStore,
} from './model/links/tracking-link.js'
export type { ClickDay, DaySpan } from './model/links/click-day.js'
export {
  CLICKS_KEPT_MAX,
  type BroadcastLink,
  type Click,
  type ClickCount,
  type ClickTotals,
  type LinkClicks,
  type RecipientClicks,
  type RecordedClick,
  type Visitor,
} from './model/links/click.js'
export {
  COUNTED_CLICKS_MAX,
  REPEAT_PAUSE_MS,
  REPEAT_WINDOW_MS,
  isRepeat,
  withCounted,
} from './model/links/repeated-click.js'
export { NETWORKS_OF_CODE_MAX, NETWORKS_OF_LINK_MAX, networkOnUrl } from './model/links/visitor-network.js'

export type { Addressee, RenderContext } from './model/templates/fill-in.js'
export { MESSAGE_BODY_MAX, MESSAGE_FIELD_RULES } from './model/messages/message-rules.js'
export {
  carrierOf,
  isMessageId,
  MESSAGE_DIRECTIONS,
  MESSAGE_STATUSES,
  parseReference,
  type Message,
  type MessageFailure,
  type MessagePurpose,
  type MessageStatus,
  type Receipt,
} from './model/messages/message.js'
export { compileBody, rendererOf, type CompiledBody, type RenderedText } from './model/templates/compiled-body.js'

export {
  AUDIENCE_GROUPS_MAX,
  parseAudience,
  type AskedAudience,
  type Audience,
  type AudienceCount,
  type AudienceStore,
  type AudienceSurvey,
  type FixAudience,
} from './model/schedules/audience.js'
export { nextOccurrence, occurrences, type Occurrence } from './model/schedules/occurrences.js'
export {
  RECURRENCE_RANGES,
  timingOf,
  type End,
  type Pattern,
  type Recurrence,
  type Timetable,
  type Timing,
} from './model/schedules/timetable.js'
export { WEEKDAYS, type Weekday } from './values/time/weekday.js'
export {
  SCHEDULE_STATUSES,
  type NextOccurrence,
  type Schedule,
  type ScheduleStatus,
} from './model/schedules/schedule.js'
export { WAVE_RANGES, type WaveConfig } from './model/schedules/waves.js'
export { SEND_REASONS, SEND_STATUSES, type Send, type SendReason, type SendStatus } from './model/schedules/send.js'

export {
  DELIVERY_STATUSES,
  TEST_EVENT_TYPE,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
  type TestEventType,
} from './model/webhooks/delivery.js'
export {
  bodyOf,
  type DeliveriesDue,
  type DeliveryFilter,
  type DeliveryStore,
  type DueDelivery,
  type EndpointName,
  type FanOut,
  type FoundDelivery,
  type StoredEventData,
  type ListedDelivery,
  type Replaying,
  type ReplayOptions,
  type ReplayRequest,
  type TriedDelivery,
} from './model/webhooks/delivery-store.js'
export {
  isWebhookSecret,
  newWebhookEndpoint,
  type Disabling,
  type WebhookEndpoint,
  type WebhookEndpointStore,
} from './model/webhooks/webhook-endpoint.js'

// Values used by all of the above
export { isCalendarDate } from './values/time/calendar-date.js'
export type { Country } from './values/phone/country.js'
export { createIds } from './values/create-ids.js'
export { spacedIds } from './values/spaced-ids.js'
export {
  UNKNOWN_FIELD,
  entriesExpected,
  isWithin,
  lengthOf,
  numberExpected,
  ruleFault,
  oneOf,
  type FieldRule,
  type Range,
} from './values/field-rule.js'
export {
  jsonTypeOf,
  listFault,
  object,
  orNull,
  readValue,
  record,
  shownName,
  text,
  typeFault,
  wholeNumberFault,
  type ListSchema,
  type NullableSchema,
  type ObjectSchema,
  type Schema,
  type ValueOf,
} from './values/schema.js'
export { groupBy } from './values/collections.js'
export { Gatherer } from './values/gatherer.js'
export {
  isAccountId,
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
  type ConversationId,
  type ImportId,
  type NoteId,
  type DraftId,
  type PoolId,
  type TemplateId,
  type EventId,
  type FormEntryId,
  type GroupId,
  type Id,
  type JobId,
  type LedgerEntryId,
  type MessageId,
  type Prefix,
  type ScheduleId,
  type AuditEntryId,
  type SendId,
  type SessionId,
  type UserId,
  type TagId,
  type ServiceProcessId,
  type WebhookEndpointId,
} from './values/ids.js'
export { isoOf } from './values/time/instant.js'
export type { CursorPage, CursorRequest, Page, PageRequest, Place, PositionRange } from './values/page.js'
export { smartTextOf, type Replacement, type SmartSavings, type SmartText } from './values/text/smart-encoding.js'
export { measureText, type TextEncoding, type TextMeasure } from './values/text/text-segments.js'
export { codePointsOf, foldCase, isStorable, quote } from './values/text/text.js'
export { isTimeZone, parseTimeZone, type TimeZone } from './values/time/time-zone.js'
export { parseTypedNumber } from './values/phone/typed-number.js'
export {
  WALL_CLOCK,
  instantAt,
  parseWallClock,
  todayIn,
  utcDayOf,
  wallClockAt,
  type WallClock,
} from './values/time/wall-clock.js'
export type {
  BroadcastQuery,
  BroadcastToDispatch,
  BroadcastStore,
  ChunkKey,
  ChunkState,
  OpenProgress,
  CountsToAdd,
} from './model/broadcasts/broadcast-store.js'
export type { CarrierStore, LookUp } from './model/broadcasts/carrier-store.js'
export type {
  CarrierAnswer,
  CarrierConnection,
  CarrierFailure,
  CarrierFinding,
  CheckedSenders,
  CheckOptions,
  CarrierNews,
  CarrierOptOut,
  CarrierReceipt,
  CarrierReply,
  CarrierRequest,
  CarrierText,
  CarrierWebhooks,
} from './ports/carrier-connection.js'
export type {
  CarrierDesk,
  CarrierRoute,
  CarrierState,
  ListOfOptOuts,
  TestText,
  TestTextFields,
} from './ports/carrier-desk.js'
export type { Carrier, CarrierDirectory, LineType } from './ports/carriers.js'
export type { InboundPart, InboundParts } from './ports/inbound-parts.js'
export type { SmscLink, SmscLinks, SmscState, TextResult } from './ports/smsc-links.js'
export type { TestTextKey, TestTexts } from './ports/test-texts.js'
export type { Chance, Clock, Ids, Timer } from './ports/runtime.js'
export type { BroadcastClicks, BroadcastRange, ClickStore } from './model/links/click-store.js'
export type { ConsentStore } from './model/consent/consent-store.js'
export type { ContactKey, ContactsStep, ContactQuery, ContactStore } from './model/contacts/contact-store.js'
export type { ContactInContext, ContactViewStore } from './stores/contact-view-store.js'
export type {
  Erased,
  ErasedContact,
  ErasedEvents,
  ErasedRecipients,
  ErasureStep,
  ErasureStore,
  LookedChunk,
} from './stores/erasure-store.js'
export { CODE_LIMITS, FORM_LIMITS, type FormLimits } from './model/limits/form-limits.js'
export { SERVICE_TEXTS, type ServiceTexts } from './model/limits/stranger-limits.js'
export {
  counterKey,
  expiryOf,
  firstReached,
  type ReachedLimit,
  type UsageCounter,
  type UsageName,
} from './model/limits/usage-counter.js'
export {
  CAP_COUNTS,
  CAP_PERIOD_MAX_MS,
  type CapCounts,
  type DeclaredCap,
  type FrequencyCap,
} from './model/frequency/frequency-cap.js'
export type { FrequencyStore, UnusedMessage, UsesByPhone } from './model/frequency/frequency-store.js'
export {
  usesExpireAt,
  withMessage,
  withoutMessage,
  type FrequencyUse,
  type SentToNumber,
  type SingleSent,
} from './model/frequency/frequency-use.js'
export { NEVER_TAKEN_FAILURES, wasNeverTaken } from './model/messages/failures.js'
export { usesWithin, withUse, type UsageEntry, type UsageLimit } from './model/limits/usage.js'
export type { FormEntryStore } from './model/forms/form-entry-store.js'
export type { FormText, FormTextStore } from './model/forms/form-text.js'
export type { GroupQuery, GroupStore } from './model/groups/group-store.js'
export type { JobClaim, JobStore, JobsDue } from './model/jobs/job-store.js'
export type {
  BroadcastMessagesQuery,
  ConsentTexts,
  FailureCount,
  FailuresQuery,
  MessageQuery,
  MessageStore,
  MessagesSent,
  NumberMessagesQuery,
} from './model/messages/message-store.js'
export type { UsageOwner, UsageStore } from './model/limits/usage-store.js'
export type { PossibleOptOutStore } from './model/messages/possible-opt-out-store.js'
export type {
  ThrottleStore,
  RatedSlotRequest,
  SenderSlotEnd,
  SenderSlotRequest,
  SlotEndOfEach,
  SlotGrant,
} from './model/senders/throttle-store.js'
export type { RecipientKeyStore, RecipientKeys } from './model/idempotency/recipient-key-store.js'
export {
  SMALL_AUDIENCE_MAX,
  type CreditsThatDay,
  type FoundOccurrence,
  type LockedOccurrence,
  type OccurrenceStore,
  type Reservation,
  type SmallAudience,
} from './stores/occurrence-store.js'
export type { RetentionStore, TrimSpan, Trimmed } from './stores/retention-store.js'
export {
  SCHEDULE_SORTS,
  type ScheduleQuery,
  type ScheduleSort,
  type ScheduleStore,
} from './model/schedules/schedule-store.js'
export type { Pseudonym, Secrets } from './ports/secrets.js'
export type {
  AcceptDecision,
  Acceptance,
  Settled,
  Settlement,
  SettleOptions,
  SingleSendStore,
} from './stores/single-send-store.js'
export {
  obstacleTo,
  type OfferedSend,
  type SendFacts,
  type SendObstacle,
  type SendRefusal,
} from './model/messages/send-obstacle.js'
export type {
  CarrierTry,
  FailureType,
  ForgottenPhone,
  NeverSeen,
  NotTakenReason,
  SmsProvider,
  Submission,
  SubmissionOutcome,
  UnknownReason,
} from './ports/sms-provider.js'
export type { Stores, UnitOfWork } from './stores/unit-of-work.js'
export { EXCERPT_MAX, type WebhookResponse, type WebhookPost, type WebhookSender } from './ports/webhook-sender.js'

// Filters and segments
export type { Condition, ContactConditions, ContactFilterInput, Operators } from './model/filters/condition.js'
export type {
  CodeField,
  Comparison,
  ContactTest,
  DateField,
  NumberField,
  TextField,
  TimeComparison,
} from './model/contacts/contact-test.js'
export { passes, type TestedContact } from './model/filters/passes.js'
export { isNamedIn, segmentsIn, type FilterItem } from './model/filters/condition.js'
export { CONTACT_FILTER, parseFilterText } from './model/filters/read-condition.js'
export { testOf, type FilterContext } from './model/filters/test-of.js'
export { SEGMENTS_MAX, type Segment, type SegmentQuery, type SegmentStore } from './model/segments/segment.js'
export { isSegmentId, type SegmentId } from './values/ids.js'
export { audienceOfFilter, type ListedAudience, type ResolvedAudience } from './model/schedules/audience.js'
export {
  ChangeSegment,
  CreateSegment,
  RemoveSegment,
  type SegmentFields,
  type SegmentName,
} from './use-cases/segments/change-segments.js'
export {
  CountFilter,
  CountSegment,
  ListSegments,
  ReadSegment,
  ReadSegmentUses,
  type FilterCount,
  type SegmentUses,
} from './use-cases/segments/read-segments.js'
export { PreviewBroadcastForAudience } from './use-cases/broadcasts/preview-broadcast-for-audience.js'
export { StartBroadcastForAudience, type StartForAudienceInput } from './use-cases/broadcasts/start-broadcast.js'
export { foldedForSearch, searchWordsIn } from './values/text/search-words.js'
export { INSTANT } from './values/time/instant.js'
