import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { writeCarriersFile } from '../../carriers/test-carriers/open-carriers.js'
import { PUBLIC_URL } from '../../carriers/test-carriers/http-carrier.js'
import { importSources } from '../../carriers/test-carriers/sources.js'
import { postsOf } from './replies-of.js'

const SOURCE = 'carriers/src/vonage/testing/test-vonage.ts'
const NAME = 'replies'
const INBOUND_URL = `${PUBLIC_URL}/provider/${NAME}/inbound`
/** The number of texts that a carrier posts at the same time. */
export const WIDTH = 64
/** A carrier posts a text again that was not answered with a 2xx. */
const AGAIN_MS = 200
const RESPONSE_WITHIN_MS = 10_000

/** Texts go by the simulator. Replies come as from Vonage, whose requests are signed. */
export async function openReplyCarrier(folder) {
  const { startTestVonage, VONAGE_SETTINGS, signedByVonage } = (await importSources([SOURCE])).get(SOURCE)
  const vonage = await startTestVonage()
  const carriers = [
    { name: 'simulator', settings: { type: 'simulator' } },
    { name: NAME, settings: { type: 'vonage', ...VONAGE_SETTINGS, baseUrl: vonage.url } },
  ]
  const file = await writeCarriersFile(folder, { scene: { routes: [] }, carriers })
  const dispatcher = new Agent({ connections: WIDTH })
  return {
    env: { CARILLON_CARRIERS: file },
    /** Posts all texts, each until the service has acknowledged it. */
    postAll: (serverUrl, texts) =>
      postAll(postsOf(texts), (text) => post(serverUrl, text, { dispatcher, signedByVonage })),
    async close() {
      await dispatcher.close()
      await vonage.close()
    },
  }
}

async function postAll(posts, postOnce) {
  const takenAt = []
  const latencies = []
  let repeated = 0
  let next = 0
  const line = async () => {
    while (next < posts.length) {
      const text = posts[next++]
      for (;;) {
        const began = performance.now()
        const status = await postOnce(text)
        if (status !== null && status >= 200 && status < 300) {
          takenAt.push(performance.now())
          latencies.push(performance.now() - began)
          break
        }
        if (status !== null && status < 500) throw new Error(`${text.id} got the response ${status}`)
        repeated++
        await delay(AGAIN_MS)
      }
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, line))
  return { takenAt, latencies, repeated }
}

/** Null if there is no response. */
async function post(serverUrl, { id, from, to, body }, { dispatcher, signedByVonage }) {
  const at = new Date()
  const common = { message_uuid: id, from: from.slice(1), to: to.slice(1), timestamp: at.toISOString() }
  const text = { ...common, channel: 'sms', message_type: 'text', text: body }
  const signed = signedByVonage(INBOUND_URL, JSON.stringify(text), at)
  try {
    const response = await request(INBOUND_URL.replace(PUBLIC_URL, serverUrl), {
      ...{ dispatcher, method: signed.method, headers: signed.headers, body: signed.body },
      ...{ headersTimeout: RESPONSE_WITHIN_MS, bodyTimeout: RESPONSE_WITHIN_MS },
    })
    await response.body.dump()
    return response.statusCode
  } catch {
    return null
  }
}
