import { setTimeout as sleep } from 'node:timers/promises'

export type Keeping = {
  isRunning(): Promise<boolean>
  /** May give up when it is to end. */
  startAgain(ending: AbortSignal): Promise<void>
  /** Told when it has died, and when it could not be started. */
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

async function keep({ isRunning, startAgain, warn, pause }: Required<Keeping>, ending: AbortSignal): Promise<void> {
  let looksInARow = STEADY_AFTER_LOOKS
  for (let tries = 0; ;) {
    await pause(LOOK_EVERY_MS, ending)
    if (ending.aborted) return
    if (await isRunning()) {
      looksInARow++
      continue
    }
    if (looksInARow >= STEADY_AFTER_LOOKS) tries = 0
    if (tries === TRIES_MAX) return warn(`Postgres has died ${TRIES_MAX} times in a row, and is left alone`)
    if (tries > 0) await pause(Math.min(LOOK_EVERY_MS * 2 ** tries, PAUSE_MAX_MS), ending)
    tries++
    looksInARow = 0
    warn('Postgres has died, and is started again')
    await startAgain(ending).catch((error: unknown) => warn(reasonOf(error)))
  }
}

/** Does not keep a process alive. */
async function pauseUnnoticed(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal: ending }).catch(() => {})
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
