import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  IMPORT_SLICE,
  invalidInput,
  rowReaderOf,
  type ImportContacts,
  type ImportContactsInput,
  type ImportRow,
  type ImportSlice,
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

/**
 * A few slices are under way at a time, so that neither this process nor the database waits for the other; unless they
 * speak of the same number, whose later row must win. What a slice came to is told as soon as it is stored.
 */
async function* linesOf({ first, slices, target, importContacts, told }: Run): AsyncGenerator<string> {
  const totals: Totals = { rows: 0, created: 0, updated: 0, unchanged: 0, joined: 0, rejected: 0 }
  const underWay: Storing[] = []
  let upcoming: Promise<Rows | null> | null = Promise.resolve(first)
  try {
    while (upcoming !== null || underWay.length > 0) {
      const turn = await firstOf(underWay.length < UNDER_WAY_MAX ? upcoming : null, underWay[0]?.stored)
      if ('stored' in turn) {
        underWay.shift()
        yield* progress(turn.stored, totals)
        continue
      }
      upcoming = turn.rows === null ? null : nextOf(slices)
      if (turn.rows === null) continue
      const slice = importContacts.read({ ...target, rows: turn.rows.filter(isRecord) })
      while (underWay.some((earlier) => shareNumbers(earlier.slice, slice))) {
        yield* progress(await underWay.shift()!.stored, totals)
      }
      underWay.push(store(importContacts, slice, turn.rows))
    }
    yield lineOf({ done: totals })
  } catch (error) {
    await Promise.allSettled(underWay.map(({ stored }) => stored))
    yield lineOf({ error: told(error) })
  }
}

const UNDER_WAY_MAX = 3

type Rows = readonly CsvRow[]
type Turn = { readonly rows: Rows | null } | { readonly stored: Stored }

/** Whichever comes first: the next rows of the file, or the oldest slice stored. */
function firstOf(upcoming: Promise<Rows | null> | null, oldest: Promise<Stored> | undefined): Promise<Turn> {
  const turns: Promise<Turn>[] = []
  if (upcoming !== null) turns.push(upcoming.then((rows) => ({ rows })))
  if (oldest !== undefined) turns.push(oldest.then((stored) => ({ stored })))
  return Promise.race(turns)
}

/** Null at the end of the file. A failure is met where its turn comes, not before. */
function nextOf(slices: AsyncGenerator<Rows>): Promise<Rows | null> {
  const next = slices.next().then(({ done, value }) => (done ? null : (value as Rows)))
  next.catch(() => undefined)
  return next
}

type Storing = { readonly slice: ImportSlice; readonly stored: Promise<Stored> }
type Stored = Totals & { readonly refused: readonly RejectedRow[] }

function store(importContacts: ImportContacts, slice: ImportSlice, rows: readonly CsvRow[]): Storing {
  const stored = importContacts.store(slice).then(({ rejected, ...counts }) => {
    const refused = [...rows.filter(isFault).map(toRejected), ...rejected].sort((a, b) => a.line - b.line)
    return { ...counts, rows: rows.length, rejected: refused.length, refused }
  })
  // A failure is met where its turn comes to be told, not before.
  stored.catch(() => undefined)
  return { slice, stored }
}

function shareNumbers(a: ImportSlice, b: ImportSlice): boolean {
  for (const phone of b.read.keys()) if (a.read.has(phone)) return true
  return false
}

function* progress({ refused, ...counts }: Stored, totals: Totals): Generator<string> {
  add(totals, counts)
  if (refused.length > 0) yield lineOf({ rejected: refused })
  yield lineOf({ progress: totals })
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
