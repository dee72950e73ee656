import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { randomNumbers } from '../../shared/random-numbers.js'
import { BEHAVIOURS, TRAP } from './behaviours.js'
import { portOf } from '../../shared/port-of.js'

/**
 * Receivers of webhooks, one port each, which verify requests with the reference library and record them before they
 * respond. Given a list of receivers, the process starts them and sends their ports; on `requests`, all their requests.
 */
const seen = new Map()
const bodies = new Map()
const faults = []

process.on('message', async (/** @type {any} */ order) => {
  if (order === 'requests') process.send({ seen, faults })
  else
    process.send(
      await Promise.all(order.receivers.map((receiver, i) => listen(receiver, randomNumbers(order.seed + i)))),
    )
})
process.on('disconnect', () => process.exit())

async function listen({ name, behaviour, secret }, random) {
  const verifier = new Webhook(secret)
  const requests = []
  seen.set(name, requests)
  const treat = BEHAVIOURS[behaviour]({ random })
  const server = createServer(async (req, res) => {
    const request = { id: String(req.headers['webhook-id']), atMs: Date.now(), status: null }
    if (req.url === TRAP) faults.push(`${name}: the redirect of ${request.id} was followed`)
    try {
      const body = await buffer(req)
      requests.push(request)
      record({ name, request, body, verifier, headers: req.headers })
      await treat({ request, res, nth: requests.length, delay })
    } catch (error) {
      // The sender may have been killed in the meantime.
      if (error.code !== 'ECONNRESET') faults.push(`${name}: ${error.message}`)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  if (behaviour === 'dead') server.close()
  return port
}

/** Every delivery of an event must have the same body, and a valid signature. */
function record({ name, request: { id }, body, verifier, headers }) {
  const note = (fault) => faults.push(`${name}: ${id} ${fault}`)
  try {
    const event = verifier.verify(body, headers)
    if (event.id !== id) note(`is in a header, and ${event.id} in the body`)
  } catch (error) {
    note(`does not verify: ${error.message}`)
  }
  const digest = createHash('sha256').update(body).digest('base64')
  if ((bodies.get(id) ?? digest) !== digest) note('came with another body than before')
  bodies.set(id, digest)
}
