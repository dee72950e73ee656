import { once } from 'node:events'
import { runWorkerProcess } from './run-worker-process.js'
import type { WorkerBrief, WorkerCounts } from './worker-brief.js'

// The process of one worker of a server: it receives its brief from the server, and ends when their channel closes.

const stop = new AbortController()
const stopping = stop.signal
process.once('disconnect', () => stop.abort())
// The channel may have closed while this file was loaded.
if (!process.connected) stop.abort()
process.on('SIGTERM', () => stop.abort())
// Ctrl-C reaches every process of the terminal, but only the server decides when its workers stop.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// No brief arrives if the server is gone.
const [brief] = await once(process, 'message', { signal: stopping }).catch(() => [null])
if (brief !== null) {
  process.exitCode = await runWorkerProcess({
    brief: brief as WorkerBrief,
    worker: Number(process.argv[2]),
    send: sent,
    stopping,
  })
}
process.exit()

/** Resolves even if the server is gone. */
function sent(counts: WorkerCounts): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send!(counts, () => resolve())
    else resolve()
  })
}
