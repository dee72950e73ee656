import { lstat, mkdtemp, rmdir, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo, type DatabaseUser } from './database-user.js'

export const PORT = 5432

/** What the kernel takes for the path of a socket: 104 bytes on macOS, 108 on Linux, with the zero at its end. */
const SOCKET_PATH_BYTES_MAX = 103

/**
 * A new folder at each start, under a name that nobody can foresee: /tmp is shared, and a folder that someone else
 * made first could not be trusted. Root takes /tmp itself, since its own may be closed to the user of the database.
 */
export async function makeSocketFolder(user: DatabaseUser): Promise<string> {
  const longest = join(tmpdir(), 'carillon-XXXXXX', `.s.PGSQL.${PORT}.lock`)
  const parent = user === null && Buffer.byteLength(longest) <= SOCKET_PATH_BYTES_MAX ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'carillon-'))
  await giveTo(user, folder)
  return folder
}

/** A folder that was swept from /tmp may have been made again, by someone else. */
export async function isOurSocketFolder(folder: string, user: DatabaseUser): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  const owner = user?.uid ?? process.getuid!()
  return found !== null && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
}

/** Only what Postgres puts there: the path may come from a file, and the folder may be gone since a reboot. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await unlink(join(folder, `.s.PGSQL.${PORT}`)).catch(() => {})
  await unlink(join(folder, `.s.PGSQL.${PORT}.lock`)).catch(() => {})
  await rmdir(folder).catch(() => {})
}
