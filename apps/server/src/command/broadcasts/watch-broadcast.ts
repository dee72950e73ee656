import type { CarillonAdmin } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import type { Shell } from '../../terminal/shell.js'
import { ServerUnavailable, withAdmin, type ExplainError } from '../client/admin-client.js'
import {
  broadcastAsJson,
  durationOf,
  showBroadcast,
  type BroadcastDisplay,
  type BroadcastProgress,
  type WatchedBroadcast,
} from './broadcast-progress.js'
import { secondsLeftOf, sendingRate } from './sending-rate.js'
import { watchTime, type WatchTime } from './watch-time.js'

export type WatchOptions = { readonly id: string; readonly json: boolean }

/** Shows the progress of a broadcast or batch until it ends. Stopping the command does not stop the broadcast. */
export async function watchBroadcast({ id, json }: WatchOptions, shell: Shell, time = watchTime): Promise<void> {
  const display = json ? broadcastAsJson(shell) : showBroadcast(shell.stderr, time.nowMs)
  const ended = await withAdmin(shell, (admin, explain) => follow({ admin, explain, id, display, time, shell }))
    .catch((error: unknown) => {
      throw shell.interrupted.aborted
        ? new UserError(`Interrupted. ${id} is still running: watch it again at any time`)
        : error
    })
    .finally(() => display.end())
  if (!json) shell.stdout.write(summaryOf(ended))
  if (ended.status === 'failed') throw new UserError(FAILED)
}

const FAILED =
  'None of the messages was sent. To see the reasons, send GET …/messages for the broadcast with an API key of its account'

type Following = {
  readonly admin: CarillonAdmin
  readonly explain: ExplainError
  readonly id: string
  readonly display: BroadcastDisplay
  readonly time: WatchTime
  readonly shell: Shell
}

const POLL_EVERY_MS = 500

async function follow(following: Following): Promise<WatchedBroadcast> {
  const { display, time, shell } = following
  const progressOf = readProgress(time)
  const isStill = watchStillness(time)
  let broadcast = await read(following)
  for (;;) {
    const progress = progressOf(broadcast)
    display.show(progress)
    if (broadcast.completedAt !== undefined) return broadcast
    if (isStill(broadcast)) display.note(stillNote(broadcast))
    await time.pause(POLL_EVERY_MS, shell.interrupted)
    broadcast = await readWithRetries(following)
  }
}

/** A server that does not respond within this time counts as unavailable. */
const TIMEOUT_MS = 10_000

function read({ admin, id }: Following): Promise<WatchedBroadcast> {
  return admin.broadcasts.byId(id, { timeoutMs: TIMEOUT_MS })
}

const UNAVAILABLE_MAX_MS = 120_000
const TRY_EVERY_MS = 1_000

/** Retries for a while: a server that responded before may be restarting, or waiting for its database. */
async function readWithRetries(following: Following): Promise<WatchedBroadcast> {
  const { display, time, shell } = following
  const deadlineMs = time.nowMs() + UNAVAILABLE_MAX_MS
  for (let tries = 1; ; tries++) {
    try {
      return await read(following)
    } catch (raw) {
      const error = following.explain(raw)
      if (!(error instanceof ServerUnavailable) || time.nowMs() >= deadlineMs) throw error
      if (tries === 1) display.note(`${error.message}. Trying again for ${durationOf(UNAVAILABLE_MAX_MS / 1_000)}`)
    }
    await time.pause(TRY_EVERY_MS, shell.interrupted)
  }
}

function readProgress(time: WatchTime): (broadcast: WatchedBroadcast) => BroadcastProgress {
  const rateAt = sendingRate()
  return (broadcast) => {
    const { totalRecipients, counts, messagesPerSecond, partsPerMessage } = broadcast
    const perSecond = rateAt({ atMs: time.nowMs(), done: totalRecipients - counts.queued })
    const secondsLeft = secondsLeftOf({ queued: counts.queued, perSecond, messagesPerSecond, partsPerMessage })
    return { broadcast, perSecond, secondsLeft }
  }
}

const STILL_MAX_MS = 60_000

/** The returned function returns true once for each minute without progress. */
function watchStillness({ nowMs }: WatchTime): (broadcast: WatchedBroadcast) => boolean {
  let queued: number | null = null
  let sinceMs = nowMs()
  return ({ counts }) => {
    const isStill = counts.queued === queued && nowMs() - sinceMs >= STILL_MAX_MS
    if (isStill || counts.queued !== queued) sinceMs = nowMs()
    queued = counts.queued
    return isStill
  }
}

function stillNote({ account }: WatchedBroadcast): string {
  const minutes = durationOf(STILL_MAX_MS / 1_000)
  return `Nothing was sent for ${minutes}: check that a worker is running, and run carillon jobs dead --account ${JSON.stringify(account.name)}`
}

function summaryOf({ id, status, totalRecipients, counts, ...instants }: WatchedBroadcast): string {
  const { sent, failed, delivered, queued } = counts
  const skipped = totalRecipients - sent - failed - queued
  const parts = [
    `${sent} sent`,
    `${failed} failed`,
    `${delivered} delivered so far`,
    ...(skipped > 0 ? [`${skipped} not started`] : []),
  ]
  const { startedAt, completedAt } = instants
  const took = startedAt === undefined ? null : (Date.parse(completedAt!) - Date.parse(startedAt)) / 1_000
  return `${id} is ${status}: ${parts.join(', ')}${took === null ? '' : `, in ${durationOf(took)}`}\n`
}
