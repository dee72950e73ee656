import { setTimeout as sleep } from 'node:timers/promises'

export type Keeping = {
  /** Throws if it cannot determine this: then nothing is started, and the check is repeated later. */
  isRunning(): Promise<boolean>
  /** May give up once `ending` is aborted. */
  startAgain(ending: AbortSignal): Promise<void>
  /** Called when Postgres has died, could not be started, or could not be checked. */
  readonly warn: (line: string) => void
  readonly pause?: (ms: number, ending: AbortSignal) => Promise<void>
}

export type Keeper = {
  /** After this, Postgres may stop without being restarted. */
  end(): Promise<void>
}

const CHECK_EVERY_MS = 500
/** After this many successful checks, the start counts as successful, so the next restart is immediate. */
const STEADY_AFTER_CHECKS = 4
const TRIES_MAX = 10
const PAUSE_MAX_MS = 10_000

/** Restarts Postgres when it dies. If it does not stay up, retries a limited number of times with backoff. */
export function keepRunning({ pause = pauseUnnoticed, ...keeping }: Keeping): Keeper {
  const ending = new AbortController()
  const ended = keep({ ...keeping, pause }, ending.signal).catch((error: unknown) => keeping.warn(reasonOf(error)))
  return {
    async end() {
      ending.abort()
      await ended
    },
  }
}

async function keep(keeping: Required<Keeping>, ending: AbortSignal): Promise<void> {
  const { startAgain, warn, pause } = keeping
  const check = createCheck(keeping)
  let runningInARow = STEADY_AFTER_CHECKS
  for (let tries = 0; ;) {
    await pause(CHECK_EVERY_MS, ending)
    if (ending.aborted) return
    const found = await check()
    if (found === 'running') runningInARow++
    if (found !== 'dead') continue
    if (runningInARow >= STEADY_AFTER_CHECKS) tries = 0
    if (tries === TRIES_MAX) return warn(`Postgres has died ${TRIES_MAX} times in a row, and is not started again`)
    if (tries > 0) await pause(Math.min(CHECK_EVERY_MS * 2 ** tries, PAUSE_MAX_MS), ending)
    tries++
    runningInARow = 0
    warn('Postgres has died, and is being restarted')
    await startAgain(ending).catch((error: unknown) => warn(reasonOf(error)))
  }
}

/** Warns once when checks begin to fail, and again only after a check has succeeded. */
function createCheck({ isRunning, warn }: Required<Keeping>): () => Promise<'running' | 'dead' | 'unknown'> {
  let isReported = false
  return async () => {
    try {
      const found = (await isRunning()) ? 'running' : 'dead'
      isReported = false
      return found
    } catch (error) {
      if (!isReported) warn(`Cannot check whether Postgres is running: ${reasonOf(error)}`)
      isReported = true
      return 'unknown'
    }
  }
}

/** A pause that does not keep the process alive. */
async function pauseUnnoticed(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal: ending }).catch(() => {})
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
