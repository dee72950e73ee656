import { stat } from 'node:fs/promises'
import { UserError } from '../settings/user-error.js'

/** In bytes. Throws a UserError if there is no readable file. */
export async function sizeOfFile(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new UserError(`${file} cannot be read: ${reason}`)
  })
  if (!found.isFile()) throw new UserError(`${file} is not a file`)
  return found.size
}
