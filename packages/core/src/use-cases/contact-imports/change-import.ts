import {
  NOT_STARTED,
  hasFile,
  isUnderWay,
  type ContactImport,
  type ImportMapping,
  type ImportStatus,
  type OnExisting,
} from '../../model/contact-imports/contact-import.js'
import { importJobOf } from './import-job.js'
import { checkMapping, checkRunnable } from './import-mapping.js'
import { viewOf, type ImportView } from './preview-import.js'
import { takeImport, withName, type ImportInput, type ImportWithName } from './read-imports.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import { parseGroupId } from '../../values/ids.js'
import { groupNotFound } from '../groups/read-group.js'

export type MapImportInput = ImportInput & { readonly mapping: ImportMapping }

/** Changes what the columns of a file contain. Faults that a check has found are forgotten. */
export class MapImport {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ mapping, ...of }: MapImportInput): Promise<ImportView> {
    return this.deps.unitOfWork.run(async (stores) => {
      const before = await takeReady(stores, of)
      checkMapping(before, mapping, await stores.customFields.of(of.account.id))
      const mapped = { ...before, mapping, progress: NOT_STARTED }
      await stores.contactImports.save(mapped)
      await stores.contactImports.removeRejected(mapped)
      return viewOf(stores, of.account, mapped)
    })
  }
}

/** Lets a worker read the whole file without importing it, so that all of its faults are known. */
export class CheckImport {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute(of: ImportInput): Promise<ImportWithName> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const ready = await takeReady(stores, of)
      checkRunnable(ready, await stores.customFields.of(of.account.id))
      return withName(stores, await begin(stores, { ...ready, status: 'checking' }, now))
    })
  }
}

export type StartImportInput = ImportInput & {
  /** Ids, not validated. None: the contacts join no group. */
  readonly groups: readonly string[]
  readonly onExisting: OnExisting
  /** Whether the person says that these people have agreed to get texts from the groups. Needed if there are groups. */
  readonly hasConsent: boolean
  /** An operator does not need the capability of the account, like for every other import. */
  readonly isOperator: boolean
}

/** Lets a worker import the file. The contacts join the groups without a message, like by SILENT. */
export class StartImport {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute(input: StartImportInput): Promise<ImportWithName> {
    const { groups: requested, onExisting, isOperator } = input
    const of = { account: input.account, id: input.id }
    if (requested.length > 0) checkConsent(input)
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const ready = await takeReady(stores, of)
      checkRunnable(ready, await stores.customFields.of(of.account.id))
      const groups = [...new Set(requested.map(parseGroupId))].sort()
      const found = await stores.groups.find(of.account.id, groups)
      const missing = groups.find((id) => !found.has(id))
      if (missing !== undefined) throw groupNotFound({ id: missing })
      const plan = { groups, onExisting, by: isOperator ? 'OPERATOR' : 'API' } as const
      const started = { ...ready, status: 'running', plan, startedAt: now } as const
      return withName(stores, await begin(stores, started, now))
    })
  }
}

function checkConsent({ account, hasConsent, isOperator }: StartImportInput): void {
  if (!hasConsent) throw invalidInput('hasConsent', 'must be true: only people who have agreed may join a group')
  if (isOperator || account.capabilities.silentOptIn) return
  throw new DomainError('silent-unavailable', 'This account may not add people to groups without asking them')
}

/** Ends an import that has not ended. The contacts that it has imported stay. */
export class CancelImport {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute(of: ImportInput): Promise<ImportWithName> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const before = await takeImport(stores, of)
      const after = hasFile(before) ? await endImport(stores, before, { status: 'canceled', now }) : before
      return withName(stores, after)
    })
  }
}

type End = {
  readonly status: Extract<ImportStatus, 'completed' | 'canceled' | 'failed'>
  readonly failure?: string | null
  readonly now: Date
}

/** Ends an import that the caller has locked, and deletes the rows of its file. */
export async function endImport(
  { contactImports }: Pick<Stores, 'contactImports'>,
  imported: ContactImport,
  { status, failure = null, now }: End,
): Promise<ContactImport> {
  const ended: ContactImport = { ...imported, status, failure, endedAt: now }
  await contactImports.save(ended)
  await contactImports.removeRows(ended)
  return ended
}

async function begin(stores: Stores, imported: ContactImport, now: Date): Promise<ContactImport> {
  const begun = { ...imported, progress: NOT_STARTED }
  await stores.contactImports.save(begun)
  await stores.contactImports.removeRejected(begun)
  await stores.jobs.put([importJobOf(begun, now)])
  return begun
}

/** Locks the import. Refuses one that is being uploaded or worked on, or that has ended. */
async function takeReady(stores: Stores, of: ImportInput): Promise<ContactImport> {
  const found = await takeImport(stores, of)
  if (found.status === 'ready') return found
  const reason = isUnderWay(found) ? 'a worker works on it' : `it is ${found.status}`
  throw new DomainError('import-not-ready', `The import cannot be changed or started: ${reason}`)
}
