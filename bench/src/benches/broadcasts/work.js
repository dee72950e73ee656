import { startWorker } from '@carillon/node'
import { carillonOn } from './carillon-on.js'
import { instantProvider } from './instant-provider.js'

/**
 * A process that works on jobs as `carillon worker` does. Started with the URL of the database; told `work` it begins,
 * told `rest` it stops and answers what its provider has taken. With `keeps-outbox` it leaves the events where they are.
 */
const [url, ...options] = process.argv.slice(2)
const relays = !options.includes('keeps-outbox')
const provider = instantProvider()
const { runDueJobs, relayEvents } = await carillonOn(url, { provider })
/** What goes wrong is told; how long jobs take is the bench's to measure. */
const reports = {
  onFailure: ({ job, error }) => console.error(`a ${job.kind} failed:`, error),
  onError: (error, message) => console.error(message, error),
}
/** No request of the bench has a key, and no schedule is from a time with other rules. */
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
    process.send(provider.tell())
  }
})
process.on('disconnect', () => process.exit())
process.send('ready')
