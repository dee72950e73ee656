import { setTimeout as sleep } from 'node:timers/promises'

export type Keeping = {
  /** Throws where that cannot be told: then it is looked again, and nothing is started. */
  isRunning(): Promise<boolean>
  /** May give up when it is to end. */
  startAgain(ending: AbortSignal): Promise<void>
  /** Told when it has died, and when it could not be started, or not be looked at. */
  readonly warn: (line: string) => void
  readonly pause?: (ms: number, ending: AbortSignal) => Promise<void>
}

export type Keeper = {
  /** From then on it may stop. */
  end(): Promise<void>
}

const LOOK_EVERY_MS = 500
/** Who is found running so often does not die of how it was started: it is started again at once. */
const STEADY_AFTER_LOOKS = 4
const TRIES_MAX = 10
const PAUSE_MAX_MS = 10_000

/** Starts Postgres again when it dies. What does not stay up is tried a bounded number of times, later and later. */
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
    if (tries === TRIES_MAX) return warn(`Postgres has died ${TRIES_MAX} times in a row, and is left alone`)
    if (tries > 0) await pause(Math.min(LOOK_EVERY_MS * 2 ** tries, PAUSE_MAX_MS), ending)
    tries++
    looksInARow = 0
    warn('Postgres has died, and is started again')
    await startAgain(ending).catch((error: unknown) => warn(reasonOf(error)))
  }
}

/** What is in the way of looking is told once, until it is out of the way. */
function looksOf({ isRunning, warn }: Required<Keeping>): () => Promise<'running' | 'dead' | 'unknown'> {
  let isTold = false
  return async () => {
    try {
      const found = (await isRunning()) ? 'running' : 'dead'
      isTold = false
      return found
    } catch (error) {
      if (!isTold) warn(`Whether Postgres runs cannot be told: ${reasonOf(error)}`)
      isTold = true
      return 'unknown'
    }
  }
}

/** Does not keep a process alive. */
async function pauseUnnoticed(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal: ending }).catch(() => {})
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
