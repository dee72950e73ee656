import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DECLARATION_RULES,
  IMPORT_ROWS_MAX,
  NOTHING_IMPORTED,
  invalidInput,
  rowReaderOf,
  type ImportContacts,
  type ImportContactsInput,
  type UseCases,
} from '@carillon/core'
import type { Request } from 'express'
import { isOurs } from '../api/problem-handler.js'
import { contextOf, type ApiEnvironment } from '../api/context.js'
import { problemOf, unavailable } from '../api/problem.js'
import type { Route } from '../api/route.js'
import { accountNameOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'
import { arrivingFile } from './arriving-file.js'
import { csvRows, inBatches, type CsvRow } from './csv-rows.js'
import { drain } from './drain.js'
import { requireCsv } from './require-csv.js'

type ImportUseCases = Pick<UseCases, 'readAccount' | 'readGroupByName' | 'readCustomFields' | 'importContacts'>

const IMPORTS_MAX = 2
const RETRY_AFTER_SECONDS = 5

class ImportQuery {
  @Parameter(DECLARATION_RULES.name) group?: string
}

/** Imports a contact file of any size in steps while it arrives; the response streams the progress. */
export function importRoutes(useCases: ImportUseCases, environment: ApiEnvironment): Route[] {
  let running = 0
  return [
    {
      method: 'post',
      path: '/accounts/:name/contacts/import',
      handle: async (req, res) => {
        if (running === IMPORTS_MAX) {
          throw unavailable(`Too many imports are running: at most ${IMPORTS_MAX} at a time`, RETRY_AFTER_SECONDS)
        }
        running++
        const { requestId } = contextOf(res)
        const steps = stepsOf(req)
        try {
          const input = await begin(req, steps, useCases)
          const reportProblem = (error: unknown) => {
            const { problem } = problemOf(error, environment)
            if (isOurs(problem, error, req)) environment.logger.error({ requestId, err: error }, 'import failed')
            return problem
          }
          res.type('application/x-ndjson')
          const lines = linesOf({ input, importContacts: useCases.importContacts, reportProblem })
          await pipeline(Readable.from(lines), res)
        } finally {
          running--
          drain(req, steps)
        }
      },
    },
  ]
}

/** Reading may stop before the end of the file, and must leave the connection open for the response. */
function stepsOf(req: Request): AsyncGenerator<readonly CsvRow[]> {
  return inBatches(csvRows(arrivingFile(req)), IMPORT_ROWS_MAX)
}

/** Before the first row is stored, makes every check that can refuse the import. */
async function begin(
  req: Request,
  steps: AsyncGenerator<readonly CsvRow[]>,
  useCases: ImportUseCases,
): Promise<ImportContactsInput> {
  requireCsv(req)
  const { group: groupName } = readQuery(req, ImportQuery)
  if (!groupName) throw invalidInput('group', 'is missing: it must be the name of the group to enrol the contacts in')
  const account = await useCases.readAccount.execute({ name: accountNameOf(req) })
  const group = await useCases.readGroupByName.execute({ account, name: groupName })
  const fields = await useCases.readCustomFields.execute({ account })

  const start = await steps.next()
  const [header, ...first] = start.done ? [] : start.value
  if (header === undefined) throw invalidInput('header', 'is missing: the file is empty')
  if ('fault' in header) throw invalidInput('header', header.fault)
  const read = rowReaderOf(header.cells, fields)
  return { account, group, fields, read, rows: chained(first, steps) }
}

async function* chained<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

type Run = {
  readonly input: ImportContactsInput
  readonly importContacts: ImportContacts
  readonly reportProblem: (error: unknown) => object
}

/** Yields the result of a step as soon as it is stored; reading the file pauses while the client reads no lines. */
async function* linesOf({ input, importContacts, reportProblem }: Run): AsyncGenerator<string> {
  let done = NOTHING_IMPORTED
  try {
    for await (const { totals, rejected } of importContacts.execute(input)) {
      done = totals
      if (rejected.length > 0) yield lineOf({ rejected: rejected.map(({ line, reason }) => ({ line, reason })) })
      yield lineOf({ progress: totals })
    }
    yield lineOf({ done })
  } catch (error) {
    yield lineOf({ error: reportProblem(error) })
  }
}

function lineOf(content: object): string {
  return `${JSON.stringify(content)}\n`
}
