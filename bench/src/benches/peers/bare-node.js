import { createServer } from 'node:http'
import { portOf } from '../../shared/port-of.js'

/** Sends a short JSON response: no service on Node can be faster. Reports its port. */
const RESPONSE = JSON.stringify({ status: 'ok' })
const server = createServer((_req, res) => res.setHeader('content-type', 'application/json').end(RESPONSE))
server.listen(0, '127.0.0.1', () => process.send(portOf(server)))
