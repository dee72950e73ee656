import { stat } from 'node:fs/promises'
import { ToldError } from '../settings/told-error.js'

/** In bytes. Throws a ToldError where there is no file to read. */
export async function sizeOfFile(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new ToldError(`${file} cannot be read: ${reason}`)
  })
  if (!found.isFile()) throw new ToldError(`${file} is not a file`)
  return found.size
}
