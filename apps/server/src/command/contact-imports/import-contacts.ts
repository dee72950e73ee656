import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import type { Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import type { Shell } from '../../terminal/shell.js'
import { sizeOfFile } from '../../terminal/size-of-file.js'
import { withAdmin } from '../client/admin-client.js'
import { brokenResponse } from '../client/broken-response.js'
import { interruptedError } from '../client/interrupted-error.js'
import { showProgress, type ImportProgress, type Progress } from './import-progress.js'
import { rejectedRowsFile, type RejectedRows } from './rejected-rows.js'

export type ImportOptions = {
  readonly file: string
  readonly account: string
  readonly group: string
  /** The file for rejected rows. */
  readonly rejected: string
}

/** Memory use does not depend on the number of rows. */
export async function importContacts(options: ImportOptions, shell: Shell): Promise<void> {
  const { file, account, group } = options
  const progress = showProgress(shell.stderr, await sizeOfFile(file))
  const rejected = rejectedRowsFile(options.rejected)
  let complete = false
  try {
    await withAdmin(shell, (admin) => {
      const rows = Readable.toWeb(counted(file, progress)) as ReadableStream<Uint8Array>
      return follow(admin.contacts.import({ account, group, rows }), progress, rejected).catch((error: unknown) => {
        throw brokenResponse(error) ?? error
      })
    })
    complete = true
  } catch (error) {
    throw interruptedError(error, { rows: progress.now().rows, work: 'The import', shell })
  } finally {
    progress.end()
    await rejected.end({ complete })
  }
  shell.stdout.write(summaryOf(progress.now(), rejected, options))
}

type Lines = AsyncIterable<Schema<'ImportLine'>>

async function follow(lines: Lines, progress: Progress, rejected: RejectedRows): Promise<void> {
  for await (const line of lines) {
    if (line.error !== undefined) throw new UserError(line.error.message)
    if (line.rejected !== undefined) await rejected.add(line.rejected)
    if (line.progress !== undefined) progress.report(line.progress)
    if (line.done === undefined) continue
    progress.report(line.done)
    return
  }
  throw new Error('the server ended its response too early')
}

function counted(file: string, progress: Progress): Readable {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      progress.sent(chunk)
      done(null, chunk)
    },
  })
  source.once('error', (error) => meter.destroy(error))
  meter.once('close', () => source.destroy())
  return source.pipe(meter)
}

function summaryOf(done: ImportProgress, rejected: RejectedRows, { rejected: file }: ImportOptions): string {
  const { rows, created, updated, unchanged, joined } = done
  const counts = `${rows} ${rows === 1 ? 'row' : 'rows'}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${joined} joined the group`
  return rejected.count() === 0 ? `${counts}\n` : `${counts}\n${rejected.count()} rejected: see ${file}\n`
}
