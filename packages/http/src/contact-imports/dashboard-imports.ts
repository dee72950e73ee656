import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AUDIENCE_GROUPS_MAX,
  IMPORT_BYTES_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_STEP_ROWS,
  ON_EXISTING,
  invalidInput,
  lengthOf,
  type ExportedRejectedRows,
  type OnExisting,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf, signedInOf } from '../api/context.js'
import { HttpError, unavailable } from '../api/problem.js'
import type { Route } from '../api/route.js'
import { readBody, requireType, tooLarge } from '../input/body.js'
import { Check, Flag, MayBeAbsent, MayBeNull, OneOf, Text, TextList } from '../input/checks.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { parameterOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'
import { ANY_TEXT, NoFields } from '../input/shape.js'
import { arrivingFile } from './arriving-file.js'
import { recordWriterOf, SPREADSHEET } from './csv-record.js'
import { csvRows, inBatches, type CsvRow } from './csv-rows.js'
import { drain } from './drain.js'
import { importResponse, importViewResponse, rejectedResponse } from './import-response.js'
import { sniffCsv } from './sniff-csv.js'

const IMPORTS = '/accounts/:account/imports'
const IMPORT = `${IMPORTS}/:importId`

/** Files that arrive at this process at once: each uses memory and the database. */
const UPLOADS_MAX = 4
const RETRY_AFTER_SECONDS = 5

const FILE_NAME = lengthOf({ min: 1, max: 200 })
const FAULT_CLASS = lengthOf({ min: 1, max: 100 })

class UploadQuery {
  @Parameter(FILE_NAME) fileName?: string
}

class RejectedFileQuery {
  @Parameter(SPREADSHEET) spreadsheet?: string
}

class RejectedRowsQuery extends CursorQuery {
  @Parameter(FAULT_CLASS) class?: string
}

export class ImportMappingFields {
  @Check((value) => targetsFault(value)) columns!: readonly (string | null)[]
  @MayBeNull() @Text(ANY_TEXT) callingCode?: string | null
}

export class StartImportFields {
  @TextList(ANY_TEXT, { min: 0, max: AUDIENCE_GROUPS_MAX }) groups!: readonly string[]
  @MayBeAbsent() @OneOf(ON_EXISTING) onExisting?: OnExisting
  @MayBeAbsent() @Flag() hasConsent?: boolean
}

function targetsFault(value: unknown): string | null {
  const isList = Array.isArray(value) && value.length <= IMPORT_COLUMNS_MAX
  return isList && value.every((target) => target === null || typeof target === 'string')
    ? null
    : `must be a list of at most ${IMPORT_COLUMNS_MAX} texts or nulls`
}

type ImportUseCases = Pick<
  UseCases,
  | 'uploadImport'
  | 'listImports'
  | 'readImport'
  | 'mapImport'
  | 'checkImport'
  | 'startImport'
  | 'cancelImport'
  | 'listRejectedRows'
  | 'exportRejectedRows'
>

/** Contact files that are uploaded once, mapped and previewed by a person, and imported by the workers. */
export function storedImportRoutes(useCases: ImportUseCases, uploads: Uploads): Route[] {
  const { mapImport, readImport, checkImport, startImport, cancelImport } = useCases
  const named = (req: Request, res: Response) => ({ account: accountOf(res), id: parameterOf(req, 'importId') })
  return [
    uploadRoute(useCases, uploads),
    ...listRoutes(useCases, named),
    {
      method: 'get',
      path: IMPORT,
      handle: async (req, res) => {
        res.json(importViewResponse(await readImport.execute(named(req, res))))
      },
    },
    {
      method: 'put',
      path: `${IMPORT}/mapping`,
      handle: async (req, res) => {
        const { columns, callingCode = null } = await readBody(req, ImportMappingFields)
        const mapping = { columns, callingCode }
        res.json(importViewResponse(await mapImport.execute({ ...named(req, res), mapping })))
      },
    },
    {
      method: 'post',
      path: `${IMPORT}/check`,
      handle: async (req, res) => {
        await readBody(req, NoFields)
        res.status(202).json(importResponse(await checkImport.execute(named(req, res))))
      },
    },
    {
      method: 'post',
      path: `${IMPORT}/start`,
      handle: async (req, res) => {
        const { groups, onExisting = 'update', hasConsent = false } = await readBody(req, StartImportFields)
        const plan = { groups, onExisting, hasConsent, isOperator: signedInOf(res).user.isOwner }
        res.status(202).json(importResponse(await startImport.execute({ ...named(req, res), ...plan })))
      },
    },
    {
      method: 'post',
      path: `${IMPORT}/cancel`,
      handle: async (req, res) => {
        await readBody(req, NoFields)
        res.json(importResponse(await cancelImport.execute(named(req, res))))
      },
    },
  ]
}

/** How many files arrive at this process. */
export type Uploads = { running: number }

function uploadRoute({ uploadImport, readImport }: ImportUseCases, uploads: Uploads): Route {
  return {
    method: 'post',
    path: IMPORTS,
    handle: async (req, res) => {
      if (uploads.running >= UPLOADS_MAX) {
        throw unavailable(`Too many files are arriving: at most ${UPLOADS_MAX} at a time`, RETRY_AFTER_SECONDS)
      }
      uploads.running++
      const arriving = counted(arrivingFile(req))
      try {
        refuseOther(req)
        const { fileName = 'contacts.csv' } = readQuery(req, UploadQuery)
        const account = accountOf(res)
        const { format, chunks } = await sniffCsv(arriving.chunks)
        const { id } = await uploadImport.execute({
          account,
          user: signedInOf(res).user.id,
          format: { name: fileName, ...format },
          steps: stepsOf(csvRows(chunks, { ...format, onBadText: mixed })),
          bytes: arriving.bytes,
        })
        res.status(201).json(importViewResponse(await readImport.execute({ account, id })))
      } finally {
        uploads.running--
        drain(req, arriving.chunks)
      }
    },
  }
}

/** The encoding is found out from the beginning of the file. */
function mixed() {
  return invalidInput('file', 'is not in one encoding: save it as UTF-8')
}

function refuseOther(req: Request) {
  requireType(req, ['text/csv'])
  if (req.headers['content-encoding'] !== undefined) {
    throw new HttpError('wrong-content-type', 'The file must be sent without a Content-Encoding')
  }
  if (Number(req.headers['content-length'] ?? 0) > IMPORT_BYTES_MAX) throw tooLarge(IMPORT_BYTES_MAX)
}

/** The header makes the first step one row longer, so that every step has the same number of rows of the file. */
async function* stepsOf(chunks: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<readonly CsvRow[]> {
  let header: readonly CsvRow[] | null = null
  const rows = async function* () {
    for await (const some of chunks) {
      if (header !== null) yield some
      else if (some.length > 0) {
        header = some.slice(0, 1)
        yield some.slice(1)
      }
    }
  }
  let isFirst = true
  for await (const step of inBatches(rows(), IMPORT_STEP_ROWS)) {
    yield isFirst ? [...header!, ...step] : step
    isFirst = false
  }
  if (isFirst && header !== null) yield header
}

function counted(chunks: AsyncGenerator<Uint8Array>) {
  let bytes = 0
  async function* counting() {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > IMPORT_BYTES_MAX) throw tooLarge(IMPORT_BYTES_MAX)
      yield chunk
    }
  }
  return { chunks: counting(), bytes: () => bytes }
}

type Named = (req: Request, res: Response) => { account: ReturnType<typeof accountOf>; id: string }

function listRoutes({ listImports, listRejectedRows, exportRejectedRows }: ImportUseCases, named: Named): Route[] {
  return [
    {
      method: 'get',
      path: IMPORTS,
      handle: async (req, res) => {
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        res.json(cursorPageOf(await listImports.execute({ account: accountOf(res), ...step }), importResponse))
      },
    },
    {
      method: 'get',
      path: `${IMPORT}/faults`,
      handle: async (req, res) => {
        const { class: name, ...step } = readQuery(req, RejectedRowsQuery)
        const input = { ...named(req, res), class: name || null, ...cursorRequestOf(step) }
        res.json(cursorPageOf(await listRejectedRows.execute(input), rejectedResponse))
      },
    },
    {
      method: 'get',
      path: `${IMPORT}/rejected.csv`,
      handle: async (req, res) => {
        const { spreadsheet } = readQuery(req, RejectedFileQuery)
        const { columns, steps } = await exportRejectedRows.execute(named(req, res))
        res.attachment('rejected.csv').type('text/csv')
        await pipeline(Readable.from(linesOf({ columns, steps }, recordWriterOf(spreadsheet))), res)
      },
    },
  ]
}

/** A person corrects the rows and uploads the file again, so they keep their cells. Malformed rows have none. */
async function* linesOf(
  { columns, steps }: ExportedRejectedRows,
  recordOf: (cells: readonly string[]) => string,
): AsyncGenerator<string> {
  yield recordOf([...columns, 'Row', 'Reason'])
  for await (const rows of steps) {
    const records = rows.map(({ line, reason, cells }) =>
      recordOf([...fitted(cells ?? [], columns), String(line), reason]),
    )
    yield records.join('')
  }
}

/** So that the reason is in its own column, however long the row was. */
function fitted(cells: readonly string[], { length }: readonly string[]): readonly string[] {
  return Array.from({ length }, (_, i) => cells[i] ?? '')
}
