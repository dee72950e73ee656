import { rmdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataFolder } from './data-folder.js'
import { launchPostmaster, type Launch, type Launching } from './launch-postmaster.js'
import { findPostmaster, type Postmaster } from './postmaster.js'
import { isOurSocketFolder, rememberSocketFolder } from './socket-folder.js'

/** `reattached`: Postgres was running already, or another process has started it in the meantime. */
export type Ready = { readonly postmaster: Postmaster; readonly reattached: boolean }

/** Long enough for Postgres to replay its log after a kill. */
const START_MS = 300_000
const POLL_MS = 10
const RETRY_MS = 200

/**
 * Launches Postgres if none runs, and waits until it is ready. Null if `ending` was aborted first: then nothing was
 * launched, or `findPostmaster` can find the launched one.
 */
export async function untilReady(launching: Launching, ending: AbortSignal): Promise<Ready | null> {
  const { folder } = launching
  const made = new Set<string>()
  try {
    const ready = await launchAndWait(launching, ending, made)
    if (ready !== null) await rememberSocketFolder(folder, ready.postmaster.socketFolder)
    return ready
  } finally {
    const used = (await findPostmaster(folder))?.socketFolder
    for (const path of made) if (path !== used) await rmdir(path).catch(() => {})
  }
}

async function launchAndWait(launching: Launching, ending: AbortSignal, made: Set<string>): Promise<Ready | null> {
  const { folder } = launching
  const deadline = Date.now() + START_MS
  let launch: Launch | null = null
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(folder)
    if (postmaster?.ready) {
      return { postmaster: await reachable(postmaster, folder), reattached: postmaster.pid !== launch?.pid }
    }
    if (ending.aborted && (launch === null || postmaster !== null)) return null
    if (launch?.failed() !== undefined) {
      giveUpUnlessPassing(launch, folder)
      await sleep(RETRY_MS)
      launch = null
    } else if (postmaster === null && launch === null) {
      launch = await launchPostmaster(launching)
      if (launch.socketFolder.isNew) made.add(launch.socketFolder.path)
    } else {
      await sleep(POLL_MS)
    }
  }
  throw new Error(`Postgres was not ready after ${START_MS / 1000} s: see ${folder.logFile}`)
}

async function reachable(postmaster: Postmaster, { user }: DataFolder) {
  const { pid, socketFolder } = postmaster
  if (await isOurSocketFolder(socketFolder, user)) return postmaster
  throw new Error(`Postgres is running, but its folder ${socketFolder} is missing: stop it with kill -INT ${pid}`)
}

/**
 * These errors are temporary: another start was faster, or processes of a killed Postgres have not yet
 * exited. Any other error is reported to the operator.
 */
const PASSING = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

function giveUpUnlessPassing(launch: Launch, folder: DataFolder) {
  const reason = launch.failed() ?? ''
  if (!PASSING.test(reason)) throw new Error(`Postgres did not start: ${reason}; see ${folder.logFile}`)
}
