import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { UserError } from '../../settings/user-error.js'
import { saveWhole } from '../../terminal/save-whole.js'
import type { Output, Shell } from '../../terminal/shell.js'
import { withAdmin } from '../client/admin-client.js'

export type ExportOptions = {
  readonly account: string
  readonly out?: string | undefined
  /** Whether people will open the file in a spreadsheet program. */
  readonly spreadsheet: boolean
}

/** Streams the response: the contact book may be larger than memory. */
export async function exportContacts({ account, out, spreadsheet }: ExportOptions, shell: Shell): Promise<void> {
  await withAdmin(shell, async (admin) => {
    const rows = Readable.fromWeb((await admin.contacts.export(account, { spreadsheet })) as ReadableStream)
    if (out === undefined) await print(rows, shell.stdout)
    else await saveWhole({ content: rows, file: out }).catch(rethrowAsUserError)
  })
  if (out !== undefined) shell.stderr.write(`The contacts of ${account} are in ${out}\n`)
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
