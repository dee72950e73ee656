import { startWorker } from '@carillon/node'
import { carillonOn } from './carillon-on.js'
import { instantProvider } from './instant-provider.js'

/**
 * A process that works on jobs as `carillon worker` does. Its argument is the URL of the database. On `work` it begins;
 * on `rest` it stops and sends what its provider accepted. With `keeps-outbox` it leaves the events in the outbox.
 */
const [url, ...options] = process.argv.slice(2)
const relays = !options.includes('keeps-outbox')
const provider = instantProvider()
const { runDueJobs, relayEvents } = await carillonOn(url, { provider })
/** Prints failures; the bench itself measures how long jobs take. */
const reports = {
  onFailure: ({ job, error }) => console.error(`a ${job.kind} failed:`, error),
  onError: (error, message) => console.error(message, error),
}
/** A no-op: no request of the bench has a key, and no schedule needs recomputing. */
const NOTHING = { execute: async () => 0 }
const [trimExpired, recomputeSchedules] = [NOTHING, NOTHING]
let worker = null

process.on('message', async (order) => {
  if (order === 'work') {
    worker = startWorker({
      useCases: { runDueJobs, relayEvents: relays ? relayEvents : NOTHING, trimExpired, recomputeSchedules },
      reports,
    })
  } else {
    await worker.stop({ graceMs: 10_000 })
    process.send(provider.report())
  }
})
process.on('disconnect', () => process.exit())
process.send('ready')
