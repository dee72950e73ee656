import { PORTS, recipe, type Recipe } from './adapters.js'
import { CreateApiKey, ListApiKeys, RevokeApiKey } from './use-cases/accounts/api-keys.js'
import { AuthenticateOperator } from './use-cases/accounts/authenticate-operator.js'
import { Authenticate } from './use-cases/accounts/authenticate.js'
import { LimitRate } from './use-cases/accounts/limit-rate.js'
import { ListAccounts, ReadAccount, ReadAccountById } from './use-cases/accounts/read-account.js'
import { MayStillWatch } from './use-cases/activity/may-still-watch.js'
import { ReadActivity } from './use-cases/activity/read-activity.js'
import { ExportBroadcastMessages } from './use-cases/broadcasts/broadcast-messages.js'
import { CountBroadcastFailures, ListBroadcastFailures } from './use-cases/broadcasts/broadcast-failures.js'
import { CancelBroadcast } from './use-cases/broadcasts/cancel-broadcast.js'
import { ListBroadcastMessages } from './use-cases/broadcasts/list-broadcast-messages.js'
import { ListBroadcasts } from './use-cases/broadcasts/list-broadcasts.js'
import { PauseBroadcast, ResumeBroadcast } from './use-cases/broadcasts/pause-broadcast.js'
import { PreviewBroadcastForAudience } from './use-cases/broadcasts/preview-broadcast-for-audience.js'
import { PreviewBroadcast } from './use-cases/broadcasts/preview-broadcast.js'
import { ReadBroadcastVariants } from './use-cases/broadcasts/read-broadcast-variants.js'
import { FindAnyBroadcast, ReadBroadcast } from './use-cases/broadcasts/read-broadcast.js'
import { RetryBroadcast } from './use-cases/broadcasts/retry-broadcast.js'
import { StartBroadcast, StartBroadcastForAudience } from './use-cases/broadcasts/start-broadcast.js'
import { ComposeBroadcast } from './use-cases/compose/compose-broadcast.js'
import { PreviewComposed } from './use-cases/compose/preview-composed.js'
import { SampleComposed } from './use-cases/compose/sample-composed.js'
import { JoinGroup } from './use-cases/consent/join-group.js'
import { LeaveGroup } from './use-cases/consent/leave-group.js'
import { ReadConsentProof } from './use-cases/consent/read-consent-proof.js'
import { ReadConsent } from './use-cases/consent/read-consent.js'
import { ImportContacts } from './use-cases/contact-imports/import-contacts.js'
import { CancelImport, CheckImport, MapImport, StartImport } from './use-cases/contact-imports/change-import.js'
import { ReadImport } from './use-cases/contact-imports/preview-import.js'
import { ExportRejectedRows, ListImports, ListRejectedRows } from './use-cases/contact-imports/read-imports.js'
import { RunImport } from './use-cases/contact-imports/run-import.js'
import { UploadImport } from './use-cases/contact-imports/upload-import.js'
import { ListContactLists, ReadContactList, SaveContactList } from './use-cases/contacts/contact-lists.js'
import { ChangeConversation } from './use-cases/conversations/change-conversation.js'
import { AddNote, ListNotes, RemoveNote } from './use-cases/conversations/notes.js'
import { ListConversations, ReadConversation, ReadThread } from './use-cases/conversations/read-conversations.js'
import { CreateContact } from './use-cases/contacts/create-contact.js'
import { ExportContacts } from './use-cases/contacts/export-contacts.js'
import { ListContacts, ReadContact, ReadCustomFields } from './use-cases/contacts/read-contact.js'
import { ReadTimeline } from './use-cases/consent/read-timeline.js'
import {
  CountFilter,
  CountSegment,
  ListSegments,
  ReadSegment,
  ReadSegmentUses,
} from './use-cases/segments/read-segments.js'
import { ChangeSegment, CreateSegment, RemoveSegment } from './use-cases/segments/change-segments.js'
import { SearchContacts } from './use-cases/contacts/search-contacts.js'
import { UpdateContact } from './use-cases/contacts/update-contact.js'
import { GrantCredits, ReadCredits } from './use-cases/credits/credits.js'
import { ListLedger } from './use-cases/credits/list-ledger.js'
import { ApplyAccount } from './use-cases/declarations/apply-account.js'
import { PlanAccount } from './use-cases/declarations/plan-account.js'
import { DispatchChunk } from './use-cases/dispatch/dispatch-chunk.js'
import { EraseContact } from './use-cases/erasure/erase-contact.js'
import { EnterCode } from './use-cases/forms/enter-code.js'
import { ReadOptInForm } from './use-cases/forms/opt-in-form.js'
import { ReadFormEntry } from './use-cases/forms/read-form-entry.js'
import { RequestCode } from './use-cases/forms/request-code.js'
import { ResendCode } from './use-cases/forms/resend-code.js'
import { ListMembers } from './use-cases/groups/list-members.js'
import { ListGroups, ReadGroup, ReadGroupByName } from './use-cases/groups/read-group.js'
import { Once } from './use-cases/idempotency/once.js'
import { ListPossibleOptOuts } from './use-cases/inbound/list-possible-opt-outs.js'
import { ReceiveInbound } from './use-cases/inbound/receive-inbound.js'
import { ListDeadJobs, ReadJobWaits, RetryJob } from './use-cases/jobs/dead-jobs.js'
import { DiscardJob } from './use-cases/jobs/discard-job.js'
import { RunDueJobs } from './use-cases/jobs/run-due-jobs.js'
import { FollowLink } from './use-cases/links/follow-link.js'
import { ListBroadcastClickRecipients, ReadBroadcastClicks, ReadClicks } from './use-cases/links/read-clicks.js'
import { ListLinkRecipients, ListLinks, ReadLinkStats } from './use-cases/links/read-links.js'
import { FinishMessage } from './use-cases/messages/finish-message.js'
import { PreviewMessage } from './use-cases/messages/preview-message.js'
import { ListMessages, ReadMessage } from './use-cases/messages/read-message.js'
import { ReceiveReceipt } from './use-cases/messages/receive-receipt.js'
import { SendMessage } from './use-cases/messages/send-message.js'
import { FindConsentDrift } from './use-cases/opt-outs/find-consent-drift.js'
import { ListRequests } from './use-cases/requests/list-requests.js'
import { RecordRequests } from './use-cases/requests/record-requests.js'
import { TrimExpired } from './use-cases/retention/trim-expired.js'
import { SearchAccount } from './use-cases/search/search-account.js'
import { ReadOutlook } from './use-cases/statistics/read-outlook.js'
import { ListPending } from './use-cases/consent/list-pending.js'
import { ListFormTexts } from './use-cases/forms/list-form-texts.js'
import { ReadStatistics } from './use-cases/statistics/read-statistics.js'
import { CancelSchedule } from './use-cases/schedules/cancel-schedule.js'
import { ChangeSchedule } from './use-cases/schedules/change-schedule.js'
import { CreateSchedule } from './use-cases/schedules/create-schedule.js'
import { FindAnySchedule, ListAccountSchedules } from './use-cases/schedules/find-any-schedule.js'
import { ListDrafts, ReadDraft } from './use-cases/drafts/read-drafts.js'
import { CreateDraft, DeleteDraft, SaveDraft } from './use-cases/drafts/save-draft.js'
import { ListNextOccurrences, PreviewTimetable } from './use-cases/schedules/next-occurrences.js'
import { ListOccurrences } from './use-cases/schedules/list-occurrences.js'
import { PreviewSchedule } from './use-cases/schedules/preview-schedule.js'
import { ListSchedules, ListSends, ReadSchedule } from './use-cases/schedules/read-schedule.js'
import { ReadUpcoming } from './use-cases/schedules/read-upcoming.js'
import { RecomputeSchedules } from './use-cases/schedules/recompute-schedules.js'
import { RunOccurrence } from './use-cases/schedules/run-occurrence.js'
import { RestoreOccurrence, SkipOccurrence } from './use-cases/schedules/skip-occurrence.js'
import { WatchCanary } from './use-cases/broadcasts/watch-canary.js'
import { StartSend } from './use-cases/schedules/start-send.js'
import { ListPools, ReadPoolUses } from './use-cases/senders/list-pools.js'
import { ListSenders } from './use-cases/senders/list-senders.js'
import { DeleteTemplate } from './use-cases/templates/delete-template.js'
import { ListTemplates, ListTemplateVersions, ReadTemplate } from './use-cases/templates/read-templates.js'
import { ChangeTemplate, CreateTemplate } from './use-cases/templates/save-template.js'
import { SERVICE_USE_CASES } from './service-use-cases.js'
import { SETTINGS_USE_CASES } from './settings-use-cases.js'
import { USER_USE_CASES } from './user-use-cases.js'
import { AddWebhook } from './use-cases/webhooks/add-webhook.js'
import { ChangeWebhook } from './use-cases/webhooks/change-webhook.js'
import { DeliverEvents } from './use-cases/webhooks/deliver-events.js'
import { ListDeliveries, ReadDelivery } from './use-cases/webhooks/read-delivery.js'
import { ListWebhooks, ReadWebhook } from './use-cases/webhooks/read-webhook.js'
import { RelayEvents } from './use-cases/webhooks/relay-events.js'
import { RemoveWebhook } from './use-cases/webhooks/remove-webhook.js'
import { ReplayEvents } from './use-cases/webhooks/replay-events.js'
import { RotateWebhookSecret } from './use-cases/webhooks/rotate-webhook-secret.js'
import { TestWebhook } from './use-cases/webhooks/test-webhook.js'

const { chance, clock, directory, ids, keyring, provider, rateLimiter, secrets, timer, unitOfWork, webhookSender } =
  PORTS
const submitMessage = { unitOfWork, clock, ids, chance, provider, secrets }

/** Not a use case: runs a use case only once for each idempotency key. */
const once = recipe(Once, { unitOfWork, clock, timer })

const previewBroadcast = recipe(PreviewBroadcast, { unitOfWork, clock, ids, secrets })
const previewBroadcastForAudience = recipe(PreviewBroadcastForAudience, { unitOfWork, clock, ids, secrets })
const finishMessage = recipe(FinishMessage, submitMessage)
const dispatchChunk = recipe(DispatchChunk, { ...submitMessage, directory })
const runOccurrence = recipe(RunOccurrence, { unitOfWork, clock, ids })
const startSend = recipe(StartSend, { unitOfWork, clock, ids })
const watchCanary = recipe(WatchCanary, { unitOfWork, clock, ids })
const runImport = recipe(RunImport, { unitOfWork, clock, ids, secrets })
const deliverEvents = recipe(DeliverEvents, { unitOfWork, clock, chance, secrets, webhookSender })

/**
 * Every use case: its name, its class and its dependencies. Use this table to assemble use cases, by hand or in a
 * container.
 */
export const USE_CASES = {
  authenticate: recipe(Authenticate, { keyring, secrets, clock }),
  authenticateOperator: recipe(AuthenticateOperator, { clock, secrets }),
  limitRate: recipe(LimitRate, { rateLimiter, clock }),
  applyAccount: recipe(ApplyAccount, { unitOfWork, clock, ids, secrets, provider }),
  planAccount: recipe(PlanAccount, { unitOfWork, clock, ids, secrets, provider }),
  listAccounts: recipe(ListAccounts, { unitOfWork }),
  readAccount: recipe(ReadAccount, { unitOfWork }),
  readAccountById: recipe(ReadAccountById, { unitOfWork }),
  createApiKey: recipe(CreateApiKey, { unitOfWork, clock, secrets }),
  listApiKeys: recipe(ListApiKeys, { unitOfWork }),
  revokeApiKey: recipe(RevokeApiKey, { unitOfWork }),
  recordRequests: recipe(RecordRequests, { unitOfWork }),
  listRequests: recipe(ListRequests, { unitOfWork }),
  readCredits: recipe(ReadCredits, { unitOfWork }),
  listLedger: recipe(ListLedger, { unitOfWork }),
  readStatistics: recipe(ReadStatistics, { unitOfWork, clock }),
  searchAccount: recipe(SearchAccount, { unitOfWork }),
  readOutlook: recipe(ReadOutlook, { unitOfWork, clock }),
  listPending: recipe(ListPending, { unitOfWork }),
  listFormTexts: recipe(ListFormTexts, { unitOfWork }),
  grantCredits: recipe(GrantCredits, { unitOfWork, clock, ids }),

  ...USER_USE_CASES,
  ...SETTINGS_USE_CASES,
  ...SERVICE_USE_CASES,

  readActivity: recipe(ReadActivity, { unitOfWork }),
  mayStillWatch: recipe(MayStillWatch, { unitOfWork, clock }),

  listConversations: recipe(ListConversations, { unitOfWork }),
  readConversation: recipe(ReadConversation, { unitOfWork }),
  readThread: recipe(ReadThread, { unitOfWork }),
  changeConversation: recipe(ChangeConversation, { unitOfWork }),
  listNotes: recipe(ListNotes, { unitOfWork }),
  addNote: recipe(AddNote, { unitOfWork, clock, ids }),
  removeNote: recipe(RemoveNote, { unitOfWork }),

  createContact: recipe(CreateContact, { unitOfWork, clock, ids, secrets }),
  updateContact: recipe(UpdateContact, { unitOfWork }),
  readContact: recipe(ReadContact, { unitOfWork }),
  listContacts: recipe(ListContacts, { unitOfWork, clock }),
  searchContacts: recipe(SearchContacts, { unitOfWork }),
  readCustomFields: recipe(ReadCustomFields, { unitOfWork }),
  importContacts: recipe(ImportContacts, { unitOfWork, clock, ids, secrets }),
  exportContacts: recipe(ExportContacts, { unitOfWork, clock }),
  uploadImport: recipe(UploadImport, { unitOfWork, clock, ids }),
  listImports: recipe(ListImports, { unitOfWork }),
  readImport: recipe(ReadImport, { unitOfWork }),
  mapImport: recipe(MapImport, { unitOfWork }),
  checkImport: recipe(CheckImport, { unitOfWork, clock }),
  startImport: recipe(StartImport, { unitOfWork, clock }),
  cancelImport: recipe(CancelImport, { unitOfWork, clock }),
  runImport,
  listRejectedRows: recipe(ListRejectedRows, { unitOfWork }),
  exportRejectedRows: recipe(ExportRejectedRows, { unitOfWork }),
  eraseContact: recipe(EraseContact, { unitOfWork, clock, timer, ids, secrets, provider }),
  saveContactList: recipe(SaveContactList, { unitOfWork, clock, ids }),
  createSegment: recipe(CreateSegment, { unitOfWork, clock, ids }),
  changeSegment: recipe(ChangeSegment, { unitOfWork, clock }),
  removeSegment: recipe(RemoveSegment, { unitOfWork }),
  readSegment: recipe(ReadSegment, { unitOfWork }),
  listSegments: recipe(ListSegments, { unitOfWork }),
  countSegment: recipe(CountSegment, { unitOfWork, clock }),
  countFilter: recipe(CountFilter, { unitOfWork, clock }),
  readSegmentUses: recipe(ReadSegmentUses, { unitOfWork }),
  listContactLists: recipe(ListContactLists, { unitOfWork }),
  readContactList: recipe(ReadContactList, { unitOfWork }),

  listGroups: recipe(ListGroups, { unitOfWork }),
  readGroup: recipe(ReadGroup, { unitOfWork }),
  readGroupByName: recipe(ReadGroupByName, { unitOfWork }),
  listMembers: recipe(ListMembers, { unitOfWork, secrets }),
  joinGroup: recipe(JoinGroup, submitMessage),
  leaveGroup: recipe(LeaveGroup, { unitOfWork, clock, ids, secrets }),
  readConsent: recipe(ReadConsent, { unitOfWork, secrets }),
  readTimeline: recipe(ReadTimeline, { unitOfWork, clock, secrets }),
  readConsentProof: recipe(ReadConsentProof, { unitOfWork, clock, secrets }),
  findConsentDrift: recipe(FindConsentDrift, { unitOfWork, secrets }),
  readOptInForm: recipe(ReadOptInForm, { unitOfWork, clock }),
  requestCode: recipe(RequestCode, { unitOfWork, clock, ids, secrets }),
  readFormEntry: recipe(ReadFormEntry, { unitOfWork, clock }),
  enterCode: recipe(EnterCode, { unitOfWork, clock, ids, secrets }),
  resendCode: recipe(ResendCode, { unitOfWork, clock, ids, secrets }),

  sendMessage: recipe(SendMessage, { ...submitMessage, once, directory }),
  finishMessage,
  receiveInbound: recipe(ReceiveInbound, submitMessage),
  listPossibleOptOuts: recipe(ListPossibleOptOuts, { unitOfWork }),
  receiveReceipt: recipe(ReceiveReceipt, { unitOfWork, clock, ids, secrets }),
  readMessage: recipe(ReadMessage, { unitOfWork, clock }),
  listMessages: recipe(ListMessages, { unitOfWork, clock }),
  previewMessage: recipe(PreviewMessage, { unitOfWork, clock, ids, secrets }),

  startBroadcast: recipe(StartBroadcast, { unitOfWork, clock, ids, secrets, once }),
  startBroadcastForAudience: recipe(StartBroadcastForAudience, { unitOfWork, clock, ids, once }),
  dispatchChunk,
  previewBroadcast,
  previewBroadcastForAudience,
  composeBroadcast: recipe(ComposeBroadcast, { unitOfWork, clock, ids, secrets, once }),
  previewComposed: recipe(PreviewComposed, { previewBroadcast, previewBroadcastForAudience }),
  sampleComposed: recipe(SampleComposed, { unitOfWork, clock, ids, secrets }),
  listBroadcasts: recipe(ListBroadcasts, { unitOfWork }),
  readBroadcast: recipe(ReadBroadcast, { unitOfWork }),
  readBroadcastVariants: recipe(ReadBroadcastVariants, { unitOfWork }),
  findAnyBroadcast: recipe(FindAnyBroadcast, { unitOfWork }),
  cancelBroadcast: recipe(CancelBroadcast, { unitOfWork, clock, ids }),
  pauseBroadcast: recipe(PauseBroadcast, { unitOfWork, clock, ids }),
  resumeBroadcast: recipe(ResumeBroadcast, { unitOfWork, clock }),
  retryBroadcast: recipe(RetryBroadcast, { unitOfWork, clock, ids, secrets }),
  countBroadcastFailures: recipe(CountBroadcastFailures, { unitOfWork }),
  listBroadcastFailures: recipe(ListBroadcastFailures, { unitOfWork }),
  listBroadcastMessages: recipe(ListBroadcastMessages, { unitOfWork, clock }),
  exportBroadcastMessages: recipe(ExportBroadcastMessages, { unitOfWork, clock }),

  followLink: recipe(FollowLink, { unitOfWork, clock, ids, secrets }),
  readClicks: recipe(ReadClicks, { unitOfWork }),
  listLinks: recipe(ListLinks, { unitOfWork }),
  readLinkStats: recipe(ReadLinkStats, { unitOfWork, clock }),
  listLinkRecipients: recipe(ListLinkRecipients, { unitOfWork }),
  readBroadcastClicks: recipe(ReadBroadcastClicks, { unitOfWork }),
  listBroadcastClickRecipients: recipe(ListBroadcastClickRecipients, { unitOfWork }),

  listSenders: recipe(ListSenders, { unitOfWork }),
  listPools: recipe(ListPools, { unitOfWork }),
  readPoolUses: recipe(ReadPoolUses, { unitOfWork }),

  createDraft: recipe(CreateDraft, { unitOfWork, clock, ids }),
  listDrafts: recipe(ListDrafts, { unitOfWork }),
  readDraft: recipe(ReadDraft, { unitOfWork }),
  saveDraft: recipe(SaveDraft, { unitOfWork, clock }),
  deleteDraft: recipe(DeleteDraft, { unitOfWork }),

  createTemplate: recipe(CreateTemplate, { unitOfWork, clock, ids }),
  listTemplates: recipe(ListTemplates, { unitOfWork }),
  readTemplate: recipe(ReadTemplate, { unitOfWork }),
  listTemplateVersions: recipe(ListTemplateVersions, { unitOfWork }),
  changeTemplate: recipe(ChangeTemplate, { unitOfWork, clock }),
  deleteTemplate: recipe(DeleteTemplate, { unitOfWork }),

  createSchedule: recipe(CreateSchedule, { unitOfWork, clock, ids, once }),
  readSchedule: recipe(ReadSchedule, { unitOfWork }),
  listSchedules: recipe(ListSchedules, { unitOfWork }),
  changeSchedule: recipe(ChangeSchedule, { unitOfWork, clock }),
  cancelSchedule: recipe(CancelSchedule, { unitOfWork, clock, ids }),
  skipOccurrence: recipe(SkipOccurrence, { unitOfWork, clock }),
  restoreOccurrence: recipe(RestoreOccurrence, { unitOfWork, clock }),
  listSends: recipe(ListSends, { unitOfWork }),
  readUpcoming: recipe(ReadUpcoming, { unitOfWork }),
  listOccurrences: recipe(ListOccurrences, { unitOfWork }),
  listNextOccurrences: recipe(ListNextOccurrences, { unitOfWork }),
  previewTimetable: recipe(PreviewTimetable, { clock }),
  findAnySchedule: recipe(FindAnySchedule, { unitOfWork }),
  listAccountSchedules: recipe(ListAccountSchedules, { unitOfWork }),
  previewSchedule: recipe(PreviewSchedule, { unitOfWork, clock, ids, secrets }),
  runOccurrence,
  startSend,
  watchCanary,
  recomputeSchedules: recipe(RecomputeSchedules, { unitOfWork, clock }),

  addWebhook: recipe(AddWebhook, { unitOfWork, clock, ids, secrets }),
  listWebhooks: recipe(ListWebhooks, { unitOfWork }),
  readWebhook: recipe(ReadWebhook, { unitOfWork }),
  changeWebhook: recipe(ChangeWebhook, { unitOfWork, clock }),
  rotateWebhookSecret: recipe(RotateWebhookSecret, { unitOfWork, clock, secrets }),
  removeWebhook: recipe(RemoveWebhook, { unitOfWork }),
  testWebhook: recipe(TestWebhook, { unitOfWork, clock, ids }),
  listDeliveries: recipe(ListDeliveries, { unitOfWork }),
  readDelivery: recipe(ReadDelivery, { unitOfWork }),
  replayEvents: recipe(ReplayEvents, { unitOfWork, clock }),
  relayEvents: recipe(RelayEvents, { unitOfWork, clock }),
  deliverEvents,

  runDueJobs: recipe(RunDueJobs, {
    unitOfWork,
    clock,
    ids,
    chance,
    finishMessage,
    dispatchChunk,
    runOccurrence,
    startSend,
    watchCanary,
    deliverEvents,
    runImport,
  }),
  listDeadJobs: recipe(ListDeadJobs, { unitOfWork }),
  readJobWaits: recipe(ReadJobWaits, { unitOfWork, clock }),
  retryJob: recipe(RetryJob, { unitOfWork, clock }),
  discardJob: recipe(DiscardJob, { unitOfWork, clock, ids, secrets }),
  trimExpired: recipe(TrimExpired, { unitOfWork, clock, timer }),
}

export type UseCases = { readonly [K in keyof typeof USE_CASES]: MadeBy<(typeof USE_CASES)[K]> }

type MadeBy<R> = R extends Recipe<infer T> ? T : never
