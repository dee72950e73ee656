import { setTimeout as sleep } from 'node:timers/promises'

/** Pauses between polls, to leave the processor to the servers. If it never succeeds, the test's timeout ends it. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(POLL_EVERY_MS)
}

const POLL_EVERY_MS = 20
