import { setTimeout as sleep } from 'node:timers/promises'

export type Keeping = {
  /** Throws if it cannot find out: then nothing is started, and the check is repeated later. */
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

const LOOK_EVERY_MS = 500
/** After this many successful checks the start itself was sound, so the next restart is immediate. */
const STEADY_AFTER_LOOKS = 4
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
  const look = looksOf(keeping)
  let looksInARow = STEADY_AFTER_LOOKS
  for (let tries = 0; ;) {
    await pause(LOOK_EVERY_MS, ending)
    if (ending.aborted) return
    const found = await look()
    if (found === 'running') looksInARow++
    if (found !== 'dead') continue
    if (looksInARow >= STEADY_AFTER_LOOKS) tries = 0
    if (tries === TRIES_MAX) return warn(`Postgres has died ${TRIES_MAX} times in a row, and is not started again`)
    if (tries > 0) await pause(Math.min(LOOK_EVERY_MS * 2 ** tries, PAUSE_MAX_MS), ending)
    tries++
    looksInARow = 0
    warn('Postgres has died, and is being restarted')
    await startAgain(ending).catch((error: unknown) => warn(reasonOf(error)))
  }
}

/** Warns once when checks begin to fail, and again only after a check has succeeded. */
function looksOf({ isRunning, warn }: Required<Keeping>): () => Promise<'running' | 'dead' | 'unknown'> {
  let isTold = false
  return async () => {
    try {
      const found = (await isRunning()) ? 'running' : 'dead'
      isTold = false
      return found
    } catch (error) {
      if (!isTold) warn(`Cannot check whether Postgres is running: ${reasonOf(error)}`)
      isTold = true
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
