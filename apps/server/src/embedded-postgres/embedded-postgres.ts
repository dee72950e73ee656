import { attach, type Attachment } from './attachment.js'
import { findBinaries, installedPackage } from './binaries.js'
import { createCluster } from './create-cluster.js'
import { openDataFolder, type DataFolder } from './data-folder.js'
import { keepRunning, type Keeper } from './keep-running.js'
import type { Launching } from './launch-postmaster.js'
import { findPostmaster, shutDown } from './postmaster.js'
import { forgetSocketFolder, removeSocketFolder } from './socket-folder.js'
import { untilReady } from './until-ready.js'

export type EmbeddedPostgresOptions = {
  /** Contains the database, its log and the attachment files. Created if missing, readable by its owner only. */
  readonly dataDir: string
  readonly log?: (line: string) => void
  /** Called when Postgres dies while it is in use, and after each attempt to restart it. */
  readonly warn?: (line: string) => void
  /** Settings that override the defaults; ignored if Postgres is already running. Tests pass `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>
}

export type EmbeddedPostgres = {
  /** For node-postgres: a superuser, and the database that is created at the first start. */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  /** The same data, in the form of a connection string. */
  readonly url: string
  /** True if Postgres was already running: the process that started it was killed with -9, or another one uses it. */
  readonly reattached: boolean
  /**
   * The last process that uses the database stops Postgres; earlier ones only detach. Until then Postgres is
   * restarted when it dies. May be called twice.
   */
  stop(): Promise<void>
}

/**
 * Postgres may outlive the process that started it: a kill -9 leaves Postgres running. So every
 * start first looks for a Postgres that runs on the data folder. Each step is atomic, so concurrent starts need
 * no lock: both may create a cluster but one rename wins; both may launch Postgres but its pid file admits only one.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw new Error(`The data folder ${options.dataDir} cannot be used: ${message}`, { cause: error })
  }
}

async function start({ dataDir, settings = {}, ...logging }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, warn = log } = logging
  const installed = await installedPackage()
  const folder = await openDataFolder(dataDir)
  const binaries = await findBinaries({ installed, folder })
  await createCluster({ folder, binaries, log })
  const attachment = await attach(folder)
  try {
    const launching = { folder, binaries, settings, socketFolder: null }
    const { postmaster, reattached } = (await untilReady(launching, NEVER))!
    log(`Postgres ${reattached ? 'was already running' : 'is running'} in ${folder.home} (process ${postmaster.pid})`)
    const connection = { host: postmaster.socketFolder, port: postmaster.port, user: 'carillon', database: 'carillon' }
    let stopped: Promise<void> | undefined
    const { socketFolder } = postmaster
    const keeper = keepRunning({
      isRunning: async () => (await findPostmaster(folder)) !== null,
      startAgain: (ending) => startAgain({ ...launching, socketFolder }, ending, warn),
      warn,
    })
    const stop = () => (stopped ??= leave({ folder, attachment, keeper, socketFolder, log }))
    return { connection, url: urlOf(connection), reattached, stop }
  } catch (error) {
    await attachment.end()
    throw error
  }
}

/** A start cannot be aborted, except by ending the process. */
const NEVER = new AbortController().signal

/**
 * Restarts Postgres on the same socket, so that clients can reconnect. Every process that uses the database does this:
 * the pid file of Postgres admits only one of the new servers.
 */
async function startAgain(launching: Launching, ending: AbortSignal, warn: (line: string) => void): Promise<void> {
  const ready = await untilReady(launching, ending)
  if (ready === null) return
  const { pid, socketFolder } = ready.postmaster
  if (socketFolder === launching.socketFolder) warn(`Postgres is running again (process ${pid})`)
  else warn(`Postgres is running again (process ${pid}), with its socket in ${socketFolder}: restart this process`)
}

type Leave = {
  readonly folder: DataFolder
  readonly attachment: Attachment
  readonly keeper: Keeper
  readonly socketFolder: string
  readonly log: (line: string) => void
}

async function leave({ folder, attachment, keeper, socketFolder, log }: Leave) {
  await keeper.end()
  if (await attachment.end()) {
    await forgetSocketFolder(folder)
    const postmaster = await findPostmaster(folder)
    if (postmaster !== null) await shutDown(postmaster)
    await removeSocketFolder(postmaster?.socketFolder ?? socketFolder)
    log('Postgres has stopped')
  } else {
    log('Postgres keeps running: another process uses it')
  }
}

function urlOf({ host, port, user, database }: EmbeddedPostgres['connection']) {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
