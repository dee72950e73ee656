import { setTimeout as delay } from 'node:timers/promises'
import { phonesOf } from '../broadcasts/broadcasting.js'
import { bulkOf } from './reaches.js'
import { program, readPhone } from '../../shared/sending.js'
import { basic } from '../../shared/service.js'

/** A word that occurs in the victim's texts and names, and in nothing that the stranger writes. */
export const VICTIM_NAME = 'Zebulon'
export const STILL_WITHIN_MS = 30_000

/** The victim's ids; `MISSING` has ids of the same kinds that do not exist. */
export const VICTIM = {
  key: { id: 'key_victim', secret: 'the-secret-of-the-victim' },
  sender: '+12025550141',
  phone: '+12025550142',
  phones: phonesOf(100),
  link: 'go.victim.example.com/sale',
  idempotencyKey: 'key-of-the-victim',
  recipientKey: 'key-of-a-recipient',
}
export const MISSING = {
  sender: '+12025550143',
  phone: '+12025550144',
  phones: phonesOf(300).slice(200),
  link: 'go.nobody.example.com/sale',
  idempotencyKey: 'key-of-nobody',
  recipientKey: 'another-key-of-nobody',
  ...Object.fromEntries(
    Object.entries({ group: 'grp', message: 'msg', broadcast: 'brc', batch: 'bat' }).map(([name, prefix]) => [
      name,
      `${prefix}_${'0'.repeat(26)}`,
    ]),
  ),
}
export const STRANGER = {
  key: { id: 'key_stranger', secret: 'the-secret-of-the-stranger' },
  sender: '+12025550145',
  phones: phonesOf(200).slice(100),
}
/** The provider refuses the first number, and can never reach the second, so broadcasts to the second keep retrying. */
const [REFUSED, OUT_OF_REACH] = VICTIM.phones

/** Gives the victim one ended send of each kind, with a failure, and one send of each kind that is still running. */
export async function settle(service) {
  const [url] = service.urls
  const account = (name, { key, sender }, group) => ({
    name,
    apiKeys: [key],
    numbers: [{ number: sender }],
    credits: { sms: 100_000 },
    rateLimits: null,
    groups: [{ name: group, tags: [group] }],
  })
  const trackingLinks = [{ link: VICTIM.link, target: `https://shop.example.com/${VICTIM_NAME}` }]
  const applied = account(`${VICTIM_NAME} Ltd`, VICTIM, `${VICTIM_NAME} friends`)
  const { groups } = await service.apply({ ...applied, trackingLinks })
  await service.apply(account('Stranger', STRANGER, 'Own'))
  const contact = `/contacts/by-phone/${VICTIM.phone}`
  const call = async (path, body) => {
    const { status, text } = await callApi(url, VICTIM.key, { method: 'post', path: `/api/v1${path}`, body })
    if (status >= 300) throw new Error(`the victim cannot do ${path}: ${text}`)
    return JSON.parse(text).id
  }
  await call(contact, { firstName: VICTIM_NAME, lastName: VICTIM_NAME })
  await service.importContacts(applied.name, { group: groups[0].name, phones: [VICTIM.phone, ...VICTIM.phones] })
  await program(url, { to: REFUSED, outcome: 'reject' })
  await program(url, { to: OUT_OF_REACH, outcome: 'unavailable' })

  const body = `${VICTIM_NAME} says {{trackingLink "${VICTIM.link}"}}`
  const { sender: from, phone, phones, idempotencyKey, recipientKey } = VICTIM
  const message = await call('/messaging/message', { from, to: phone, body, idempotencyKey })
  const start = (kind, request) => call(`/messaging/${kind}`, bulkOf(kind, { from, body, ...request }))
  const inReach = [phone, ...phones.filter((one) => one !== OUT_OF_REACH)]
  const victim = { url, group: groups[0].id, message, ended: {}, open: {} }
  for (const kind of ['broadcast', 'batch']) {
    // A recipient key works for one broadcast only.
    const keys = { idempotencyKey, ...(kind === 'broadcast' && { recipientKey }) }
    victim.ended[kind] = await start(kind, { phones: inReach, ...keys })
    victim.open[kind] = await start(kind, { phones: [phone, ...phones] })
  }
  await untilStill(service, victim)
  return victim
}
/** Waits until the victim's data stops changing. */
async function untilStill(service, { ended, open }) {
  const ids = [...Object.values(ended), ...Object.values(open)]
  const deadline = performance.now() + STILL_WITHIN_MS
  for (;;) {
    const [{ left }] = await service.sql(LEFT, { ids })
    if (left === Object.keys(open).length) return
    if (performance.now() > deadline) throw new Error(`${left} of the victim's messages are still queued`)
    await delay(100)
  }
}

const LEFT = 'select sum(total - sent - failed)::integer as left from broadcast where id = any (:ids::text[])'

/** All data that the victim can read about itself, as text. */
export async function readAll({ url, group, message, ended, open }) {
  const paths = [
    'contacts',
    `contacts/by-phone/${VICTIM.phone}`,
    `contacts/by-phone/${VICTIM.phone}/consent`,
    'groups',
    `groups/${group}`,
    'messaging/message',
    `messaging/message/${message}/clicks`,
    ...[ended, open].flatMap(({ broadcast, batch }) => [
      `messaging/broadcast/${broadcast}`,
      `messaging/broadcast/${broadcast}/messages?limit=100`,
      `messaging/batch/${batch}`,
      `messaging/batch/${batch}/messages?limit=100`,
    ]),
    'account/credits',
  ]
  const responses = await Promise.all(
    paths.map((path) => callApi(url, VICTIM.key, { method: 'get', path: `/api/v1/${path}` })),
  )
  if (responses.some(({ status }) => status !== 200)) throw new Error('the victim cannot read its own data')
  return JSON.stringify(responses)
}

/** All texts that the phones got from an account, as JSON. */
export async function textsOf(service, { sender }) {
  const texts = await readPhone(service.urls[0])
  return JSON.stringify(texts.filter(({ from }) => from === sender).map(({ to, body }) => [to, body]))
}

export async function callApi(url, key, { method, path, type = 'application/json', body = undefined }) {
  const response = await fetch(url + path, {
    method: method.toUpperCase(),
    headers: {
      authorization: basic(key),
      accept: type,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
