import {
  AddWebhook,
  ApplyAccount,
  Authenticate,
  CancelBroadcast,
  CancelSchedule,
  ChangeSchedule,
  ChangeWebhook,
  CreateApiKey,
  CreateContact,
  CreateSchedule,
  DeliverEvents,
  DispatchChunk,
  EnterCode,
  EraseContact,
  ExportBroadcastMessages,
  ExportContacts,
  FindAnyBroadcast,
  FindAnySchedule,
  FinishMessage,
  FollowLink,
  GrantCredits,
  ImportContacts,
  JoinGroup,
  LeaveGroup,
  LimitRate,
  ListAccounts,
  ListAccountSchedules,
  ListBroadcastClickRecipients,
  ListBroadcastMessages,
  ListContactLists,
  ListContacts,
  ListDeadJobs,
  ListDeliveries,
  ListGroups,
  ListLinkRecipients,
  ListLinks,
  ListMessages,
  ListSchedules,
  ListSends,
  ListWebhooks,
  Once,
  PreviewBroadcast,
  PreviewMessage,
  PreviewSchedule,
  ReadAccount,
  ReadBroadcast,
  ReadBroadcastClicks,
  ReadClicks,
  ReadConsent,
  ReadConsentProof,
  ReadContact,
  ReadContactList,
  ReadCredits,
  ReadCustomFields,
  ReadDelivery,
  ReadFormEntry,
  ReadGroup,
  ReadGroupByName,
  ReadLinkStats,
  ReadMessage,
  ReadOptInForm,
  ReadSchedule,
  ReadUpcoming,
  ReadWebhook,
  ReceiveInbound,
  ReceiveReceipt,
  RecomputeSchedules,
  RelayEvents,
  RemoveWebhook,
  ReplayEvents,
  RequestCode,
  ResendCode,
  RetryBroadcast,
  RetryJob,
  RevokeApiKey,
  RotateWebhookSecret,
  RunDueJobs,
  RunOccurrence,
  SaveContactList,
  SendMessage,
  StartBroadcast,
  StartSend,
  TestWebhook,
  TrimExpired,
  UpdateContact,
} from '@carillon/core'
import { ContainerModule, type Container } from 'inversify'
import { construct, type TokensFor } from './construct.js'
import { Tokens } from './tokens.js'

const {
  CarrierDirectory: directory,
  Chance: chance,
  Clock: clock,
  Ids: ids,
  Keyring: keyring,
  RateLimiter: rateLimiter,
  Secrets: secrets,
  SmsProvider: provider,
  Timer: timer,
  UnitOfWork: unitOfWork,
  WebhookSender: webhookSender,
} = Tokens

/** Binds every use case to itself, once for all. The adapters' modules bind what these ask for. */
export const useCasesModule = new ContainerModule(({ bind }) => {
  const single = <Deps extends object, T>(Class: new (deps: Deps) => T, tokens: TokensFor<Deps>) =>
    bind(Class)
      .toResolvedValue(...construct(Class, tokens))
      .inSingletonScope()

  single(Authenticate, { keyring, secrets })
  single(LimitRate, { rateLimiter, clock })
  single(ApplyAccount, { unitOfWork, clock, ids, secrets })
  single(ListAccounts, { unitOfWork })
  single(ReadAccount, { unitOfWork })
  single(CreateApiKey, { unitOfWork, clock, secrets })
  single(RevokeApiKey, { unitOfWork })
  single(GrantCredits, { unitOfWork, clock, ids })

  single(CreateContact, { unitOfWork, clock, ids, secrets })
  single(UpdateContact, { unitOfWork })
  single(ReadContact, { unitOfWork })
  single(ListContacts, { unitOfWork })
  single(ReadCustomFields, { unitOfWork })
  single(ImportContacts, { unitOfWork, clock, ids, secrets })
  single(ExportContacts, { unitOfWork })
  single(EraseContact, { unitOfWork, clock, timer, secrets, provider })
  single(SaveContactList, { unitOfWork, clock, ids })
  single(ListContactLists, { unitOfWork })
  single(ReadContactList, { unitOfWork })

  const handOver = { unitOfWork, clock, ids, chance, provider, secrets }
  single(ListGroups, { unitOfWork })
  single(ReadGroup, { unitOfWork })
  single(ReadGroupByName, { unitOfWork })
  single(JoinGroup, handOver)
  single(LeaveGroup, { unitOfWork, clock, ids, secrets })
  single(ReadConsent, { unitOfWork, secrets })
  single(ReadConsentProof, { unitOfWork, clock, secrets })
  single(ReadOptInForm, { unitOfWork, clock })
  single(RequestCode, { unitOfWork, clock, ids })
  single(ReadFormEntry, { unitOfWork, clock })
  single(EnterCode, { unitOfWork, clock, ids, secrets })
  single(ResendCode, { unitOfWork, clock, ids })

  single(Once, { unitOfWork, clock, timer })
  single(TrimExpired, { unitOfWork, clock, timer })
  single(SendMessage, { ...handOver, once: Once })
  single(FinishMessage, handOver)
  single(ReceiveInbound, handOver)
  single(ReceiveReceipt, { unitOfWork, clock, ids })
  single(ReadMessage, { unitOfWork })
  single(ListMessages, { unitOfWork })
  single(PreviewMessage, { unitOfWork, clock, ids, secrets })
  single(ReadCredits, { unitOfWork })

  single(StartBroadcast, { unitOfWork, clock, ids, secrets, once: Once })
  single(DispatchChunk, { ...handOver, directory })
  single(PreviewBroadcast, { unitOfWork, clock, ids, secrets })
  single(ReadBroadcast, { unitOfWork })
  single(FindAnyBroadcast, { unitOfWork })
  single(CancelBroadcast, { unitOfWork, clock, ids })
  single(RetryBroadcast, { unitOfWork, clock, ids, secrets })
  single(ListBroadcastMessages, { unitOfWork })
  single(ExportBroadcastMessages, { unitOfWork })

  single(FollowLink, { unitOfWork, clock, ids })
  single(ReadClicks, { unitOfWork })
  single(ListLinks, { unitOfWork })
  single(ReadLinkStats, { unitOfWork, clock })
  single(ListLinkRecipients, { unitOfWork })
  single(ReadBroadcastClicks, { unitOfWork })
  single(ListBroadcastClickRecipients, { unitOfWork })

  single(CreateSchedule, { unitOfWork, clock, ids, once: Once })
  single(ReadSchedule, { unitOfWork })
  single(ListSchedules, { unitOfWork })
  single(ChangeSchedule, { unitOfWork, clock })
  single(CancelSchedule, { unitOfWork, clock, ids })
  single(ListSends, { unitOfWork })
  single(ReadUpcoming, { unitOfWork })
  single(FindAnySchedule, { unitOfWork })
  single(ListAccountSchedules, { unitOfWork })
  single(PreviewSchedule, { unitOfWork, clock, ids, secrets })
  single(RunOccurrence, { unitOfWork, clock, ids })
  single(StartSend, { unitOfWork, clock, ids })
  single(RecomputeSchedules, { unitOfWork, clock })

  single(AddWebhook, { unitOfWork, clock, ids, secrets })
  single(ListWebhooks, { unitOfWork })
  single(ReadWebhook, { unitOfWork })
  single(ChangeWebhook, { unitOfWork, clock })
  single(RotateWebhookSecret, { unitOfWork, clock, secrets })
  single(RemoveWebhook, { unitOfWork })
  single(TestWebhook, { unitOfWork, clock, ids })
  single(ListDeliveries, { unitOfWork })
  single(ReadDelivery, { unitOfWork })
  single(ReplayEvents, { unitOfWork, clock })
  single(RelayEvents, { unitOfWork, clock })
  single(DeliverEvents, { unitOfWork, clock, chance, secrets, webhookSender })

  single(RunDueJobs, {
    unitOfWork,
    clock,
    ids,
    chance,
    finishMessage: FinishMessage,
    dispatchChunk: DispatchChunk,
    runOccurrence: RunOccurrence,
    startSend: StartSend,
    deliverEvents: DeliverEvents,
  })
  single(ListDeadJobs, { unitOfWork })
  single(RetryJob, { unitOfWork, clock })
})

/** Every use case by its name, for code that takes them as a plain object. */
export function useCasesOf(container: Container) {
  return {
    authenticate: container.get(Authenticate),
    limitRate: container.get(LimitRate),
    applyAccount: container.get(ApplyAccount),
    listAccounts: container.get(ListAccounts),
    readAccount: container.get(ReadAccount),
    createApiKey: container.get(CreateApiKey),
    revokeApiKey: container.get(RevokeApiKey),
    grantCredits: container.get(GrantCredits),
    createContact: container.get(CreateContact),
    updateContact: container.get(UpdateContact),
    readContact: container.get(ReadContact),
    listContacts: container.get(ListContacts),
    readCustomFields: container.get(ReadCustomFields),
    importContacts: container.get(ImportContacts),
    exportContacts: container.get(ExportContacts),
    eraseContact: container.get(EraseContact),
    saveContactList: container.get(SaveContactList),
    listContactLists: container.get(ListContactLists),
    readContactList: container.get(ReadContactList),
    listGroups: container.get(ListGroups),
    readGroup: container.get(ReadGroup),
    readGroupByName: container.get(ReadGroupByName),
    joinGroup: container.get(JoinGroup),
    leaveGroup: container.get(LeaveGroup),
    readConsent: container.get(ReadConsent),
    readConsentProof: container.get(ReadConsentProof),
    readOptInForm: container.get(ReadOptInForm),
    requestCode: container.get(RequestCode),
    readFormEntry: container.get(ReadFormEntry),
    enterCode: container.get(EnterCode),
    resendCode: container.get(ResendCode),
    sendMessage: container.get(SendMessage),
    finishMessage: container.get(FinishMessage),
    readMessage: container.get(ReadMessage),
    listMessages: container.get(ListMessages),
    receiveInbound: container.get(ReceiveInbound),
    receiveReceipt: container.get(ReceiveReceipt),
    previewMessage: container.get(PreviewMessage),
    readCredits: container.get(ReadCredits),
    startBroadcast: container.get(StartBroadcast),
    dispatchChunk: container.get(DispatchChunk),
    previewBroadcast: container.get(PreviewBroadcast),
    findAnyBroadcast: container.get(FindAnyBroadcast),
    readBroadcast: container.get(ReadBroadcast),
    cancelBroadcast: container.get(CancelBroadcast),
    retryBroadcast: container.get(RetryBroadcast),
    listBroadcastMessages: container.get(ListBroadcastMessages),
    exportBroadcastMessages: container.get(ExportBroadcastMessages),
    followLink: container.get(FollowLink),
    readClicks: container.get(ReadClicks),
    listLinks: container.get(ListLinks),
    readLinkStats: container.get(ReadLinkStats),
    listLinkRecipients: container.get(ListLinkRecipients),
    readBroadcastClicks: container.get(ReadBroadcastClicks),
    listBroadcastClickRecipients: container.get(ListBroadcastClickRecipients),
    createSchedule: container.get(CreateSchedule),
    readSchedule: container.get(ReadSchedule),
    listSchedules: container.get(ListSchedules),
    changeSchedule: container.get(ChangeSchedule),
    cancelSchedule: container.get(CancelSchedule),
    listSends: container.get(ListSends),
    readUpcoming: container.get(ReadUpcoming),
    findAnySchedule: container.get(FindAnySchedule),
    listAccountSchedules: container.get(ListAccountSchedules),
    previewSchedule: container.get(PreviewSchedule),
    runOccurrence: container.get(RunOccurrence),
    startSend: container.get(StartSend),
    recomputeSchedules: container.get(RecomputeSchedules),
    addWebhook: container.get(AddWebhook),
    listWebhooks: container.get(ListWebhooks),
    readWebhook: container.get(ReadWebhook),
    changeWebhook: container.get(ChangeWebhook),
    rotateWebhookSecret: container.get(RotateWebhookSecret),
    removeWebhook: container.get(RemoveWebhook),
    testWebhook: container.get(TestWebhook),
    listDeliveries: container.get(ListDeliveries),
    readDelivery: container.get(ReadDelivery),
    replayEvents: container.get(ReplayEvents),
    relayEvents: container.get(RelayEvents),
    deliverEvents: container.get(DeliverEvents),
    runDueJobs: container.get(RunDueJobs),
    listDeadJobs: container.get(ListDeadJobs),
    retryJob: container.get(RetryJob),
    trimExpired: container.get(TrimExpired),
  }
}

export type UseCases = ReturnType<typeof useCasesOf>
