import { readFileSync } from 'node:fs'
import { Carillon, CarillonAdmin, CarillonError, verifyWebhook } from '@carillon/client'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ADMIN_TOKEN, aServer, type TestServer } from '../testing/service/a-server.js'

// Tests the client with the actual service; all tests share one server.

const KEY = { key: 'key_acme', secret: 'the-secret-of-acme' }
const [ANN, FROM] = ['+12025550123', '+12025550110']

let server: TestServer
let carillon: Carillon
let admin: CarillonAdmin

beforeAll(async () => {
  server = await aServer()
  admin = new CarillonAdmin({ url: server.url, token: ADMIN_TOKEN })
  carillon = new Carillon({ url: server.url, ...KEY })
  await admin.apply({
    account: {
      name: 'Acme & Sons',
      credits: { sms: 100 },
      apiKeys: [{ id: KEY.key, secret: KEY.secret }],
      numbers: [{ number: FROM }],
      groups: [{ name: 'VIP' }],
    },
  })
})

afterAll(() => server.stop())

test('a contact joins a group and gets one text, even if responses to the send request are lost', async () => {
  const [vip] = (await carillon.groups.list().page()).results
  await carillon.contacts.create(ANN, { firstName: 'Ann' })
  await carillon.memberships.join({ phoneNumber: ANN, groupId: vip!.id })
  let tries = 0
  const lossy: typeof fetch = async (...given) => {
    const response = await fetch(...given)
    if (++tries <= 2) throw new TypeError('the answer got lost')
    return response
  }
  const unlucky = new Carillon({
    url: server.url,
    ...KEY,
    fetch: lossy,
    sleep: () => Promise.resolve(),
    deadlineMs: Infinity,
    timeoutMs: Infinity,
  })
  const sent = await unlucky.messages.send({ to: ANN, from: FROM, body: 'Hi {{contact_first_name}}' })
  expect([tries, sent.status, sent.body]).toEqual([3, 'sent', 'Hi Ann'])
  const texts = []
  for await (const message of carillon.messages.list({ to: ANN, direction: 'outbound' })) texts.push(message.id)
  expect(texts).toEqual([sent.id])
})

test('an error response becomes an error with the code of the service', async () => {
  const wanted = carillon.messages.send({ to: '+12025550199', from: FROM, body: 'Hi' })
  await expect(wanted).rejects.toMatchObject({
    code: 33028,
    status: 400,
    reason: 'refused',
    requestId: expect.stringMatching(/^req_/),
  })
})

test('files are imported and exported as streams', async () => {
  const rows = new Blob(['phoneNumber,firstName\n+12025550124,Bob\nnobody,Eve\n'])
  const lines = []
  const name = 'Acme & Sons'
  for await (const line of admin.contacts.import({ account: name, group: 'VIP', rows })) lines.push(line)
  expect(lines.at(-1)).toMatchObject({ done: { rows: 2, created: 1, rejected: 1 } })
  expect(await new Response(await admin.contacts.export(name)).text()).toContain('+12025550124,Bob')
})

test('each call of the client counts against the rate limit of its bucket', async () => {
  const limits = {
    message: 11,
    broadcast: 12,
    batch: 13,
    scheduleWrite: 14,
    scheduleRead: 15,
    contactApiWrite: 16,
    contactApiRead: 17,
    messagingWrite: 18,
    messagingRead: 19,
    preview: 20,
  }
  await admin.apply({ account: { name: 'Acme & Sons', rateLimits: limits } })
  const limitHeaders: Record<string, string | null> = {}
  const seen: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    limitHeaders[`${init?.method} ${new URL(String(input)).pathname.replace('/api/v1', '')}`] =
      response.headers.get('RateLimit-Limit')
    return response
  }
  const client = new Carillon({ url: server.url, ...KEY, fetch: seen })
  const wrong = {} as never
  await Promise.allSettled([
    client.messages.send(wrong),
    client.broadcasts.start(wrong),
    client.batches.start(wrong),
    client.broadcasts.retry('brc_1'),
    client.batches.cancel('bat_1'),
    client.schedules.create(wrong),
    client.schedules.upcoming('sch_1'),
    client.previews.message(wrong),
    client.contacts.update('+1', wrong),
    client.links.list().page(),
    client.contacts.list().page(),
  ])
  expect(limitHeaders).toEqual({
    'POST /messaging/message': '11',
    'POST /messaging/broadcast': '12',
    'POST /messaging/batch': '13',
    'POST /messaging/broadcast/brc_1/retry': '18',
    'POST /messaging/batch/bat_1/cancel': '18',
    'POST /messaging/broadcast/schedules': '14',
    'GET /messaging/broadcast/schedules/sch_1/upcoming': '15',
    'POST /messaging/preview': '20',
    'PATCH /contacts/by-phone/%2B1': '16',
    'GET /links': '19',
    'GET /contacts': '17',
  })
})

test('the code in the README of the client runs', async () => {
  const lines = [...README.matchAll(/```js\n(.*?)```/gs)].map(
    ([, block]) => `{\n${block!.replace(/^import .*$/gm, '')}\n}`,
  )
  const shared = lines
    .join('\n')
    .replace('const carillon =', 'carillon =')
    .replaceAll('http://127.0.0.1:8080', server.url)
  const program = shared.replaceAll('+12025550100', FROM!)
  const printed: unknown[] = []
  const given = {
    ...{ Carillon, CarillonError, verifyWebhook },
    process: { env: { CARILLON_KEY: KEY.key, CARILLON_SECRET_OF_KEY: KEY.secret } },
    console: { log: (...words: readonly unknown[]) => printed.push(...words) },
  }
  const run = new AsyncFunction(...Object.keys(given), `let carillon\n${program}`)
  await run(...Object.values(given))
  expect(printed.slice(0, 3)).toEqual(['sent', 'refused', 33028])
  expect(printed).toContain(ANN)
})

const README = readFileSync(new URL('../../../../packages/client/README.md', import.meta.url), 'utf8')
const AsyncFunction = (async () => {}).constructor as new (
  ...parts: readonly string[]
) => (...given: readonly unknown[]) => Promise<void>
