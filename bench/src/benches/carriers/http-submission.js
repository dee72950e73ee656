import { twilio } from '@carillon/carriers/twilio'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { medianOf } from '../measuring/median-of.js'
import { senderOf, TEXT, TO } from '../messages/send-storm.js'

const ROUNDS = 9
const SUBMISSIONS = 5_000
const CONNECTIONS = 20
const DEADLINE_MS = 10_000
const CARRIER = fileURLToPath(new URL('answering-carrier.js', import.meta.url))
const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: '2'.repeat(32) }
const RECEIPT_URL = 'https://sms.example.com/provider/main/receipts'

/**
 * What a submission costs by the Twilio adapter, and what a bare request of undici with the same content costs, to the
 * same carrier, which accepts everything. Both take turns; the medians are microseconds of time with 20 at once, and of
 * processor time of this process.
 */
export async function measureHttpSubmission() {
  const carrier = fork(CARRIER)
  const [port] = await once(carrier, 'message')
  const baseUrl = `http://127.0.0.1:${port}`
  const ways = { adapter: openAdapter(baseUrl), bare: openBare(baseUrl) }
  const samples = { adapter: [], bare: [] }
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of round % 2 === 0 ? ['adapter', 'bare'] : ['bare', 'adapter']) {
        const sample = await costOf(ways[name].submit)
        // The first round warms up.
        if (round > 0) samples[name].push(sample)
      }
    }
  } finally {
    await Promise.all(Object.values(ways).map((way) => way.close()))
    carrier.disconnect()
  }
  const medians = (some) => ({
    elapsedUs: medianOf(some.map(({ elapsedUs }) => elapsedUs)),
    processorUs: medianOf(some.map(({ processorUs }) => processorUs)),
  })
  return { adapter: medians(samples.adapter), bare: medians(samples.bare) }
}

async function costOf(submit) {
  let left = SUBMISSIONS
  const client = async () => {
    while (left-- > 0) await submit()
  }
  const [startedAt, used] = [performance.now(), process.cpuUsage()]
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  const { user, system } = process.cpuUsage(used)
  const elapsedUs = (performance.now() - startedAt) * 1_000
  return { elapsedUs: elapsedUs / SUBMISSIONS, processorUs: (user + system) / SUBMISSIONS }
}

function openAdapter(baseUrl) {
  const settings = { ...ACCOUNT, baseUrl, connections: CONNECTIONS }
  const { provider, close } = twilio(settings, { receiptUrl: RECEIPT_URL, inboundUrl: null })
  let sequence = 0
  return {
    async submit() {
      const message = { reference: referenceOf(++sequence), from: senderOf(0), to: TO, body: TEXT, mediaUrl: null }
      const [outcome] = await provider.submit([message], { deadlineMs: DEADLINE_MS })
      if (outcome.kind !== 'accepted') throw new Error(`a submission got the outcome ${JSON.stringify(outcome)}`)
    },
    close,
  }
}

/** The same octets, prepared beforehand; the answer is read but not understood. */
function openBare(baseUrl) {
  const pool = new Pool(baseUrl, { connections: CONNECTIONS })
  const receiptUrl = `${RECEIPT_URL}?reference=${referenceOf(1)}`
  const credentials = Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64')
  const request = {
    method: /** @type {const} */ ('POST'),
    path: `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`,
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({ To: TO, From: senderOf(0), Body: TEXT, StatusCallback: receiptUrl }).toString(),
  }
  return {
    async submit() {
      const { statusCode, body } = await pool.request(request)
      const text = await body.text()
      if (statusCode !== 201) throw new Error(`a request got the response ${statusCode} ${text}`)
    },
    close: () => pool.close(),
  }
}

function referenceOf(sequence) {
  return `acc_00000000000000000000000000.msg_${String(sequence).padStart(26, '0')}`
}
