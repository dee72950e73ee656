import type { Account } from '../../model/accounts/account.js'
import { isImportId, type ContactImport } from '../../model/contact-imports/contact-import.js'
import type { RejectedRow } from '../../model/contact-imports/import-rows.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidCursor, joinedCursor, placeIn } from '../../values/cursor.js'
import { DomainError } from '../../values/errors.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

/** The id is not validated. */
export type ImportInput = { readonly account: Account; readonly id: string }

/** The imports of an account, newest first. */
export class ListImports {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({
    account,
    cursor,
    limit,
  }: CursorRequest & { readonly account: Account }): Promise<CursorPage<ImportWithName>> {
    const after = cursor === null ? null : placeOf(cursor)
    return this.deps.unitOfWork.run(async (stores) => {
      const found = await stores.contactImports.list(account.id, { after, limit: limit + 1 })
      const { results, nextCursor } = cursorPage(found, limit, ({ createdAt, id }) => joinedCursor(createdAt, id))
      return { results: await withNames(stores, results), nextCursor }
    })
  }
}

/** An import with the name of the user who uploaded it; null if the user does not exist any more. */
export type ImportWithName = { readonly imported: ContactImport; readonly userName: string | null }

async function withNames(
  { users }: Pick<Stores, 'users'>,
  imports: readonly ContactImport[],
): Promise<readonly ImportWithName[]> {
  const names = await users.names(imports.map(({ user }) => user))
  return imports.map((imported) => ({ imported, userName: names.get(imported.user) ?? null }))
}

export async function withName(stores: Pick<Stores, 'users'>, imported: ContactImport): Promise<ImportWithName> {
  const [named] = await withNames(stores, [imported])
  return named!
}

export type ListRejectedInput = ImportInput & CursorRequest & { readonly class: string | null }

/** The rejected rows of an import, of one class or all, in the order of the file. */
export class ListRejectedRows {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ class: name, cursor, limit, ...of }: ListRejectedInput): Promise<CursorPage<RejectedRow>> {
    const afterLine = cursor === null ? 0 : lineIn(cursor)
    const found = await this.deps.unitOfWork.run(async (stores) => {
      const imported = await requireImport(stores, of)
      return stores.contactImports.rejected(imported, { class: name, afterLine, limit: limit + 1 })
    })
    return cursorPage(found, limit, ({ line }) => String(line))
  }
}

const EXPORTED_TOGETHER = 1_000

/** All rejected rows of an import, in steps, with the names of their columns. */
export class ExportRejectedRows {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute(of: ImportInput): Promise<ExportedRejectedRows> {
    const imported = await this.deps.unitOfWork.run((stores) => requireImport(stores, of))
    return { columns: imported.file.columns, steps: this.steps(imported) }
  }

  private async *steps(of: ContactImport): AsyncGenerator<readonly RejectedRow[]> {
    for (let afterLine = 0; ;) {
      const query = { class: null, afterLine, limit: EXPORTED_TOGETHER }
      const step = await this.deps.unitOfWork.run(({ contactImports }) => contactImports.rejected(of, query))
      if (step.length > 0) yield step
      if (step.length < EXPORTED_TOGETHER) return
      afterLine = step.at(-1)!.line
    }
  }
}

export type ExportedRejectedRows = {
  readonly columns: readonly string[]
  readonly steps: AsyncGenerator<readonly RejectedRow[]>
}

export async function requireImport(
  { contactImports }: Pick<Stores, 'contactImports'>,
  { account, id }: ImportInput,
): Promise<ContactImport> {
  const found = isImportId(id) ? await contactImports.find(account.id, id) : null
  if (found === null) throw importNotFound()
  return found
}

/** Locks the import. */
export async function takeImport(
  { contactImports }: Pick<Stores, 'contactImports'>,
  { account, id }: ImportInput,
): Promise<ContactImport> {
  const found = isImportId(id) ? await contactImports.lock(account.id, id) : null
  if (found === null) throw importNotFound()
  return found
}

function importNotFound(): DomainError {
  return new DomainError('import-not-found', 'No import of this account has this id')
}

function placeOf(cursor: string) {
  const { at, id } = placeIn(cursor, isImportId)
  return { createdAt: at, id }
}

function lineIn(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor)) throw invalidCursor()
  return Number(cursor)
}
