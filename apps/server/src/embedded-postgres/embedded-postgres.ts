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
  /** Holds the database, its log and who uses it. Made if it is missing; nobody else may read it. */
  readonly dataDir: string
  readonly log?: (line: string) => void
  /** Told when Postgres dies while it is used, and how that goes on. */
  readonly warn?: (line: string) => void
  /** Over the defaults; without effect when Postgres runs already. Tests pass `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>
}

export type EmbeddedPostgres = {
  /** For node-postgres: a superuser, and the database that is there from the first start. */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  /** The same as one string. */
  readonly url: string
  /** True when Postgres ran already: after a kill -9 of its starter, or for another process that still uses it. */
  readonly reattached: boolean
  /**
   * The last process that uses the database stops it; an earlier one only leaves. Until then Postgres is started again
   * when it dies. May be called twice.
   */
  stop(): Promise<void>
}

/**
 * Postgres outlives the process that started it, whether that wants it or not: a kill -9 leaves it running. So every
 * start first looks for one that runs on the data folder, and each step is atomic, so that two starts at once need
 * no lock: both may create a cluster but one rename wins, both may launch Postgres but its own pid file lets one live.
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

async function start({ dataDir, settings = {}, ...told }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, warn = log } = told
  const installed = await installedPackage()
  const folder = await openDataFolder(dataDir)
  const binaries = await findBinaries({ installed, folder })
  await createCluster({ folder, binaries, log })
  const attachment = await attach(folder)
  try {
    const launching = { folder, binaries, settings, socketFolder: null }
    const { postmaster, reattached } = (await untilReady(launching, NEVER))!
    log(`Postgres ${reattached ? 'was running already' : 'is running'} in ${folder.home} (process ${postmaster.pid})`)
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

/** A start is not broken off, but by the end of its process. */
const NEVER = new AbortController().signal

/**
 * Where it was, so that whoever is connected finds it again. Every process that uses it does so: its own pid file lets
 * only one of theirs live.
 */
async function startAgain(launching: Launching, ending: AbortSignal, warn: (line: string) => void): Promise<void> {
  const ready = await untilReady(launching, ending)
  if (ready === null) return
  const { pid, socketFolder } = ready.postmaster
  if (socketFolder === launching.socketFolder) warn(`Postgres is running again (process ${pid})`)
  else warn(`Postgres is running again (process ${pid}), but in ${socketFolder}: start this process anew to find it`)
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
    log('Postgres stays up: another process uses it')
  }
}

function urlOf({ host, port, user, database }: EmbeddedPostgres['connection']) {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
