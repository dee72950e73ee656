import { startWorker } from '../../../apps/server/dist/worker/worker.js'
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
const logger = { info() {}, warn: complain, error: complain }
/** Nobody reads the metrics. */
const registry = { registerMetric() {} }
/** No request of the bench has a key, and no schedule is from a time with other rules. */
const NOTHING = { execute: async () => 0 }
const [trimExpired, recomputeSchedules] = [NOTHING, NOTHING]
let worker = null

process.on('message', async (order) => {
  if (order === 'work') {
    worker = startWorker({
      useCases: { runDueJobs, relayEvents: relays ? relayEvents : NOTHING, trimExpired, recomputeSchedules },
      logger,
      registry,
    })
  } else {
    await worker.stop({ graceMs: 10_000 })
    process.send(provider.tell())
  }
})
process.on('disconnect', () => process.exit())
process.send('ready')

function complain(fields, message) {
  console.error(message, fields)
}
