import { carillonOn } from '../broadcasts/carillon-on.js'

/**
 * A process that begins what is due of schedules and starts its sends, as a worker does, and dispatches nothing. Started
 * with the URL of the database; told anything, it answers when nothing is due any more.
 */
const [url] = process.argv.slice(2)
const { runDueJobs } = await carillonOn(url)

process.on('message', async () => {
  while ((await runDueJobs.execute({ lane: 'timed', jobsMax: 1, onFailure: fail })) > 0);
  process.send('done')
})
process.on('disconnect', () => process.exit())
process.send('ready')

function fail({ error }) {
  throw error
}
