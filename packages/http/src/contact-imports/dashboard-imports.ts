import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AUDIENCE_GROUPS_MAX,
  IMPORT_COLUMNS_MAX,
  ON_EXISTING,
  lengthOf,
  type OnExisting,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf, signedInOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Check, Flag, MayBeAbsent, MayBeNull, OneOf, Text, TextList } from '../input/checks.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { parameterOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'
import { ANY_TEXT, NoFields } from '../input/shape.js'
import { recordWriterOf, SPREADSHEET } from './csv-record.js'
import { importResponse, importViewResponse, rejectedResponse } from './import-response.js'
import { rejectedCsv } from './rejected-csv.js'
import { uploadRoute, type Uploads } from './upload-import.js'

const IMPORTS = '/accounts/:account/imports'
const IMPORT = `${IMPORTS}/:importId`

const FAULT_CLASS = lengthOf({ min: 1, max: 100 })

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
    uploadRoute(useCases, uploads, IMPORTS),
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
        await pipeline(Readable.from(rejectedCsv({ columns, steps }, recordWriterOf(spreadsheet))), res)
      },
    },
  ]
}
