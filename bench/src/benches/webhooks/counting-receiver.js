import { once } from 'node:events'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { portOf } from '../../shared/port-of.js'

/**
 * A receiver of webhooks that takes everything, in a process of its own; started with the secret, it tells its port. What
 * it got is verified by the reference library when it is asked, so that this takes no time of those who are measured.
 */
const verifier = new Webhook(process.argv[2])
let requests = []

const server = createServer((req, res) => {
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    requests.push({ headers: req.headers, chunks })
    res.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1')
await once(server, 'listening')

process.on('message', (order) => process.send(order === 'count' ? requests.length : tell()))
process.on('disconnect', () => process.exit())
process.send(portOf(server))

/** How many came since it was last asked, of how many ids; throws where one does not verify. */
function tell() {
  const ids = new Set()
  for (const { headers, chunks } of requests) {
    const event = /** @type {{ id: string }} */ (verifier.verify(Buffer.concat(chunks), headers))
    ids.add(event.id)
  }
  const told = { requests: requests.length, ids: ids.size }
  requests = []
  return told
}
