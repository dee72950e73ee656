import { setTimeout as sleep } from 'node:timers/promises'

/** Polls at a fixed rate, because the servers need the processor; the test's timeout ends a wait without success. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(ASK_AGAIN_MS)
}

const ASK_AGAIN_MS = 20
