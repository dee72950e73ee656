import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again at a set rate, as the servers need the processor; a test that waits in vain is cut off. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(ASK_AGAIN_MS)
}

const ASK_AGAIN_MS = 20
