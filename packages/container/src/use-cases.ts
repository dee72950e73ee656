import {
  ApplyAccount,
  Authenticate,
  CreateApiKey,
  CreateContact,
  ExportContacts,
  GrantCredits,
  ImportContacts,
  JoinGroup,
  LeaveGroup,
  LimitRate,
  ListAccounts,
  ListContacts,
  ListGroups,
  ReadAccount,
  ReadConsent,
  ReadContact,
  ReadCustomFields,
  ReadGroup,
  ReadGroupByName,
  RevokeApiKey,
  UpdateContact,
} from '@carillon/core'
import { ContainerModule, type Container } from 'inversify'
import { construct } from './construct.js'
import { Tokens } from './tokens.js'

const {
  Clock: clock,
  Ids: ids,
  Keyring: keyring,
  RateLimiter: rateLimiter,
  Secrets: secrets,
  UnitOfWork: unitOfWork,
} = Tokens

/** Binds every use case to itself, once for all. The adapters' modules bind what these ask for. */
export const useCases = new ContainerModule(({ bind }) => {
  bind(Authenticate)
    .toResolvedValue(...construct(Authenticate, { keyring, secrets }))
    .inSingletonScope()
  bind(LimitRate)
    .toResolvedValue(...construct(LimitRate, { rateLimiter, clock }))
    .inSingletonScope()
  bind(ApplyAccount)
    .toResolvedValue(...construct(ApplyAccount, { unitOfWork, clock, ids, secrets }))
    .inSingletonScope()
  bind(ListAccounts)
    .toResolvedValue(...construct(ListAccounts, { unitOfWork }))
    .inSingletonScope()
  bind(ReadAccount)
    .toResolvedValue(...construct(ReadAccount, { unitOfWork }))
    .inSingletonScope()
  bind(CreateApiKey)
    .toResolvedValue(...construct(CreateApiKey, { unitOfWork, clock, secrets }))
    .inSingletonScope()
  bind(RevokeApiKey)
    .toResolvedValue(...construct(RevokeApiKey, { unitOfWork }))
    .inSingletonScope()
  bind(GrantCredits)
    .toResolvedValue(...construct(GrantCredits, { unitOfWork, clock, ids }))
    .inSingletonScope()

  bind(CreateContact)
    .toResolvedValue(...construct(CreateContact, { unitOfWork, clock, ids }))
    .inSingletonScope()
  bind(UpdateContact)
    .toResolvedValue(...construct(UpdateContact, { unitOfWork }))
    .inSingletonScope()
  bind(ReadContact)
    .toResolvedValue(...construct(ReadContact, { unitOfWork }))
    .inSingletonScope()
  bind(ListContacts)
    .toResolvedValue(...construct(ListContacts, { unitOfWork }))
    .inSingletonScope()
  bind(ReadCustomFields)
    .toResolvedValue(...construct(ReadCustomFields, { unitOfWork }))
    .inSingletonScope()
  bind(ImportContacts)
    .toResolvedValue(...construct(ImportContacts, { unitOfWork, clock, ids, secrets }))
    .inSingletonScope()
  bind(ExportContacts)
    .toResolvedValue(...construct(ExportContacts, { unitOfWork }))
    .inSingletonScope()

  bind(ListGroups)
    .toResolvedValue(...construct(ListGroups, { unitOfWork }))
    .inSingletonScope()
  bind(ReadGroup)
    .toResolvedValue(...construct(ReadGroup, { unitOfWork }))
    .inSingletonScope()
  bind(ReadGroupByName)
    .toResolvedValue(...construct(ReadGroupByName, { unitOfWork }))
    .inSingletonScope()
  bind(JoinGroup)
    .toResolvedValue(...construct(JoinGroup, { unitOfWork, clock, ids, secrets }))
    .inSingletonScope()
  bind(LeaveGroup)
    .toResolvedValue(...construct(LeaveGroup, { unitOfWork, clock, ids, secrets }))
    .inSingletonScope()
  bind(ReadConsent)
    .toResolvedValue(...construct(ReadConsent, { unitOfWork, secrets }))
    .inSingletonScope()
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
    listGroups: container.get(ListGroups),
    readGroup: container.get(ReadGroup),
    readGroupByName: container.get(ReadGroupByName),
    joinGroup: container.get(JoinGroup),
    leaveGroup: container.get(LeaveGroup),
    readConsent: container.get(ReadConsent),
  }
}

export type UseCases = ReturnType<typeof useCasesOf>
