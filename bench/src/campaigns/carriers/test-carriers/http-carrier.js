import { request } from 'undici'
import { KINDS } from './kinds/kinds.js'
import { Mood } from './moods.js'
import { openWire } from './wire.js'

export const PUBLIC_URL = 'https://sms.example.com'
const SUBMISSION = /\/(messages|messages\.json|batches)$/i
/** Carriers call again if they get no response for a while. */
const RESPONSE_WITHIN_MS = 10_000

/** A carrier of the file of carriers: a test carrier, and the wire to it. `onTaken` gets each text that it takes. */
export async function openHttpCarrier({ name, type, sources, numbers, random, onTaken }) {
  const kind = KINDS[type]
  const receiptUrl = `${PUBLIC_URL}/provider/${name}/receipts`
  const exported = kind.sources.map((path) => sources.get(path))
  const test = await kind.open(exported, { numbers, receiptUrl })
  const mood = new Mood(random)
  const carrier = {
    name,
    type,
    mood,
    signs: kind.signs,
    phonesOf: test.phonesOf,
    refuse: test.refuse,
    receipt: test.receipt,
    receiptUrl,
    /** Posts a receipt; returns whether the service has acknowledged it. */
    async report(serverUrl, text, status) {
      return (await postTo(serverUrl, test.receipt(text, status, { at: new Date() }))) === 200
    },
    async setMood(next) {
      mood.name = next
      await wire.setReachable(next !== 'unreachable')
      test.disturb?.()
    },
    async close() {
      await wire.close()
      await test.close()
    },
  }
  const wire = await openWire({
    ...{ url: test.url, mood, random, change: test.change ?? ((_path, answer) => answer) },
    async onAnswer({ method, path, body }, { status, body: answer }) {
      if (method !== 'POST' || !SUBMISSION.test(path) || status >= 300) return
      await onTaken({ carrier, ...test.textIn(body), id: test.idIn(JSON.parse(answer)) })
    },
  })
  return Object.assign(carrier, { faults: wire.faults, settings: { type, ...test.settings(wire.url) } })
}

/** Posts a carrier's request to the service, which stands behind the public URL. Null if it gets no response. */
export async function postTo(serverUrl, { method, url, headers, body }) {
  try {
    const response = await request(url.replace(PUBLIC_URL, serverUrl), {
      ...{ method, headers, body, headersTimeout: RESPONSE_WITHIN_MS, bodyTimeout: RESPONSE_WITHIN_MS },
    })
    await response.body.dump()
    return response.statusCode
  } catch {
    return null
  }
}
