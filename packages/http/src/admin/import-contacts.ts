import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  IMPORT_SLICE,
  invalidInput,
  rowReaderOf,
  type ImportContacts,
  type ImportContactsInput,
  type ImportRow,
  type RejectedRow,
} from '@carillon/core'
import type { UseCases } from '@carillon/container'
import type { Request } from 'express'
import { requireType } from '../body.js'
import { contextOf, type Surroundings } from '../context.js'
import { HttpError, problemOf, unavailable } from '../problem.js'
import { isCutOff } from '../problems.js'
import { Parameter, readQuery } from '../query.js'
import type { Route } from '../route.js'
import { accountNameOf } from './accounts.js'
import { csvRows, inSlices, type CsvFault, type CsvRow } from './csv-rows.js'
import { NAME } from './declaration.js'

type ImportUseCases = Pick<UseCases, 'readAccount' | 'readGroupByName' | 'readCustomFields' | 'importContacts'>

const IMPORTS_MAX = 2
const RETRY_AFTER_SECONDS = 5

class ImportQuery {
  @Parameter(NAME) group?: string
}

/** A contact file of any size, taken slice by slice while it arrives; the answer tells how it goes. */
export function importRoutes(useCases: ImportUseCases, surroundings: Surroundings): Route[] {
  let running = 0
  return [
    {
      method: 'post',
      path: '/accounts/:name/contacts/import',
      handle: async (req, res) => {
        if (running === IMPORTS_MAX) {
          throw unavailable(`${IMPORTS_MAX} imports are running, and no more are taken at a time`, RETRY_AFTER_SECONDS)
        }
        running++
        const slices = slicesOf(req)
        try {
          const { target, first } = await begin(req, slices, useCases)
          const told = (error: unknown) => {
            const { problem } = problemOf(error, surroundings)
            const isOurs = problem.status >= 500 && !isCutOff(error, req)
            if (isOurs) surroundings.logger.error({ requestId: contextOf(res).requestId, err: error }, 'import failed')
            return problem
          }
          res.type('application/x-ndjson')
          const lines = linesOf({ first, slices, target, importContacts: useCases.importContacts, told })
          await pipeline(Readable.from(lines), res)
        } finally {
          running--
          drain(req, slices)
        }
      },
    },
  ]
}

/** What is left of the file is not wanted, but a client that reads only when it has sent all must get rid of it. */
function drain(req: Request, slices: AsyncGenerator<unknown>) {
  slices.return(undefined).then(
    () => req.resume(),
    () => undefined,
  )
}

/** Reading may stop before the end, and the answer must still go out over the connection. */
function slicesOf(req: Request): AsyncGenerator<readonly CsvRow[]> {
  return inSlices(csvRows(req.iterator({ destroyOnReturn: false })), IMPORT_SLICE)
}

type Target = Omit<ImportContactsInput, 'rows'>

/** Everything that can be refused before the first row is stored. */
async function begin(req: Request, slices: AsyncGenerator<readonly CsvRow[]>, useCases: ImportUseCases) {
  requireType(req, ['text/csv'])
  if (req.headers['content-encoding'] !== undefined) {
    throw new HttpError('wrong-content-type', 'The file must come without a Content-Encoding')
  }
  const { group: groupName } = readQuery(req, ImportQuery)
  if (!groupName) throw invalidInput('group', 'is missing: it must be the name of the group that the contacts join')
  const account = await useCases.readAccount.execute({ name: accountNameOf(req) })
  const group = await useCases.readGroupByName.execute({ account, name: groupName })
  const fields = await useCases.readCustomFields.execute({ account })

  const start = await slices.next()
  const [header, ...first] = start.done ? [] : start.value
  if (header === undefined) throw invalidInput('header', 'is missing: the file is empty')
  if ('fault' in header) throw invalidInput('header', header.fault)
  const target: Target = { account, group, fields, read: rowReaderOf(header.cells, fields) }
  return { target, first }
}

type Totals = { rows: number; created: number; updated: number; unchanged: number; joined: number; rejected: number }

type Run = {
  readonly first: readonly CsvRow[]
  readonly slices: AsyncGenerator<readonly CsvRow[]>
  readonly target: Target
  readonly importContacts: ImportContacts
  readonly told: (error: unknown) => object
}

/** While one slice is stored the next is read. Slices follow each other: a later row of one number wins. */
async function* linesOf({ first, slices, target, importContacts, told }: Run): AsyncGenerator<string> {
  const totals: Totals = { rows: 0, created: 0, updated: 0, unchanged: 0, joined: 0, rejected: 0 }
  try {
    for (let rows: readonly CsvRow[] | null = first; rows !== null;) {
      const upcoming = slices.next()
      upcoming.catch(() => undefined)
      const { rejected, ...counts } = await importContacts.execute({ ...target, rows: rows.filter(isRecord) })
      const refused = [...rows.filter(isFault).map(toRejected), ...rejected].sort((a, b) => a.line - b.line)
      add(totals, { ...counts, rows: rows.length, rejected: refused.length })
      if (refused.length > 0) yield lineOf({ rejected: refused })
      yield lineOf({ progress: totals })
      const next = await upcoming
      rows = next.done ? null : next.value
    }
    yield lineOf({ done: totals })
  } catch (error) {
    yield lineOf({ error: told(error) })
  }
}

function isFault(row: CsvRow): row is CsvFault {
  return 'fault' in row
}

function isRecord(row: CsvRow): row is ImportRow {
  return !isFault(row)
}

function toRejected({ line, fault }: CsvFault): RejectedRow {
  return { line, reason: `The row ${fault}` }
}

function add(totals: Totals, counts: Totals) {
  for (const name of Object.keys(totals) as (keyof Totals)[]) totals[name] += counts[name]
}

function lineOf(content: object): string {
  return `${JSON.stringify(content)}\n`
}
