import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCarillonWorkers } from '../../shared/carillon-workers.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { startService } from '../../shared/service.js'
import { drain, giveUp } from './storm/drain.js'
import { Forger } from './receipts/forger.js'
import { judge } from './judging/judge.js'
import { watchMessages } from './judging/stored-messages.js'
import { KINDS } from './test-carriers/kinds/kinds.js'
import { openCarriers, writeCarriersFile } from './test-carriers/open-carriers.js'
import { PostOffice } from './receipts/post-office.js'
import { resolveUnknown } from './receipts/resolve-unknown.js'
import { scenesOf, sendersOf } from './scenes.js'
import { openAccounts } from './storm/sending.js'
import { SMSC_SOURCES } from './test-carriers/smsc.js'
import { importSources } from './test-carriers/sources.js'
import { storm } from './storm/storm.js'

const LONG = { sends: 300, recipients: 600, stormMs: 150_000, kills: 20, moodMs: [1_000, 6_000] }
const SHORT = { sends: 25, recipients: 100, stormMs: 8_000, kills: 2, moodMs: [500, 2_500] }

export const campaign = {
  title:
    'carriers that answer late, never, twice, with errors and with forged receipts, and kill -9 of server and worker: ' +
    '0 sent twice, 0 forged receipts believed, every unknown outcome resolved by its receipt',

  async run({ seed, short, say }) {
    const size = short ? SHORT : LONG
    const kinds = Object.values(KINDS).flatMap(({ sources }) => sources)
    const sources = await importSources([...new Set([...kinds, ...SMSC_SOURCES])])
    const scenes = Object.entries(scenesOf(randomNumbers(seed)))
    const figures = await Promise.all(
      scenes.map(async ([name, scene], i) => {
        const random = randomNumbers(seed + i)
        const seen = await runScene({ scene, size, short, sources, random, say: (text) => say(`${name}: ${text}`) })
        return Object.entries(seen).map(([figure, value]) => [`${name}: ${figure}`, value])
      }),
    )
    return Object.fromEntries(figures.flat())
  },
}

async function runScene({ scene, size, short, sources, random, say }) {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-carriers-'))
  const closes = [() => rm(folder, { recursive: true, force: true })]
  try {
    const senders = sendersOf(scene, size)
    const world = { urls: [''] }
    const office = new PostOffice({ random, urlOf: () => world.urls[0] })
    closes.push(async () => office.close())
    const carriers = await openCarriers(scene, { senders, sources, random, office })
    closes.push(...carriers.map((carrier) => () => carrier.close()))
    const env = { CARILLON_CARRIERS: await writeCarriersFile(folder, { scene, carriers }) }
    const service = await startService({ works: false, env })
    closes.push(() => service.stop())
    world.urls = service.urls
    await watchMessages(service)
    await openAccounts(service, senders)
    const workers = await startCarillonWorkers(service, { count: 1, env })
    closes.push(() => workers.stop())
    say('the carriers, the server and the worker are up')

    const accounts = (await service.sql('select id from account')).map(({ id }) => id)
    const forger = new Forger({ office, random, accounts })
    forger.start()
    closes.push(() => forger.stop().catch(() => {}))
    const { responses, kills } = await storm({ service, workers, scene, carriers, senders, random, size, short })
    say(`${office.texts.length} texts were taken, ${kills.server} servers and ${kills.worker} workers were killed`)
    await drain(service, { except: 'gone' })
    await giveUp(service, { sender: senders.find(({ carrier }) => carrier === 'gone')?.from ?? null })
    await office.settled()
    const resolved = await resolveUnknown(service, { office, say })
    await forger.stop()
    const judged = await judge(service, { scene, carriers, senders, office, forger, responses })
    return {
      ...judged,
      ...resolved,
      'kills of the server, and of the worker': `${kills.server}, ${kills.worker}`,
    }
  } finally {
    for (const close of closes.toReversed()) await close()
  }
}
