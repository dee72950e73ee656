import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../shared/service.js'
import { processorTimeOf, processorTimeOfPostgres } from '../measuring/processor-time.js'
import { CONNECTIONS, openSenders, sendFrom, senderOf, TEXT, TO } from '../messages/send-storm.js'
import { openBroadcaster } from './broadcasts.js'
import { openClients } from './clients.js'
import { startSmscs } from './drive-smpp.js'
import { measureHttpSubmission } from './http-submission.js'
import { sendsms, startKannel } from './kannel.js'
import { openRawBinds } from './raw-submissions.js'
import { openSmppClient } from './smpp-client.js'

const ACCOUNTS = 100
const SENDS = 3_000
/** The others are faster, so they send more in about the same time. */
const KANNEL_SENDS = 10_000
const CLIENT_SENDS = 20_000
const RAW_SENDS = 50_000
const RECIPIENTS = 10_000
/** A broadcast to a known recipient needs no look-up. */
const CREDITS = { send: 2, broadcast: 1 }
const BINDS = 4
const WINDOW = 100

const KANNEL = 'Kannel 1.4.5 with a spool'
const OUR_PROCESSOR = 'a send of ours, with Postgres (µs of processor time)'
const KANNEL_PROCESSOR = 'a send of Kannel (µs of processor time)'
const ADAPTER = 'a submission by the Twilio adapter (µs)'
const BARE = 'a bare request of undici (µs)'
const ADAPTER_PROCESSOR = 'a submission by the Twilio adapter (µs of processor time)'
const BARE_PROCESSOR = 'a bare request of undici (µs of processor time)'

export const bench = {
  title: `${SENDS.toLocaleString('en')} single sends over HTTP, ${CONNECTIONS} at once, through SMPP to drive_smpp by ${BINDS} pairs of binds`,
  unit: 'sends/s',

  async setup() {
    const closings = []
    const open = async (opening, close) => {
      const opened = await opening
      closings.push(() => close(opened))
      return opened
    }
    try {
      const smscs = await open(startSmscs(4), stopAll)
      const [own, peer, alone, bare] = smscs
      const folder = await open(mkdtemp(join(tmpdir(), 'carillon-carriers-')), remove)
      const env = { CARILLON_CARRIERS: await writeCarriers(folder, own) }
      const service = await open(startService({ env }), (one) => one.stop())
      await openSenders(service, ACCOUNTS)
      const kannel = await open(startKannel({ smscPort: peer.port, binds: BINDS, window: WINDOW }), (one) => one.stop())
      const numbers = { from: senderOf(0), to: TO, text: TEXT }
      return {
        ...{ smscs, folder, service, kannel },
        clients: openClients(service.urls[0], { requestOf: (n) => sendFrom(n % ACCOUNTS), status: 201 }),
        kannelClients: openClients(kannel.url, { requestOf: sendsms, status: 202 }),
        broadcaster: await openBroadcaster(service, RECIPIENTS),
        smppClient: await open(openSmppClient(settingsOf(alone)), (one) => one.close()),
        rawBinds: await openRawBinds({ port: bare.port, binds: BINDS, window: WINDOW, ...numbers }),
        sent: { own: 0, broadcast: 0, kannel: 0, client: 0, raw: 0 },
      }
    } catch (error) {
      for (const close of closings.reverse()) await close().catch(() => {})
      throw error
    }
  },

  ours: {
    prepare: async (context) => {
      await context.clients.connect()
      context.sent.own += SENDS
      return context
    },
    run: ({ clients }) => clients.send(SENDS),
  },

  variants: {
    [`broadcasts to ${RECIPIENTS.toLocaleString('en')}`]: ({ broadcaster, sent }) => {
      sent.broadcast += RECIPIENTS
      return broadcaster.send()
    },
    'the SMPP client alone, nothing stored': ({ smppClient, sent }) => {
      sent.client += CLIENT_SENDS
      return smppClient.submit(CLIENT_SENDS)
    },
  },

  peers: {
    [KANNEL]: {
      prepare: async (context) => {
        await context.kannelClients.connect()
        context.sent.kannel += KANNEL_SENDS
        return context
      },
      async run({ kannelClients, kannel, sent }) {
        await kannelClients.send(KANNEL_SENDS)
        await kannel.untilSent(sent.kannel)
        return KANNEL_SENDS
      },
    },
  },

  limit: {
    name: 'drive_smpp with prepared PDUs',
    contestant: ({ rawBinds, sent }) => {
      sent.raw += RAW_SENDS
      return rawBinds.submit(RAW_SENDS)
    },
  },

  async figures(context) {
    const { service, kannel } = context
    const own = async () => (await processorTimeOf(service.pids[0])) + (await processorTimeOfPostgres(service.dataDir))
    const kannels = async () => sum(await Promise.all(kannel.pids.map(processorTimeOf)))
    const ours = await costOf(own, context, { of: bench.ours, count: SENDS })
    const theirs = await costOf(kannels, context, { of: bench.peers[KANNEL], count: KANNEL_SENDS })
    const { adapter, bare } = await measureHttpSubmission()
    return {
      [OUR_PROCESSOR]: ours,
      [KANNEL_PROCESSOR]: theirs,
      [ADAPTER]: adapter.elapsedUs,
      [BARE]: bare.elapsedUs,
      [ADAPTER_PROCESSOR]: adapter.processorUs,
      [BARE_PROCESSOR]: bare.processorUs,
    }
  },

  goals: [
    { text: `of ${KANNEL}`, ratio: ({ ours, peers }) => ours / peers[KANNEL], atLeast: 0.5 },
    {
      text: 'time of a submission by the Twilio adapter, times that of a bare request',
      ratio: ({ figures }) => figures[ADAPTER] / figures[BARE],
      atMost: 1.3,
    },
    {
      text: 'processor time of a submission by the Twilio adapter, times that of a bare request',
      ratio: ({ figures }) => figures[ADAPTER_PROCESSOR] / figures[BARE_PROCESSOR],
      atMost: 1.3,
    },
  ],

  /** Ends the SMSCs, because only then they report what they have accepted. */
  async check({ service, smscs, sent }) {
    const [{ stored, others }] = await service.sql(STORED)
    const [{ spent }] = await service.sql(
      "select sum(amount)::integer as spent from ledger_entry where to_place = 'spent'",
    )
    const [all, cost] = [sent.own + sent.broadcast, CREDITS.send * sent.own + CREDITS.broadcast * sent.broadcast]
    if (stored !== all || others !== 0) throw new Error(`${all} were sent, but ${stored} are stored as sent`)
    if (spent !== cost) throw new Error(`${spent} credits were spent on ${all} messages that cost ${cost}`)
    const accepted = await Promise.all(smscs.map((smsc) => smsc.stop()))
    const expected = [all, sent.kannel, sent.client, sent.raw]
    if (String(accepted) !== String(expected)) {
      throw new Error(`the SMSCs accepted ${accepted} messages, but ${expected} were sent`)
    }
    return `drive_smpp accepted each of ${all} texts once, stored as sent and paid once; and ${sent.kannel} of Kannel`
  },

  async teardown({ smscs, folder, service, kannel, clients, kannelClients, smppClient, rawBinds }) {
    await Promise.all([clients.close(), kannelClients.close(), smppClient.close(), service.stop(), kannel.stop()])
    rawBinds.close()
    await stopAll(smscs)
    await remove(folder)
  },
}

async function stopAll(smscs) {
  await Promise.allSettled(smscs.map((smsc) => smsc.stop()))
}

async function remove(folder) {
  await rm(folder, { recursive: true, force: true })
}

/** The processor time of a send, in µs, without that of the HTTP clients and the SMSC. */
async function costOf(processorMs, context, { of: { prepare, run }, count }) {
  await prepare(context)
  const before = await processorMs()
  await run(context)
  return (((await processorMs()) - before) / count) * 1_000
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

const STORED = `
  select count(*) filter (where status = 'sent')::integer as stored,
         count(*) filter (where status <> 'sent')::integer as others
    from message`

/** drive_smpp answers no transceiver, and has no receipts. */
function settingsOf({ port }) {
  return {
    ...{ host: '127.0.0.1', port, systemId: 'carillon', password: 'secret', systemType: 'VMA' },
    ...{ mode: /** @type {const} */ ('transmitter-receiver'), binds: BINDS, window: WINDOW, registeredDelivery: 0 },
  }
}

async function writeCarriers(folder, smsc) {
  const file = join(folder, 'carriers.yaml')
  // JSON is YAML too.
  await writeFile(file, JSON.stringify({ carriers: { smsc: { type: 'smpp', ...settingsOf(smsc) } } }))
  return file
}
