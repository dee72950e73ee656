import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { ToldError } from '../told-error.js'
import { pathOf, withAdminClient } from './admin-client.js'
import { showProgress, type ImportProgress, type Progress } from './import-progress.js'
import { linesOf } from './lines.js'
import { rejectedRowsFile, type RejectedRows } from './rejected-rows.js'
import type { Shell } from './shell.js'

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
  const progress = showProgress(shell.stderr, await sizeOf(file))
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
    throw explained(error, progress, shell)
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

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new ToldError(`${file} cannot be read: ${reason}`)
  })
  if (!found.isFile()) throw new ToldError(`${file} is not a file`)
  return found.size
}

function explained(error: unknown, progress: Progress, { interrupted }: Shell): Error {
  const { rows } = progress.now()
  if (error instanceof ToldError && rows === 0 && !interrupted.aborted) return error
  const done = rows === 0 ? '' : ` ${rows} rows were done, and they stay.`
  return new ToldError(
    `${reasonOf(error, interrupted)}.${done} Run the same command again to go on: a row that is done changes nothing`,
    { cause: error },
  )
}

function reasonOf(error: unknown, interrupted: AbortSignal): string {
  if (interrupted.aborted) return 'Interrupted'
  const { message } = error as Error
  return error instanceof ToldError ? message : `The import broke off (${message})`
}

function summaryOf(done: ImportProgress, rejected: RejectedRows, { rejected: file }: ImportOptions): string {
  const { rows, created, updated, unchanged, joined } = done
  const counts = `${rows} ${rows === 1 ? 'row' : 'rows'}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${joined} joined the group`
  return rejected.count() === 0 ? `${counts}\n` : `${counts}\n${rejected.count()} rejected: see ${file}\n`
}
