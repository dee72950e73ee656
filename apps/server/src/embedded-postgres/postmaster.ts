import { execFile } from 'node:child_process'
import { readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { DataFolder } from './data-folder.js'
import { processToken } from './process-token.js'
import { forgetSocketLock } from './socket-folder.js'

/** The main process of a running Postgres, as described in `postmaster.pid`. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
  /** False during startup, recovery and shutdown. */
  readonly ready: boolean
}

/** Null if no Postgres runs on this data, even if the file names a process. Throws if this cannot be determined. */
export async function findPostmaster({ cluster }: Pick<DataFolder, 'cluster'>): Promise<Postmaster | null> {
  const postmaster = await readPidFile(cluster)
  return postmaster !== null && (await runsOn(cluster, postmaster.pid)) ? postmaster : null
}

const FAST_MS = 30_000
const IMMEDIATE_MS = 10_000
const POLL_MS = 10

/** Closes every connection and flushes to disk. If that takes too long, stops at once: the next start recovers. */
export async function shutDown({ pid }: Postmaster): Promise<void> {
  if (await endsWithin({ pid, signal: 'SIGINT', timeoutMs: FAST_MS })) return
  if (await endsWithin({ pid, signal: 'SIGQUIT', timeoutMs: IMMEDIATE_MS })) return
  throw new Error(`Postgres (process ${pid}) did not stop within ${(FAST_MS + IMMEDIATE_MS) / 1000} s`)
}

/** An id that no process can have: it is above the largest possible limit. */
const NO_PROCESS_ID = '99999999'

/**
 * Called before a start, if no postmaster was found. If any process has the old id, which is usual after a restart of a
 * container, Postgres takes it for a postmaster and refuses to start. Keeps the other lines of the file: Postgres uses
 * them to detect that processes of a killed postmaster still have the data open.
 */
export async function forgetDeadPostmaster({ cluster }: DataFolder): Promise<void> {
  const file = pidFile(cluster)
  const dead = await readPidFile(cluster)
  if (dead !== null) {
    // If a concurrent start has launched this postmaster in the meantime, it is alive.
    if (!isTaken(dead.pid) || (await runsOn(cluster, dead.pid))) return
    await forgetSocketLock(dead.socketFolder, dead.pid)
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, [NO_PROCESS_ID, ...lines.slice(1)].join('\n'))
  } else if (await isEmptyForLong(file)) {
    await rm(file, { force: true })
  }
}

function isTaken(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

async function readPidFile(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [pid, , , port, socketFolder, , , status] = text.split('\n')
  if (!Number(pid)) return null
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', ready: status?.trim() === 'ready' }
}

/** Postgres fills the file at once. A file left empty by a full disk or a power cut would block every later start. */
async function isEmptyForLong(file: string) {
  const found = await stat(file).catch(() => null)
  return found !== null && found.size === 0 && Date.now() - found.mtimeMs > 2000
}

/** Whether the process runs in the data folder, as its Postgres does. Without /proc, checks only the process name. */
async function runsOn(cluster: string, pid: number) {
  if ((await processToken(pid)) === null) return false
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === cluster
  const ps = promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)])
  return (await ps.catch(() => ({ stdout: '' }))).stdout.trim().endsWith('postgres')
}

type Ending = { pid: number; signal: NodeJS.Signals; timeoutMs: number }

async function endsWithin({ pid, signal, timeoutMs }: Ending) {
  const [token, deadline] = [await processToken(pid), Date.now() + timeoutMs]
  if (token === null) return true
  process.kill(pid, signal)
  while (Date.now() < deadline) {
    if ((await processToken(pid)) !== token) return true
    await sleep(POLL_MS)
  }
  return false
}
