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

/** May throw, or give a process that was never there: it has no channel then, and tells by an error. */
export type ForkWorker = (worker: number, env: NodeJS.ProcessEnv) => ChildProcess

export type WorkerProcesses = {
  /** They take no new job, finish those in hand for a while, and are gone. */
  stop(): Promise<void>
}

/**
 * So many processes that do jobs, each started anew when it dies. Each has a channel to this process, and stops by itself
 * when that is closed: so there is one way to end it, whether it is told to or this process was killed.
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
/** Whoever has worked for so long was well: what it died of is none of its start. */
const STEADY_MS = 60_000

/** Does not fail: what a worker dies of, or cannot be started for, is a line in the log. */
async function keepWorking(options: KeepWorking): Promise<void> {
  const { worker, stopping, logger, pause } = options
  for (let deaths = 0; !stopping.aborted;) {
    const startedMs = performance.now()
    const ending = await lifeOf(options)
    if (stopping.aborted) return
    deaths = performance.now() - startedMs < STEADY_MS ? deaths + 1 : 1
    const pauseMs = Math.min(PAUSE_MIN_MS * 2 ** (deaths - 1), PAUSE_MAX_MS)
    logger.warn({ worker, ...ending, pauseMs }, 'a worker has ended, and another takes its place')
    await pause(pauseMs, stopping)
  }
}

type Ending = { readonly code?: number; readonly signal?: string; readonly reason?: string }

async function lifeOf(options: KeepWorking): Promise<Ending> {
  const { worker, env, forkWorker } = options
  try {
    // The secrets come by the channel.
    return await lived(forkWorker(worker, withoutSecrets(env)), options)
  } catch (error) {
    return { reason: (error as Error).message }
  }
}

async function lived(child: ChildProcess, { worker, brief, stopping, logger, counts }: KeepWorking): Promise<Ending> {
  const closing = () => void close(child)
  const heard = (told: unknown) => counts.told(worker, told as WorkerCounts)
  stopping.addEventListener('abort', closing)
  child.on('message', heard)
  try {
    if (child.connected) {
      // One that is gone already tells so by its exit.
      child.send(brief, () => {})
      logger.info({ worker, pid: child.pid }, 'worker started')
    }
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    // What it told last may still be on its way.
    if (child.connected) await once(child, 'disconnect')
    return { ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) }
  } finally {
    stopping.removeEventListener('abort', closing)
    child.off('message', heard)
    counts.ended(worker)
  }
}

const ENTRY = fileURLToPath(new URL('./worker-process.js', import.meta.url))

function forkWorkerProcess(worker: number, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(ENTRY, [String(worker)], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** Longer than its own patience with the jobs in hand and with its connections. */
const KILL_AFTER_MS = GRACE_MS + 7_000

async function close(child: ChildProcess): Promise<void> {
  if (child.connected) child.disconnect()
  const isGone = new AbortController()
  child.once('exit', () => isGone.abort())
  if (child.exitCode !== null || child.signalCode !== null) return
  await pauseOnClock(KILL_AFTER_MS, isGone.signal)
  if (!isGone.signal.aborted) child.kill('SIGKILL')
}
