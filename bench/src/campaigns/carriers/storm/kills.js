import { setTimeout as delay } from 'node:timers/promises'

const DOWN_MS = 800

/** Kills the server and the worker at random moments, and starts them again. Returns how often. */
export async function killAtRandom({ service, workers, random, kills, withinMs, endsLeases, signal }) {
  const start = performance.now()
  const moments = Array.from({ length: kills }, () => random() * withinMs).toSorted((one, other) => one - other)
  const counts = { server: 0, worker: 0 }
  for (const [i, atMs] of moments.entries()) {
    await delay(Math.max(0, start + atMs - performance.now()), undefined, { signal })
    if (i % 2 === 0) {
      await service.kill(0)
      await delay(random() * DOWN_MS)
      await service.startAgain(0)
      counts.server++
    } else {
      await workers.kill(0)
      if (endsLeases) await service.sql(END_LEASES)
      await delay(random() * DOWN_MS)
      workers.replace(0)
      counts.worker++
    }
  }
  return counts
}

/** The jobs of the only worker, which is dead, do not have to wait for 30 s. */
const END_LEASES = 'update job set run_at = now() where fence is not null and run_at > now()'
