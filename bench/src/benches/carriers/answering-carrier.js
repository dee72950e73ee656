import { createServer } from 'node:http'
import { portOf } from '../../shared/port-of.js'

/** Accepts every message with what Twilio answers, in a separate process, without looking at it. Reports its port. */
const ANSWER = Buffer.from(
  JSON.stringify({
    account_sid: `AC${'0'.repeat(32)}`,
    api_version: '2010-04-01',
    body: 'Ding dong, the bells of Acme are here.',
    date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
    date_sent: null,
    date_updated: 'Thu, 24 Aug 2023 05:01:45 +0000',
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: '+12025551000',
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: null,
    messaging_service_sid: null,
    sid: `SM${'1'.repeat(32)}`,
    status: 'queued',
    subresource_uris: { media: `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages/SM${'1'.repeat(32)}/Media.json` },
    to: '+12025550123',
    uri: `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages/SM${'1'.repeat(32)}.json`,
  }),
)
const HEADERS = { 'content-type': 'application/json', 'content-length': ANSWER.length }

const server = createServer((req, res) => {
  req.resume()
  req.on('end', () => res.writeHead(201, HEADERS).end(ANSWER))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send(portOf(server)))
process.on('disconnect', () => process.exit())
