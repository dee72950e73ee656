import type { Account } from '../../model/accounts/account.js'
import {
  IMPORT_BYTES_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_ROWS_MAX,
  IMPORTS_OPEN_MAX,
  NOT_STARTED,
  type ContactImport,
  type ImportFile,
} from '../../model/contact-imports/contact-import.js'
import { guessMapping } from '../../model/contact-imports/guess-mapping.js'
import type { ImportRow } from '../../model/contact-imports/import-rows.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import type { UserId } from '../../values/ids.js'

export type UploadImportInput = {
  readonly account: Account
  readonly user: UserId
  readonly format: Omit<ImportFile, 'columns' | 'bytes' | 'rows'>
  /** In steps of IMPORT_STEP_ROWS rows, in the order of the file. The first row has the names of the columns. */
  readonly steps: AsyncGenerator<readonly ImportRow[]>
  /** How many bytes have arrived. */
  readonly bytes: () => number
}

/**
 * Stores a contact file while it arrives, in steps that a worker can import later. An upload that fails leaves nothing
 * behind; one that is cut off by a crash is deleted by the retention.
 */
export class UploadImport {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute({ account, user, format, steps, bytes }: UploadImportInput): Promise<ContactImport> {
    const [header, ...first] = (await steps.next()).value ?? []
    const columns = columnsOf(header)
    const file = { ...format, columns, bytes: 0, rows: 0 }
    const imported = await this.begin({ account, user, file, first })
    try {
      let rows = 0
      for (let step = 0, some: readonly ImportRow[] = first; some.length > 0; step++) {
        rows += some.length
        checkLength(rows, bytes())
        await this.deps.unitOfWork.run(({ contactImports }) => contactImports.addRows(imported, step, some))
        some = (await steps.next()).value ?? []
      }
      checkLength(rows, bytes())
      if (rows === 0) throw invalidInput('file', 'has no rows after the header')
      return await this.end({ ...imported, status: 'ready', file: { ...file, rows, bytes: bytes() } })
    } catch (error) {
      // What cannot be removed now is removed by the retention.
      await this.remove(imported).catch(() => undefined)
      throw error
    }
  }

  private begin({ account, user, file, first }: Beginning): Promise<ContactImport> {
    const id = this.deps.ids.next('imp')
    const createdAt = this.deps.clock.now()
    return this.deps.unitOfWork.run(async ({ contactImports, customFields }) => {
      const before = await contactImports.find(account.id, id)
      if (before !== null) return before
      if ((await contactImports.countOpen(account.id)) >= IMPORTS_OPEN_MAX) throw tooMany()
      const mapping = guessMapping(file.columns, first, await customFields.of(account.id))
      const imported: ContactImport = {
        id,
        account: account.id,
        status: 'uploading',
        user,
        file,
        mapping,
        plan: null,
        progress: NOT_STARTED,
        failure: null,
        createdAt,
        startedAt: null,
        endedAt: null,
      }
      await contactImports.add(imported)
      return imported
    })
  }

  private end(imported: ContactImport): Promise<ContactImport> {
    return this.deps.unitOfWork.run(async ({ contactImports }) => {
      if ((await contactImports.lock(imported.account, imported.id)) === null)
        throw new Error('The import was deleted during its upload')
      await contactImports.save(imported)
      return imported
    })
  }

  private remove({ account, id }: ContactImport): Promise<void> {
    return this.deps.unitOfWork.run(({ contactImports }) => contactImports.remove(account, id))
  }
}

type Beginning = {
  readonly account: Account
  readonly user: UserId
  readonly file: ImportFile
  readonly first: readonly ImportRow[]
}

function columnsOf(header: ImportRow | undefined): readonly string[] {
  if (header === undefined) throw invalidInput('file', 'is empty')
  if ('fault' in header) throw invalidInput('file', `has no readable header: the first row ${header.fault}`)
  const count = header.cells.length
  if (count <= IMPORT_COLUMNS_MAX) return header.cells.map((cell) => cell.trim())
  throw invalidInput('file', `must have at most ${IMPORT_COLUMNS_MAX} columns, got ${count}`)
}

function checkLength(rows: number, bytes: number): void {
  if (bytes > IMPORT_BYTES_MAX) throw invalidInput('file', 'must have at most 200 MB: split it into several files')
  if (rows > IMPORT_FILE_ROWS_MAX) throw invalidInput('file', `must have at most ${IMPORT_FILE_ROWS_MAX} rows`)
}

function tooMany(): DomainError {
  const message = `There are ${IMPORTS_OPEN_MAX} imports that have not ended: start or cancel one of them first`
  return new DomainError('too-many-imports', message, { limit: IMPORTS_OPEN_MAX })
}
