import { memoryOf } from '../measuring/memory-of.js'
import { startDispatchers } from './dispatchers.js'

/** The peak memory, in MB, of a new process that dispatches `times` broadcasts of `count` recipients one by one. */
export async function memoryOfDispatching(fixture, { count, times }) {
  const workers = await startDispatchers(fixture.url, 1)
  for (let i = 0; i < times; i++) {
    const id = await fixture.accept(count)
    workers.work()
    await fixture.untilCompleted(id)
    await workers.rest()
  }
  const peak = await memoryOf(workers.pids[0]).peak()
  await workers.stop()
  return peak
}
