import { spawn } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Binaries } from './binaries.js'
import { clusterAsSeenFromInside, type DataFolder } from './data-folder.js'
import { asUser } from './database-user.js'
import { forgetDeadPostmaster } from './postmaster.js'
import { openSocketFolder, PORT, type SocketFolder } from './socket-folder.js'

export type Launch = {
  readonly pid: number | undefined
  readonly socketFolder: SocketFolder
  /** The reason why Postgres ended, once it has ended. */
  failed(): string | undefined
}

type Settings = Readonly<Record<string, string>>

export type Launching = {
  readonly folder: DataFolder
  readonly binaries: Binaries
  readonly settings: Settings
  /** The socket folder of the previous run, so that clients can reconnect; null at the first start. */
  readonly socketFolder: string | null
}

/**
 * Statement errors go to the client only, not to the log, because Postgres quotes phone numbers and texts in them.
 * Statements and their parameters are not logged either.
 */
const QUIET: Settings = {
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  logging_collector: 'off',
}

const SHARED_BUFFERS_MIN_MB = 64
const SHARED_BUFFERS_MAX_MB = 2_048

const SETTINGS: Settings = {
  ...QUIET,
  listen_addresses: '',
  port: String(PORT),
  cluster_name: 'carillon',
  max_connections: '100',
  shared_buffers: sharedBuffers(),
  fsync: 'on',
  synchronous_commit: 'on',
  // After a checkpoint, the first change of a page logs the whole page, so checkpoints should be rare in a long import.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  autovacuum: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** An eighth of the memory, within bounds, because Postgres shares the machine with Node and other programs. */
function sharedBuffers(): string {
  // In a container, uses its memory limit. Without a limit the value is 0, or larger than any real memory.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const megabytes = Math.floor(memoryBytes / 8 / 2 ** 20)
  return `${Math.min(Math.max(megabytes, SHARED_BUFFERS_MIN_MB), SHARED_BUFFERS_MAX_MB)}MB`
}

/** Resolves before Postgres is ready; the pid file shows when it is. */
export async function launchPostmaster({ folder, binaries, settings, ...before }: Launching): Promise<Launch> {
  await forgetDeadPostmaster(folder)
  const socketFolder = await openSocketFolder(folder, before.socketFolder)
  const log = await openLog(folder.logFile)
  // Detached, because Ctrl-C goes to every process of the terminal, and the server needs Postgres while it shuts down.
  const child = spawn(binaries.postgres, argumentsOf({ folder, settings, socketFolder: socketFolder.path }), {
    ...asUser(folder.user),
    cwd: folder.cluster,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', () => void log.complaint().then((complaint) => (failure = complaint)))
  await log.close()
  return { pid: child.pid, socketFolder, failed: () => failure }
}

type Arguments = Pick<Launching, 'folder' | 'settings'> & { readonly socketFolder: string }

function argumentsOf({ folder, settings, socketFolder }: Arguments) {
  const all = { ...SETTINGS, ...settings, unix_socket_directories: socketFolder }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', clusterAsSeenFromInside(folder.cluster), ...flags]
}

const LOG_BYTES_MAX = 10_000_000

async function openLog(file: string) {
  const earlier = await stat(file).catch(() => null)
  const isFull = earlier !== null && earlier.size > LOG_BYTES_MAX
  if (isFull) await rename(file, `${file}.1`)
  const from = isFull ? 0 : (earlier?.size ?? 0)
  const handle = await open(file, 'a', 0o600)
  return { fd: handle.fd, close: () => handle.close(), complaint: () => complaintIn(file, from) }
}

/** The last fatal error that Postgres logged. */
async function complaintIn(file: string, from: number) {
  const text = (await readFile(file).catch(() => Buffer.alloc(0))).subarray(from).toString()
  const fatal = [...text.matchAll(/(?:FATAL|PANIC): +(.*)/g)].at(-1)?.[1]
  return fatal ?? (text.trim().split('\n').at(-1) || 'it exited without a message')
}
