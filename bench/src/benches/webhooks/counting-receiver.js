import { once } from 'node:events'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { portOf } from '../../shared/port-of.js'

/**
 * A receiver of webhooks that accepts everything, in a separate process. Its argument is the secret; it reports its
 * port. It verifies requests with the reference library only on a message from its parent process, so that verification
 * does not slow down the measurement.
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

process.on('message', (order) => process.send(order === 'count' ? requests.length : report()))
process.on('disconnect', () => process.exit())
process.send(portOf(server))

/** The numbers of requests and ids since the last call; throws if the signature of a request is wrong. */
function report() {
  const ids = new Set()
  for (const { headers, chunks } of requests) {
    const event = /** @type {{ id: string }} */ (verifier.verify(Buffer.concat(chunks), headers))
    ids.add(event.id)
  }
  const totals = { requests: requests.length, ids: ids.size }
  requests = []
  return totals
}
