import { Readable } from 'node:stream'
import { Once, StartBroadcast } from '@carillon/core'
import { keyedSecrets, randomIds, systemClock as clock, systemTimer as timer } from '@carillon/node'
import { connect, onPostgres } from '@carillon/postgres'
import { BroadcastFields, broadcastOf } from '../../../../packages/http/dist/broadcasts/broadcasts.js'
import { bulkReader } from '../../../../packages/http/dist/broadcasts/bulk-body.js'
import { readShape } from '../../../../packages/http/dist/input/shape.js'

/**
 * Accepts broadcasts without a server: parses the body like the route, and runs the use case on Postgres.
 * `accept(text)` resolves after the commit.
 */
export async function openAccepting({ databaseUrl, accountName }) {
  const knex = await connect(databaseUrl)
  const { unitOfWork, close } = onPostgres({ knex, clock })
  const once = new Once({ unitOfWork, clock, timer })
  const secrets = keyedSecrets('a-secret-of-the-bench')
  const startBroadcast = new StartBroadcast({ unitOfWork, clock, ids: randomIds(clock), secrets, once })
  const account = await unitOfWork.run(({ accounts }) => accounts.findByName(accountName))
  const { read } = bulkReader()
  return {
    account,
    async accept(text) {
      const input = await read(requestOf(text), { account, kind: 'broadcast' }, (body) =>
        broadcastOf(readShape(BroadcastFields, body), account),
      )
      if ('audience' in input) throw new Error('The text names recipients')
      return (await startBroadcast.execute(input)).broadcast
    },
    async close() {
      await close()
      await knex.destroy()
    },
  }
}

/**
 * The parts of a request that the route's reader uses.
 *
 * @returns {any}
 */
function requestOf(text) {
  const bytes = Buffer.from(text)
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) }
  return Object.assign(Readable.from([bytes], { objectMode: false }), { headers })
}
