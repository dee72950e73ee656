import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pauseOnClock, type Pause } from '@carillon/node'
import type { Logger } from '../logging/logger.js'
import { withoutSecrets } from '../secrets/without-secrets.js'
import { GRACE_MS } from '../settings/grace.js'
import type { WorkerBrief, WorkerCounts } from './worker-brief.js'
import type { SumOfWorkers } from './worker-counts.js'

export type WorkerProcessesOptions = {
  readonly count: number
  readonly brief: WorkerBrief
  readonly env: Readonly<Record<string, string | undefined>>
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly counts: SumOfWorkers
  readonly pause?: Pause
  readonly forkWorker?: ForkWorker
}

/** May throw, or return a process that failed to start, which has no channel and emits an error. */
export type ForkWorker = (worker: number, env: NodeJS.ProcessEnv) => ChildProcess

export type WorkerProcesses = {
  /** The workers take no new jobs, finish running ones within the grace period, and exit. */
  stop(): Promise<void>
}

/**
 * Starts worker processes and restarts each one that dies. Each worker has a channel to this process, and stops
 * when the channel closes, so a regular stop and the death of this process end a worker in the same way.
 */
export function startWorkerProcesses({ count, ...given }: WorkerProcessesOptions): WorkerProcesses {
  const stop = new AbortController()
  const options = { pause: pauseOnClock, forkWorker: forkWorkerProcess, ...given, stopping: stop.signal }
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  const ended = Promise.all(numbers.map((worker) => keepWorking({ ...options, worker })))
  return {
    async stop() {
      stop.abort()
      await ended
    },
  }
}

type KeepWorking = Required<Omit<WorkerProcessesOptions, 'count'>> & {
  readonly worker: number
  readonly stopping: AbortSignal
}

const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 30_000
/** A worker that ran this long had started properly, so its death does not increase the backoff. */
const STEADY_MS = 60_000

/** Never rejects: logs why a worker died or could not be started. */
async function keepWorking(options: KeepWorking): Promise<void> {
  const { worker, stopping, logger, pause } = options
  for (let deaths = 0; !stopping.aborted;) {
    const startedMs = performance.now()
    const ending = await lifeOf(options)
    if (stopping.aborted) return
    deaths = performance.now() - startedMs < STEADY_MS ? deaths + 1 : 1
    const pauseMs = Math.min(PAUSE_MIN_MS * 2 ** (deaths - 1), PAUSE_MAX_MS)
    logger.warn({ worker, ...ending, pauseMs }, 'a worker has ended, and is being replaced')
    await pause(pauseMs, stopping)
  }
}

type Ending = { readonly code?: number; readonly signal?: string; readonly reason?: string }

async function lifeOf(options: KeepWorking): Promise<Ending> {
  const { worker, env, forkWorker } = options
  try {
    // The secrets are in the brief, which is sent over the channel.
    return await lived(forkWorker(worker, withoutSecrets(env)), options)
  } catch (error) {
    return { reason: (error as Error).message }
  }
}

async function lived(child: ChildProcess, { worker, brief, stopping, logger, counts }: KeepWorking): Promise<Ending> {
  const closing = () => void close(child)
  const onCounts = (reported: unknown) => counts.report(worker, reported as WorkerCounts)
  stopping.addEventListener('abort', closing)
  child.on('message', onCounts)
  try {
    if (child.connected) {
      // If the process has already ended, its exit event reports that.
      child.send(brief, () => {})
      logger.info({ worker, pid: child.pid }, 'worker started')
    }
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    // The last counts of the worker may still be in the channel.
    if (child.connected) await once(child, 'disconnect')
    return { ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) }
  } finally {
    stopping.removeEventListener('abort', closing)
    child.off('message', onCounts)
    counts.ended(worker)
  }
}

const ENTRY = fileURLToPath(new URL('./worker-process.js', import.meta.url))

function forkWorkerProcess(worker: number, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(ENTRY, [String(worker)], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** Longer than the worker's grace periods for its jobs and its connections. */
const KILL_AFTER_MS = GRACE_MS + 7_000

async function close(child: ChildProcess): Promise<void> {
  if (child.connected) child.disconnect()
  const isGone = new AbortController()
  child.once('exit', () => isGone.abort())
  if (child.exitCode !== null || child.signalCode !== null) return
  await pauseOnClock(KILL_AFTER_MS, isGone.signal)
  if (!isGone.signal.aborted) child.kill('SIGKILL')
}
