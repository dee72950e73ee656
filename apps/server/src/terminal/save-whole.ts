import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export type SaveWhole = {
  readonly content: Iterable<string> | NodeJS.ReadableStream
  readonly file: string
  /** Who may read it; as usual otherwise. */
  readonly mode?: number
}

/** Under another name until it is complete, so that half of it is never taken for all. */
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
