import { randomBytes } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.js'
import { chownTo, type DatabaseUser } from './database-user.js'

export const PORT = 5432

/** What the kernel takes for the path of a socket: 104 bytes on macOS, 108 on Linux, with the zero at its end. */
const SOCKET_PATH_BYTES_MAX = 103

export type SocketFolder = { readonly path: string; readonly isNew: boolean }

/**
 * Stays the same one as long as anybody uses the data, so that whoever is connected finds Postgres there again after a
 * crash: a file beside the data names it. `known` comes from whoever is connected, and goes before the file.
 */
export async function openSocketFolder(folder: DataFolder, known: string | null): Promise<SocketFolder> {
  const path = known ?? (await readFile(folder.socketFile, 'utf8').catch(() => ''))
  if (path !== '' && (await makeAgain(path, folder.user))) return { path, isNew: false }
  const made = await makeSocketFolder(folder.user)
  await rememberSocketFolder(folder, made)
  return { path: made, isNew: true }
}

/** For whoever starts while Postgres is down. */
export async function rememberSocketFolder({ socketFile }: DataFolder, path: string): Promise<void> {
  const staging = `${socketFile}.${randomBytes(4).toString('hex')}`
  await writeFile(staging, path, { mode: 0o600 })
  await rename(staging, socketFile)
}

/** Ahead of a shutdown: whoever starts then takes a folder of its own, and this one can go. */
export async function forgetSocketFolder({ socketFile }: DataFolder): Promise<void> {
  await rm(socketFile, { force: true })
}

/** A folder that was swept from /tmp may have been made again, by someone else. */
export async function isOurSocketFolder(folder: string, user: DatabaseUser): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  const owner = user?.uid ?? process.getuid!()
  return found !== null && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
}

/** Only what Postgres puts there: the path may come from a file, and the folder may be gone since a reboot. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await unlink(socketIn(folder)).catch(() => {})
  await unlink(lockIn(folder)).catch(() => {})
  await rmdir(folder).catch(() => {})
}

/** Where another process has its id now, Postgres would take the lock of a dead one for that of a living one. */
export async function forgetSocketLock(folder: string, pid: number): Promise<void> {
  const lock = await readFile(lockIn(folder), 'utf8').catch(() => '')
  if (parseInt(lock, 10) === pid) await unlink(lockIn(folder)).catch(() => {})
}

/**
 * A new folder under a name that nobody can foresee: /tmp is shared, and a folder that someone else made first could not
 * be trusted. Root takes /tmp itself, since its own may be closed to the user of the database.
 */
async function makeSocketFolder(user: DatabaseUser): Promise<string> {
  const longest = lockIn(join(tmpdir(), 'carillon-XXXXXX'))
  const parent = user === null && Buffer.byteLength(longest) <= SOCKET_PATH_BYTES_MAX ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'carillon-'))
  await chownTo(user, folder)
  return folder
}

/** False when someone else has made it meanwhile. */
async function makeAgain(folder: string, user: DatabaseUser): Promise<boolean> {
  const isMade = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (isMade) await chownTo(user, folder)
  return isOurSocketFolder(folder, user)
}

function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`)
}

function lockIn(folder: string): string {
  return `${socketIn(folder)}.lock`
}
