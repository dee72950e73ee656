import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { basic } from '../../shared/service.js'

/** The highest limit that an account can have: the requests count, as usual, but none is refused. */
const LIMIT = 10_000
const BUCKETS = [
  ...['message', 'broadcast', 'batch', 'scheduleWrite', 'scheduleRead', 'contactApiWrite', 'contactApiRead'],
  ...['messagingWrite', 'messagingRead', 'preview'],
]
const CONTACTS = 100
const SETTLED_WITHIN_MS = 60_000

/**
 * Creates accounts that each have contacts in a group, a message with a link that was answered, a broadcast, a batch
 * and a schedule. `ids` has a value for each parameter of the public routes.
 */
export async function openLatencyAccounts(service, count) {
  const accounts = []
  for (let n = 0; n < count; n++) accounts.push(await openAccount(service, n))
  await untilSettled(service)
  for (const account of accounts) await addConversation(service, account)
  return accounts
}

async function openAccount(service, n) {
  const [name, from, link] = [`Account ${n}`, `+1202555${1000 + n}`, `go${n}.example.com/sale`]
  const key = { id: `key_${n}`, secret: 'a-secret-of-the-bench' }
  const { groups } = await service.apply({
    name,
    apiKeys: [key],
    credits: { sms: 1_000_000, mms: 0 },
    rateLimits: Object.fromEntries(BUCKETS.map((bucket) => [bucket, LIMIT])),
    capabilities: { silentOptIn: true },
    numbers: [{ number: from, status: 'active' }],
    groups: [{ name: 'All', tags: ['all'] }, { name: 'VIP' }],
    customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' }],
    trackingLinks: [{ link, target: 'https://shop.example.com/sale' }],
  })
  const phones = Array.from({ length: CONTACTS }, (_, i) => `+1303555${1000 + i}`)
  const [phone] = phones
  await service.importContacts(name, { group: 'All', phones })
  const post = poster(service.urls[0], key)
  await post(`/contacts/by-phone/${phone}/groups/${groups[1].id}`, { optInMode: 'SILENT' })
  const body = `Have a look: {{trackingLink "${link}"}}`
  const { id: messageId } = await post('/messaging/message', { to: phone, from, body })
  const bulk = phones.map((to) => ({ to }))
  const { id: broadcastId } = await post('/messaging/broadcast', { from, body, recipients: bulk })
  const recipients = phones.map((to) => ({ to, body }))
  const { id: batchId } = await post('/messaging/batch', { from, recipients })
  const audience = { filter: { contact: { groups: { ids: { in: [groups[0].id] } } } } }
  const recurrence = { frequency: 'daily', interval: 1, endType: 'never' }
  const schedule = { at: inTwoDays(), timezone: 'America/New_York', recurrence }
  const { id: scheduleId } = await post('/messaging/broadcast/schedules', { audience, from, body, schedule })
  const { id: templateId } = await post('/templates', { name: 'Look', body })
  const groupId = groups[0].id
  const ids = { phoneNumber: phone, groupId, messageId, broadcastId, batchId, scheduleId, templateId, link }
  return { key, from, phone, ids: { ...ids, errorType: 'carrier_rejected' } }
}

/** The contact answers, which makes a conversation. */
async function addConversation(service, { key, from, phone, ids }) {
  const [url] = service.urls
  await send(`${url}/sim/inbound`, { from: phone, to: from, body: 'Is it open on Sunday?' }, {})
  const deadline = performance.now() + SETTLED_WITHIN_MS
  while (ids.conversationId === undefined) {
    if (performance.now() > deadline) throw new Error('the reply has not made a conversation')
    const headers = { authorization: basic(key) }
    const { body } = await request(`${url}/api/v1/conversations`, { headers })
    const { results } = /** @type {any} */ (await body.json())
    ids.conversationId = results[0]?.id
    if (ids.conversationId === undefined) await delay(50)
  }
}

async function untilSettled(service) {
  const deadline = performance.now() + SETTLED_WITHIN_MS
  const running = 'select count(*)::integer as count from broadcast where completed_at is null'
  while ((await service.sql(running))[0].count > 0) {
    if (performance.now() > deadline) throw new Error('the broadcasts did not end')
    await delay(100)
  }
}

function poster(url, key) {
  return (path, body) => send(`${url}/api/v1${path}`, body, { authorization: basic(key) })
}

/** @returns {Promise<any>} */
async function send(url, given, headers) {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(given),
  })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

function inTwoDays() {
  return new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 11) + '09:00'
}
