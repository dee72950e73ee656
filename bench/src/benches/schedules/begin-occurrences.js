import { carillonOn } from '../broadcasts/carillon-on.js'

/**
 * A process that begins due occurrences and starts their sends, as a worker does, but dispatches nothing. Its argument
 * is the URL of the database; on any message it works until nothing is due, then responds.
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
