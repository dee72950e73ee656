import { randomBytes } from 'node:crypto'
import { lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { isAlive, processToken } from '../embedded-postgres/process-token.js'
import { UserError } from '../settings/user-error.js'
import { syncFolder } from './sync-folder.js'

export type WholeFile = {
  readonly file: string
  /** Whether to replace an existing file. */
  readonly force: boolean
}

/**
 * The file appears only when it is complete and on disk. Until then its temporary name identifies the writing process,
 * so that the next call removes the leftovers of a killed process. Only the owner may read the file.
 */
export async function writeWholeFile<T>(whole: WholeFile, write: (into: Writable) => Promise<T>): Promise<T> {
  const place = resolve(whole.file)
  await requireRoom(whole)
  await removeLeftovers(place)
  const partial = `${place}.${await processToken(process.pid)}-${randomBytes(4).toString('hex')}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error: Error) => {
    throw new UserError(`${whole.file} cannot be written: ${error.message}`, { cause: error })
  })
  const into = handle.createWriteStream({ flush: true })
  try {
    const written = await write(into)
    await requireRoom(whole)
    await rename(partial, place)
    await syncFolder(dirname(place))
    return written
  } catch (error) {
    into.destroy()
    await rm(partial, { force: true })
    throw error
  }
}

/** Throws a UserError if the file cannot or must not be written. Called before the work, and again after it. */
async function requireRoom({ file, force }: WholeFile): Promise<void> {
  const place = resolve(file)
  const folder = await stat(dirname(place)).catch(() => null)
  if (folder?.isDirectory() !== true) throw new UserError(`${file} cannot be written: the folder does not exist`)
  const found = await lstat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UserError(`${file} cannot be written: ${error.message}`, { cause: error })
  })
  if (found === null) return
  if (found.isDirectory()) throw new UserError(`${place} is a folder: give the path of a file`)
  if (!found.isFile() && !found.isSymbolicLink()) throw new UserError(`${file} is not a file`)
  if (!force) throw new UserError(`${file} already exists: choose another file, or add --force to replace it`)
}

async function removeLeftovers(place: string): Promise<void> {
  const prefix = `${basename(place)}.`
  for (const name of await readdir(dirname(place)).catch(() => [])) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^\d+-\d+-[0-9a-f]{8}\.partial$/.test(rest) && !(await isAlive(rest))) {
      await rm(join(dirname(place), name), { force: true })
    }
  }
}
