import { setTimeout as sleep } from 'node:timers/promises'

/** Pauses between polls, to leave the processor to the servers. If the condition stays false, the test times out. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(POLL_EVERY_MS)
}

const POLL_EVERY_MS = 20
