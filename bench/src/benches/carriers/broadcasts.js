import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { numberOf } from '../../shared/contact-numbers.js'
import { basic } from '../../shared/service.js'
import { TEXT } from '../messages/send-storm.js'

const ACCOUNT = 'Broadcaster'
const KEY = { id: 'key_broadcaster', secret: 'a-secret-of-the-bench' }
const FROM = '+12025559000'
const POLL_EVERY_MS = 20
const WITHIN_MS = 120_000

/** An account that sends broadcasts to the same recipients again and again. */
export async function openBroadcaster(service, recipients) {
  const phones = Array.from({ length: recipients }, (_, i) => numberOf(i))
  await service.apply({
    name: ACCOUNT,
    apiKeys: [KEY],
    credits: { sms: 10_000_000, mms: 0 },
    rateLimits: null,
    capabilities: { silentOptIn: true },
    numbers: [{ number: FROM, status: 'active' }],
    groups: [{ name: 'All' }],
  })
  await service.importContacts(ACCOUNT, { group: 'All', phones })
  const path = `${service.urls[0]}/api/v1/messaging/broadcast`
  const headers = { authorization: basic(KEY), 'content-type': 'application/json' }
  const body = JSON.stringify({ from: FROM, body: TEXT, recipients: phones.map((to) => ({ to })) })
  return {
    /** Returns when the SMSC has taken each text and that is stored. */
    async send() {
      const response = await request(path, { method: 'POST', headers, body })
      const text = await response.body.text()
      if (response.statusCode !== 201) throw new Error(`a broadcast got the response ${response.statusCode} ${text}`)
      const { id } = JSON.parse(text)
      const deadline = performance.now() + WITHIN_MS
      for (;;) {
        const [{ sent }] = await service.sql(SENT, { id })
        if (sent === recipients) return recipients
        if (performance.now() > deadline) throw new Error(`only ${sent} texts of the broadcast ${id} were sent in time`)
        await delay(POLL_EVERY_MS)
      }
    },
  }
}

const SENT = "select count(*)::integer as sent from message where broadcast_id = :id and status = 'sent'"
