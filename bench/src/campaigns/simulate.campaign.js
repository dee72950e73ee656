import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

const SEEDS = 1_000
const SEEDS_SHORT = 60
const THREADS_MAX = 4
const SAY_EVERY = 100

export const campaign = {
  title: 'the core in processes that die, stall and lose their database: every invariant after every commit',

  /** Runs the seeds from `seed` on, so that a failing seed runs first if it is passed as `seed`. */
  async run({ seed, short, say }) {
    const seeds = short ? SEEDS_SHORT : SEEDS
    const total = { seeds: 0, replayed: 0, steps: 0, messages: 0, deaths: 0 }
    const queue = Array.from({ length: seeds }, (_, i) => seed + i)
    const broken = []
    const onDone = ({ seed: done, fault, ...figures }) => {
      if (fault !== undefined) {
        queue.length = 0
        broken.push({ seed: done, fault })
        return
      }
      total.seeds++
      for (const [figure, value] of Object.entries(figures)) total[figure] += value
      if (total.seeds % SAY_EVERY === 0) say(`${total.seeds} of ${seeds} seeds, ${total.steps} steps`)
    }
    const threads = Math.min(availableParallelism(), THREADS_MAX)
    await Promise.all(Array.from({ length: threads }, () => runOnThread(queue, onDone)))
    if (broken.length > 0) throw new Error(broken.toSorted((one, other) => one.seed - other.seed)[0].fault)
    return total
  },
}

/** Runs one seed after another from the queue until it is empty. */
async function runOnThread(queue, onDone) {
  const thread = new Worker(new URL('../simulation/seed-thread.js', import.meta.url))
  while (queue.length > 0) {
    thread.postMessage(queue.shift())
    const [done] = await once(thread, 'message')
    onDone(done)
  }
  await thread.terminate()
}
