import { once } from 'node:events'
import { runWorkerProcess } from './run-worker-process.js'
import type { WorkerBrief, WorkerCounts } from './worker-brief.js'

// The process of one worker of a server: it is told what to work on, and ends when the channel to its server closes.

const stop = new AbortController()
const stopping = stop.signal
process.once('disconnect', () => stop.abort())
// It may have closed while this file was loaded.
if (!process.connected) stop.abort()
process.on('SIGTERM', () => stop.abort())
// Ctrl-C reaches every process of a terminal, and it is for the server to say what follows from it.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// None comes from a server that is gone.
const [brief] = await once(process, 'message', { signal: stopping }).catch(() => [null])
if (brief !== null) {
  process.exitCode = await runWorkerProcess({
    brief: brief as WorkerBrief,
    worker: Number(process.argv[2]),
    tell: sent,
    stopping,
  })
}
process.exit()

/** Also where nobody is there to hear it. */
function sent(counts: WorkerCounts): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send!(counts, () => resolve())
    else resolve()
  })
}
