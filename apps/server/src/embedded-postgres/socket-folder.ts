import { randomBytes } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.js'
import { chownTo, type DatabaseUser } from './database-user.js'

export const PORT = 5432

/** The kernel's limit for a socket path: 104 bytes on macOS, 108 on Linux, including the final zero. */
const SOCKET_PATH_BYTES_MAX = 103

export type SocketFolder = { readonly path: string; readonly isNew: boolean }

/**
 * The folder stays the same while any process uses the data, so that clients can reconnect after a crash of Postgres:
 * a file beside the data contains its path. `known` is the path that clients already use, and overrides the file.
 */
export async function openSocketFolder(folder: DataFolder, known: string | null): Promise<SocketFolder> {
  const path = known ?? (await readFile(folder.socketFile, 'utf8').catch(() => ''))
  if (path !== '' && (await makeAgain(path, folder.user))) return { path, isNew: false }
  const made = await makeSocketFolder(folder.user)
  await rememberSocketFolder(folder, made)
  return { path: made, isNew: true }
}

/** Stores the path for processes that start while Postgres is not running. */
export async function rememberSocketFolder({ socketFile }: DataFolder, path: string): Promise<void> {
  const staging = `${socketFile}.${randomBytes(4).toString('hex')}`
  await writeFile(staging, path, { mode: 0o600 })
  await rename(staging, socketFile)
}

/** Call this before a shutdown: a process that starts later creates a new folder, so the old one can be removed. */
export async function forgetSocketFolder({ socketFile }: DataFolder): Promise<void> {
  await rm(socketFile, { force: true })
}

/** Checks the owner, because another user may have recreated the folder after the system had cleaned /tmp. */
export async function isOurSocketFolder(folder: string, user: DatabaseUser): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  const owner = user?.uid ?? process.getuid!()
  return found !== null && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
}

/** Removes only files of Postgres, because the path may come from a file. Ignores a folder that is already gone. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await unlink(socketIn(folder)).catch(() => {})
  await unlink(lockIn(folder)).catch(() => {})
  await rmdir(folder).catch(() => {})
}

/** Removes the lock of a dead postmaster: if another process had reused its id, Postgres would consider it alive. */
export async function forgetSocketLock(folder: string, pid: number): Promise<void> {
  const lock = await readFile(lockIn(folder), 'utf8').catch(() => '')
  if (parseInt(lock, 10) === pid) await unlink(lockIn(folder)).catch(() => {})
}

/**
 * Creates a folder with an unpredictable name: /tmp is shared, and a folder that another user created first cannot
 * be trusted. Root uses /tmp itself, because its own temporary folder may be closed to the database user.
 */
async function makeSocketFolder(user: DatabaseUser): Promise<string> {
  const longest = lockIn(join(tmpdir(), 'carillon-XXXXXX'))
  const parent = user === null && Buffer.byteLength(longest) <= SOCKET_PATH_BYTES_MAX ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'carillon-'))
  await chownTo(user, folder)
  return folder
}

/** Creates the folder if it is missing. False if another user has created it in the meantime. */
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
