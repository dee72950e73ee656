import { IMPORT_BYTES_MAX, IMPORT_STEP_ROWS, invalidInput, lengthOf, type UseCases } from '@carillon/core'
import { accountOf, signedInOf } from '../api/context.js'
import { unavailable } from '../api/problem.js'
import type { Route } from '../api/route.js'
import { tooLarge } from '../input/body.js'
import { Parameter, readQuery } from '../input/query.js'
import { arrivingFile } from './arriving-file.js'
import { csvRows, inBatches, type CsvRow } from './csv-rows.js'
import { drain } from './drain.js'
import { importViewResponse } from './import-response.js'
import { requireCsv } from './require-csv.js'
import { sniffCsv } from './sniff-csv.js'

/** Files that arrive at this process at once: each uses memory and the database. */
const UPLOADS_MAX = 4
const RETRY_AFTER_SECONDS = 5

const FILE_NAME = lengthOf({ min: 1, max: 200 })

class UploadQuery {
  @Parameter(FILE_NAME) fileName?: string
}

/** How many files arrive at this process. */
export type Uploads = { running: number }

export function uploadRoute(
  { uploadImport, readImport }: Pick<UseCases, 'uploadImport' | 'readImport'>,
  uploads: Uploads,
  path: string,
): Route {
  return {
    method: 'post',
    path,
    handle: async (req, res) => {
      if (uploads.running >= UPLOADS_MAX) {
        throw unavailable(`Too many files are arriving: at most ${UPLOADS_MAX} at a time`, RETRY_AFTER_SECONDS)
      }
      uploads.running++
      const arriving = counted(arrivingFile(req))
      try {
        requireCsv(req)
        if (Number(req.headers['content-length'] ?? 0) > IMPORT_BYTES_MAX) throw tooLarge(IMPORT_BYTES_MAX)
        const { fileName = 'contacts.csv' } = readQuery(req, UploadQuery)
        const account = accountOf(res)
        const { format, chunks } = await sniffCsv(arriving.chunks)
        const { id } = await uploadImport.execute({
          account,
          user: signedInOf(res).user.id,
          format: { name: fileName, ...format },
          steps: stepsOf(csvRows(chunks, { ...format, onBadText: mixedEncoding })),
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
function mixedEncoding() {
  return invalidInput('file', 'is not in one encoding: save it as UTF-8')
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
