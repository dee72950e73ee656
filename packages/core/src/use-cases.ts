import { ApplyAccount } from './accounts/apply-account.js'
import { Authenticate } from './accounts/authenticate.js'
import { CreateApiKey } from './accounts/create-api-key.js'
import { LimitRate } from './accounts/limit-rate.js'
import { ListAccounts } from './accounts/list-accounts.js'
import { ReadAccount } from './accounts/read-account.js'
import { RevokeApiKey } from './accounts/revoke-api-key.js'
import { PORTS } from './adapters.js'
import { CancelBroadcast } from './broadcasts/cancel-broadcast.js'
import { DispatchChunk } from './broadcasts/dispatch-chunk.js'
import { ExportBroadcastMessages } from './broadcasts/export-broadcast-messages.js'
import { FindAnyBroadcast } from './broadcasts/find-any-broadcast.js'
import { ListBroadcastMessages } from './broadcasts/list-broadcast-messages.js'
import { PreviewBroadcast } from './broadcasts/preview-broadcast.js'
import { ReadBroadcast } from './broadcasts/read-broadcast.js'
import { RetryBroadcast } from './broadcasts/retry-broadcast.js'
import { StartBroadcast } from './broadcasts/start-broadcast.js'
import { EnterCode } from './consent/enter-code.js'
import { JoinGroup } from './consent/join-group.js'
import { LeaveGroup } from './consent/leave-group.js'
import { ReadConsentProof } from './consent/read-consent-proof.js'
import { ReadConsent } from './consent/read-consent.js'
import { ReadFormEntry } from './consent/read-form-entry.js'
import { ReadOptInForm } from './consent/read-opt-in-form.js'
import { ReceiveInbound } from './consent/receive-inbound.js'
import { RequestCode } from './consent/request-code.js'
import { ResendCode } from './consent/resend-code.js'
import { CreateContact } from './contacts/create-contact.js'
import { ExportContacts } from './contacts/export-contacts.js'
import { ImportContacts } from './contacts/import-contacts.js'
import { ListContactLists } from './contacts/list-contact-lists.js'
import { ListContacts } from './contacts/list-contacts.js'
import { ReadContactList } from './contacts/read-contact-list.js'
import { ReadContact } from './contacts/read-contact.js'
import { ReadCustomFields } from './contacts/read-custom-fields.js'
import { SaveContactList } from './contacts/save-contact-list.js'
import { UpdateContact } from './contacts/update-contact.js'
import { GrantCredits } from './credits/grant-credits.js'
import { ReadCredits } from './credits/read-credits.js'
import { EraseContact } from './erasure/erase-contact.js'
import { ListGroups } from './groups/list-groups.js'
import { ReadGroupByName } from './groups/read-group-by-name.js'
import { ReadGroup } from './groups/read-group.js'
import { Once } from './idempotency/once.js'
import { ListDeadJobs } from './jobs/list-dead-jobs.js'
import { ReadJobWaits } from './jobs/read-job-waits.js'
import { RetryJob } from './jobs/retry-job.js'
import { RunDueJobs } from './jobs/run-due-jobs.js'
import { TrimExpired } from './jobs/trim-expired.js'
import { FollowLink } from './links/follow-link.js'
import { ListBroadcastClickRecipients } from './links/list-broadcast-click-recipients.js'
import { ListLinkRecipients } from './links/list-link-recipients.js'
import { ListLinks } from './links/list-links.js'
import { ReadBroadcastClicks } from './links/read-broadcast-clicks.js'
import { ReadClicks } from './links/read-clicks.js'
import { ReadLinkStats } from './links/read-link-stats.js'
import { FinishMessage } from './messages/finish-message.js'
import { ListMessages } from './messages/list-messages.js'
import { PreviewMessage } from './messages/preview-message.js'
import { ReadMessage } from './messages/read-message.js'
import { ReceiveReceipt } from './messages/receive-receipt.js'
import { SendMessage } from './messages/send-message.js'
import { recipe, type Recipe } from './recipe.js'
import { CancelSchedule } from './schedules/cancel-schedule.js'
import { ChangeSchedule } from './schedules/change-schedule.js'
import { CreateSchedule } from './schedules/create-schedule.js'
import { FindAnySchedule } from './schedules/find-any-schedule.js'
import { ListAccountSchedules } from './schedules/list-account-schedules.js'
import { ListSchedules } from './schedules/list-schedules.js'
import { ListSends } from './schedules/list-sends.js'
import { PreviewSchedule } from './schedules/preview-schedule.js'
import { ReadSchedule } from './schedules/read-schedule.js'
import { ReadUpcoming } from './schedules/read-upcoming.js'
import { RecomputeSchedules } from './schedules/recompute-schedules.js'
import { RunOccurrence } from './schedules/run-occurrence.js'
import { StartSend } from './schedules/start-send.js'
import { AddWebhook } from './webhooks/add-webhook.js'
import { ChangeWebhook } from './webhooks/change-webhook.js'
import { DeliverEvents } from './webhooks/deliver-events.js'
import { ListDeliveries } from './webhooks/list-deliveries.js'
import { ListWebhooks } from './webhooks/list-webhooks.js'
import { ReadDelivery } from './webhooks/read-delivery.js'
import { ReadWebhook } from './webhooks/read-webhook.js'
import { RelayEvents } from './webhooks/relay-events.js'
import { RemoveWebhook } from './webhooks/remove-webhook.js'
import { ReplayEvents } from './webhooks/replay-events.js'
import { RotateWebhookSecret } from './webhooks/rotate-webhook-secret.js'
import { TestWebhook } from './webhooks/test-webhook.js'

const { chance, clock, directory, ids, keyring, provider, rateLimiter, secrets, timer, unitOfWork, webhookSender } =
  PORTS
const handOver = { unitOfWork, clock, ids, chance, provider, secrets }

/** No use case, but what makes one happen once. */
const once = recipe(Once, { unitOfWork, clock, timer })

const finishMessage = recipe(FinishMessage, handOver)
const dispatchChunk = recipe(DispatchChunk, { ...handOver, directory })
const runOccurrence = recipe(RunOccurrence, { unitOfWork, clock, ids })
const startSend = recipe(StartSend, { unitOfWork, clock, ids })
const deliverEvents = recipe(DeliverEvents, { unitOfWork, clock, chance, secrets, webhookSender })

/**
 * Every use case: the name that it is called by, its class and what it takes. Whoever puts them together, by hand or in
 * a container, goes by this table.
 */
export const USE_CASES = {
  authenticate: recipe(Authenticate, { keyring, secrets }),
  limitRate: recipe(LimitRate, { rateLimiter, clock }),
  applyAccount: recipe(ApplyAccount, { unitOfWork, clock, ids, secrets }),
  listAccounts: recipe(ListAccounts, { unitOfWork }),
  readAccount: recipe(ReadAccount, { unitOfWork }),
  createApiKey: recipe(CreateApiKey, { unitOfWork, clock, secrets }),
  revokeApiKey: recipe(RevokeApiKey, { unitOfWork }),
  readCredits: recipe(ReadCredits, { unitOfWork }),
  grantCredits: recipe(GrantCredits, { unitOfWork, clock, ids }),

  createContact: recipe(CreateContact, { unitOfWork, clock, ids, secrets }),
  updateContact: recipe(UpdateContact, { unitOfWork }),
  readContact: recipe(ReadContact, { unitOfWork }),
  listContacts: recipe(ListContacts, { unitOfWork }),
  readCustomFields: recipe(ReadCustomFields, { unitOfWork }),
  importContacts: recipe(ImportContacts, { unitOfWork, clock, ids, secrets }),
  exportContacts: recipe(ExportContacts, { unitOfWork }),
  eraseContact: recipe(EraseContact, { unitOfWork, clock, timer, secrets, provider }),
  saveContactList: recipe(SaveContactList, { unitOfWork, clock, ids }),
  listContactLists: recipe(ListContactLists, { unitOfWork }),
  readContactList: recipe(ReadContactList, { unitOfWork }),

  listGroups: recipe(ListGroups, { unitOfWork }),
  readGroup: recipe(ReadGroup, { unitOfWork }),
  readGroupByName: recipe(ReadGroupByName, { unitOfWork }),
  joinGroup: recipe(JoinGroup, handOver),
  leaveGroup: recipe(LeaveGroup, { unitOfWork, clock, ids, secrets }),
  readConsent: recipe(ReadConsent, { unitOfWork, secrets }),
  readConsentProof: recipe(ReadConsentProof, { unitOfWork, clock, secrets }),
  readOptInForm: recipe(ReadOptInForm, { unitOfWork, clock }),
  requestCode: recipe(RequestCode, { unitOfWork, clock, ids }),
  readFormEntry: recipe(ReadFormEntry, { unitOfWork, clock }),
  enterCode: recipe(EnterCode, { unitOfWork, clock, ids, secrets }),
  resendCode: recipe(ResendCode, { unitOfWork, clock, ids }),

  sendMessage: recipe(SendMessage, { ...handOver, once }),
  finishMessage,
  receiveInbound: recipe(ReceiveInbound, handOver),
  receiveReceipt: recipe(ReceiveReceipt, { unitOfWork, clock, ids }),
  readMessage: recipe(ReadMessage, { unitOfWork }),
  listMessages: recipe(ListMessages, { unitOfWork }),
  previewMessage: recipe(PreviewMessage, { unitOfWork, clock, ids, secrets }),

  startBroadcast: recipe(StartBroadcast, { unitOfWork, clock, ids, secrets, once }),
  dispatchChunk,
  previewBroadcast: recipe(PreviewBroadcast, { unitOfWork, clock, ids, secrets }),
  readBroadcast: recipe(ReadBroadcast, { unitOfWork }),
  findAnyBroadcast: recipe(FindAnyBroadcast, { unitOfWork }),
  cancelBroadcast: recipe(CancelBroadcast, { unitOfWork, clock, ids }),
  retryBroadcast: recipe(RetryBroadcast, { unitOfWork, clock, ids, secrets }),
  listBroadcastMessages: recipe(ListBroadcastMessages, { unitOfWork }),
  exportBroadcastMessages: recipe(ExportBroadcastMessages, { unitOfWork }),

  followLink: recipe(FollowLink, { unitOfWork, clock, ids }),
  readClicks: recipe(ReadClicks, { unitOfWork }),
  listLinks: recipe(ListLinks, { unitOfWork }),
  readLinkStats: recipe(ReadLinkStats, { unitOfWork, clock }),
  listLinkRecipients: recipe(ListLinkRecipients, { unitOfWork }),
  readBroadcastClicks: recipe(ReadBroadcastClicks, { unitOfWork }),
  listBroadcastClickRecipients: recipe(ListBroadcastClickRecipients, { unitOfWork }),

  createSchedule: recipe(CreateSchedule, { unitOfWork, clock, ids, once }),
  readSchedule: recipe(ReadSchedule, { unitOfWork }),
  listSchedules: recipe(ListSchedules, { unitOfWork }),
  changeSchedule: recipe(ChangeSchedule, { unitOfWork, clock }),
  cancelSchedule: recipe(CancelSchedule, { unitOfWork, clock, ids }),
  listSends: recipe(ListSends, { unitOfWork }),
  readUpcoming: recipe(ReadUpcoming, { unitOfWork }),
  findAnySchedule: recipe(FindAnySchedule, { unitOfWork }),
  listAccountSchedules: recipe(ListAccountSchedules, { unitOfWork }),
  previewSchedule: recipe(PreviewSchedule, { unitOfWork, clock, ids, secrets }),
  runOccurrence,
  startSend,
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
    deliverEvents,
  }),
  listDeadJobs: recipe(ListDeadJobs, { unitOfWork }),
  readJobWaits: recipe(ReadJobWaits, { unitOfWork, clock }),
  retryJob: recipe(RetryJob, { unitOfWork, clock }),
  trimExpired: recipe(TrimExpired, { unitOfWork, clock, timer }),
}

export type UseCases = { readonly [K in keyof typeof USE_CASES]: MadeBy<(typeof USE_CASES)[K]> }

type MadeBy<R> = R extends Recipe<infer T> ? T : never
