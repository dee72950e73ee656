import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export type SaveWhole = {
  readonly content: Iterable<string> | NodeJS.ReadableStream
  readonly file: string
  /** The permissions of the file; the usual ones by default. */
  readonly mode?: number
}

/** Writes to a temporary name and renames it, so that nobody reads an incomplete file. */
export async function saveWhole({ content, file, mode = 0o666 }: SaveWhole): Promise<void> {
  const partial = `${file}.part`
  try {
    await pipeline(content, createWriteStream(partial, { mode }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
