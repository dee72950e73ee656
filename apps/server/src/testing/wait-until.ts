import { setTimeout as sleep } from 'node:timers/promises'

/** Polls at a fixed rate, because the servers need the processor; the test's timeout ends a wait without success. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(POLL_EVERY_MS)
}

const POLL_EVERY_MS = 20
