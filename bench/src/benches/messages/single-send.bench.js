import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CONNECTIONS, INSTANT, openSenders, stormOfSends } from './send-storm.js'
import { startService } from '../../shared/service.js'

const ACCOUNTS = 100
const SENDS = 3_000

export const bench = {
  title: `${SENDS} single sends over HTTP from ${ACCOUNTS} accounts, ${CONNECTIONS} at once, all stored before the response`,
  unit: 'sends/s',

  async setup() {
    const service = await startService({ env: INSTANT })
    await openSenders(service, ACCOUNTS)
    const peerUrl = await service.createDatabase('peer')
    const peer = await startPeer('plain-sends.js', peerUrl, String(ACCOUNTS))
    const bare = await startPeer('bare-express.js')
    return { service, peer, bare, ours: { url: service.urls[0], sent: 0 } }
  },

  async ours({ ours }) {
    ours.sent += SENDS
    return storm(ours.url)
  },
  peers: { 'express + 4 plain statements': ({ peer }) => storm(peer.url) },
  limit: { name: 'express with an empty response', contestant: ({ bare }) => storm(bare.url) },

  goals: [
    {
      text: 'at least 1.5 times as fast as express + 4 plain statements',
      ratio: ({ ours, peers }) => ours / peers['express + 4 plain statements'],
      atLeast: 1.5,
    },
    { text: 'at least 0.4 of express with an empty response', ratio: ({ ours, limit }) => ours / limit, atLeast: 0.4 },
  ],

  async check({ service, ours }) {
    const response = await fetch(`${ours.url}/provider`)
    const { submitted, repeated } = /** @type {{ submitted: number, repeated: number }} */ (await response.json())
    const [{ sent }] = await service.sql("select count(*)::integer as sent from message where status = 'sent'")
    const [{ spent }] = await service.sql("select sum(amount) as spent from ledger_entry where to_place = 'spent'")
    if (submitted !== ours.sent || repeated > 0 || sent !== ours.sent) {
      throw new Error(`${ours.sent} were sent: ${submitted} submitted, ${repeated} again, ${sent} stored as sent`)
    }
    if (Number(spent) !== 2 * ours.sent) throw new Error(`${spent} credits were spent on ${ours.sent} messages`)
    return `${submitted} of ${ours.sent} texts were submitted, each once and each paid for once`
  },

  async teardown({ service, peer, bare }) {
    for (const { child } of [peer, bare]) child.kill()
    await service.stop()
  },
}

async function startPeer(file, ...args) {
  const child = fork(fileURLToPath(new URL(`../peers/${file}`, import.meta.url)), args)
  const [port] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}` }
}

function storm(url) {
  return stormOfSends(url, { sends: SENDS, accounts: Array.from({ length: ACCOUNTS }, (_, n) => n) })
}
