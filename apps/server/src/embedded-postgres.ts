import { setTimeout as sleep } from 'node:timers/promises'
import { attach, type Attachment } from './embedded-postgres/attachment.js'
import { findBinaries, installedPackage, type Binaries } from './embedded-postgres/binaries.js'
import { createCluster } from './embedded-postgres/create-cluster.js'
import { openDataFolder, type DataFolder } from './embedded-postgres/data-folder.js'
import { launchPostmaster, type Launch } from './embedded-postgres/launch-postmaster.js'
import { findPostmaster, shutDown, type Postmaster } from './embedded-postgres/postmaster.js'
import { isOurSocketFolder, removeSocketFolder } from './embedded-postgres/socket-folder.js'

export type EmbeddedPostgresOptions = {
  /** Holds the database, its log and who uses it. Made if it is missing; nobody else may read it. */
  readonly dataDir: string
  readonly log?: (line: string) => void
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
  /** The last process that uses the database stops it; an earlier one only leaves. May be called twice. */
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

async function start({ dataDir, log = () => {}, settings = {} }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const installed = await installedPackage()
  const folder = await openDataFolder(dataDir)
  const binaries = await findBinaries({ installed, folder })
  await createCluster({ folder, binaries, log })
  const attachment = await attach(folder)
  try {
    const { postmaster, reattached } = await untilReady({ folder, binaries, settings })
    log(`Postgres ${reattached ? 'was running already' : 'is running'} in ${folder.home} (process ${postmaster.pid})`)
    const connection = { host: postmaster.socketFolder, port: postmaster.port, user: 'carillon', database: 'carillon' }
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= leave({ folder, attachment, log }))
    return { connection, url: urlOf(connection), reattached, stop }
  } catch (error) {
    await attachment.end()
    throw error
  }
}

/** Long enough for Postgres to replay what it had not yet written when it was killed. */
const START_MS = 300_000
const POLL_MS = 10
const RETRY_MS = 200

type Start = { folder: DataFolder; binaries: Binaries; settings: Readonly<Record<string, string>> }

async function untilReady({ folder, binaries, settings }: Start) {
  const deadline = Date.now() + START_MS
  let launch: Launch | null = null
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(folder)
    if (postmaster?.ready) {
      const reattached = postmaster.pid !== launch?.pid
      if (launch !== null && reattached) await removeSocketFolder(launch.socketFolder)
      return { postmaster: await reachable(postmaster, folder), reattached }
    }
    if (launch?.failed() !== undefined) {
      await giveUpUnlessPassing(launch, folder)
      await sleep(RETRY_MS)
      launch = null
    } else if (postmaster === null && launch === null) {
      launch = await launchPostmaster({ folder, binaries, settings })
    } else {
      await sleep(POLL_MS)
    }
  }
  throw new Error(`Postgres was not ready after ${START_MS / 1000} s; ${folder.logFile} says why`)
}

async function reachable(postmaster: Postmaster, { user }: DataFolder) {
  const { pid, socketFolder } = postmaster
  if (await isOurSocketFolder(socketFolder, user)) return postmaster
  throw new Error(`Postgres runs, but its folder ${socketFolder} is gone: end it with kill -INT ${pid}`)
}

/**
 * These end by themselves: another start was quicker, or processes of a Postgres that was killed have not yet
 * noticed. Anything else is for a person to read.
 */
const PASSING = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

async function giveUpUnlessPassing(launch: Launch, folder: DataFolder) {
  await removeSocketFolder(launch.socketFolder)
  const reason = launch.failed() ?? ''
  if (!PASSING.test(reason)) throw new Error(`Postgres did not start: ${reason}; ${folder.logFile} has more`)
}

type Leave = { folder: DataFolder; attachment: Attachment; log: (line: string) => void }

async function leave({ folder, attachment, log }: Leave) {
  if (await attachment.end()) {
    const postmaster = await findPostmaster(folder)
    if (postmaster === null) return
    await shutDown(postmaster)
    await removeSocketFolder(postmaster.socketFolder)
    log('Postgres has stopped')
  } else {
    log('Postgres stays up: another process uses it')
  }
}

function urlOf({ host, port, user, database }: EmbeddedPostgres['connection']) {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
