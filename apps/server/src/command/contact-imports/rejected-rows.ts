import { open, rm, type FileHandle } from 'node:fs/promises'
import { UserError } from '../../settings/user-error.js'

export type RejectedRow = { readonly line: number; readonly reason: string }

export type RejectedRows = {
  add(rows: readonly RejectedRow[]): Promise<void>
  count(): number
  /** After a complete import without rejected rows, removes the file that an earlier import wrote. */
  end(options: { complete: boolean }): Promise<void>
}

/** A CSV file that is created at the first rejected row. */
export function rejectedRowsFile(path: string): RejectedRows {
  let file: FileHandle | null = null
  let count = 0
  return {
    async add(rows) {
      file ??= await create(path)
      count += rows.length
      await file.write(rows.map(({ line, reason }) => `${line},${quoted(reason)}\n`).join(''))
    },
    count: () => count,
    async end({ complete }) {
      await file?.close()
      if (file === null && complete && (await isOurs(path))) await rm(path)
    },
  }
}

const HEADER = 'line,reason\n'

/** Whether an earlier import wrote the file; any other file must not be removed. */
async function isOurs(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (file === null) return false
  const { buffer, bytesRead } = await file.read({ length: HEADER.length, position: 0 })
  await file.close()
  return buffer.toString('utf8', 0, bytesRead) === HEADER
}

async function create(path: string): Promise<FileHandle> {
  const file = await open(path, 'w').catch((error: Error) => {
    throw new UserError(`The rejected rows cannot be written: ${error.message}`, { cause: error })
  })
  await file.write(HEADER)
  return file
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
