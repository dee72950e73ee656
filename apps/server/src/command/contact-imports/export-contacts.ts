import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import { saveWhole } from '../../terminal/save-whole.js'
import type { Output, Shell } from '../../terminal/shell.js'
import { withAdmin } from '../client/admin-client.js'

/** For the help. */
export const FILTER_EXAMPLE = '{"contact":{"address":{"state":{"eq":"CO"}}}}'

export type ExportOptions = {
  readonly account: string
  readonly out?: string | undefined
  /** Whether people will open the file in a spreadsheet program. */
  readonly spreadsheet: boolean
  /** The JSON of a filter: only the contacts that it finds are exported. */
  readonly filter?: string | undefined
}

/** Streams the response: the contact book may be larger than memory. */
export async function exportContacts(options: ExportOptions, shell: Shell): Promise<void> {
  const { account, out, spreadsheet } = options
  const filter = options.filter === undefined ? {} : { filter: parsedFilter(options.filter) }
  await withAdmin(shell, async (admin) => {
    const rows = Readable.fromWeb((await admin.contacts.export(account, { spreadsheet, ...filter })) as ReadableStream)
    if (out === undefined) await print(rows, shell.stdout)
    else await saveWhole({ content: rows, file: out }).catch(rethrowAsUserError)
  })
  if (out !== undefined) shell.stderr.write(`The contacts of ${account} are in ${out}\n`)
}

/** The service checks everything else. */
function parsedFilter(json: string): Schema<'ContactFilter'> {
  try {
    return JSON.parse(json) as Schema<'ContactFilter'>
  } catch (error) {
    throw new UserError(`--filter must be JSON, such as '${FILTER_EXAMPLE}'`, { cause: error })
  }
}

/** A reader that closes the pipe early, as `head` does, is not an error. */
async function print(rows: Readable, stdout: Output): Promise<void> {
  try {
    await pipeline(rows, stdout, { end: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') rethrowAsUserError(error)
  }
}

function rethrowAsUserError(error: unknown): never {
  throw new UserError(`The export is incomplete: ${(error as Error).message}`, { cause: error })
}
