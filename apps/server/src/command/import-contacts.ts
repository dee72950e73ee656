import { createReadStream } from 'node:fs'
import { Transform, type Readable } from 'node:stream'
import { ToldError } from '../told-error.js'
import { pathOf, withAdminClient } from './admin-client.js'
import { brokenOff } from './broken-off.js'
import { showProgress, type ImportProgress, type Progress } from './import-progress.js'
import { linesOf } from './lines.js'
import { rejectedRowsFile, type RejectedRows } from './rejected-rows.js'
import type { Shell } from './shell.js'
import { sizeOfFile } from './size-of-file.js'

export type ImportOptions = {
  readonly file: string
  readonly account: string
  readonly group: string
  /** Where the rows go that were not taken. */
  readonly rejected: string
}

/** Memory stays the same for a thousand rows and for a hundred million. */
export async function importContacts(options: ImportOptions, shell: Shell): Promise<void> {
  const { file, account, group } = options
  const progress = showProgress(shell.stderr, await sizeOfFile(file))
  const rejected = rejectedRowsFile(options.rejected)
  let complete = false
  try {
    await withAdminClient(shell, async (client) => {
      const answer = await client.stream({
        method: 'POST',
        path: pathOf('accounts', account, 'contacts', 'import'),
        query: { group },
        accept: 'application/x-ndjson',
        upload: { contentType: 'text/csv', bytes: counted(file, progress) },
      })
      await follow(answer, progress, rejected)
    })
    complete = true
  } catch (error) {
    throw brokenOff(error, { rows: progress.now().rows, work: 'The import', shell })
  } finally {
    progress.end()
    await rejected.end({ complete })
  }
  shell.stdout.write(summaryOf(progress.now(), rejected, options))
}

type ImportLine = {
  readonly progress?: ImportProgress
  readonly rejected?: readonly { readonly line: number; readonly reason: string }[]
  readonly done?: ImportProgress
  readonly error?: { readonly message: string }
}

async function follow(answer: Readable, progress: Progress, rejected: RejectedRows): Promise<void> {
  for await (const text of linesOf(answer)) {
    const line = JSON.parse(text) as ImportLine
    if (line.error !== undefined) throw new ToldError(line.error.message)
    if (line.rejected !== undefined) await rejected.add(line.rejected)
    if (line.progress !== undefined) progress.report(line.progress)
    if (line.done === undefined) continue
    progress.report(line.done)
    return
  }
  throw new Error('the server ended its answer too early')
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
