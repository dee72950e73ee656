import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { Client } from 'pg'
import type { Process } from './testing/a-process.js'
import { aReceiver, type Answering, type Receiver } from './testing/a-receiver.js'
import { kill, stop, until } from './testing/a-service.js'
import { aCarillon, aFolder, portOf, shared, started } from './testing/starts.js'

/** Each starts the built command as an operator does. */
jest.setTimeout(120_000)

const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }
const TO_THIS_MACHINE = { CARILLON_WEBHOOKS_ALLOW_PRIVATE: '1' }
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const FROM = '+12025550110'
const [ANN, BOB, CLEO] = ['+12025550123', '+12025550124', '+12025550125']
const KEY = { id: 'key_acme', secret: 'a-secret-of-our-own' }

let database: { readonly url: string }
let sql: Client
let dataDir: string
let receivers: Receiver[]

beforeEach(async () => {
  database = await shared()
  sql = new Client({ connectionString: database.url })
  // The database ends with the test, whatever is connected to it.
  sql.on('error', () => {})
  await sql.connect()
  dataDir = await aFolder()
  receivers = []
})

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})

async function receiver(answering?: Answering): Promise<Receiver> {
  const opened = await aReceiver(SIGNING_SECRET, answering)
  receivers.push(opened)
  return opened
}

type ServiceOptions = { readonly env?: Readonly<Record<string, string>>; readonly workers?: number }

async function service({ env = TO_THIS_MACHINE, workers = 1 }: ServiceOptions = {}) {
  const settings = { DATABASE_URL: database.url, ...SETTINGS, ...env }
  return serviceOf(await started({ dataDir, env: settings, args: ['--workers', String(workers)] }))
}

type Service = ReturnType<typeof serviceOf>
type Json = Readonly<Record<string, unknown>>

function serviceOf(server: Process) {
  const url = `http://127.0.0.1:${portOf(server)}`
  const call = async (method: string, path: string, authorization: string, body?: object): Promise<Json> => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, ...(text === '' ? {} : (JSON.parse(text) as Json)) }
  }
  const basic = `Basic ${Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64')}`
  const bearer = `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`
  return {
    server,
    api: (method: string, path: string, body?: object) => call(method, `/api/v1${path}`, basic, body),
    admin: (method: string, path: string, body?: object) => call(method, `/admin/v1${path}`, bearer, body),
    /** A text from a phone. */
    text: (from: string, body: string) => call('POST', '/sim/inbound', '', { from, to: FROM, body }),
    carillon: async (...args: readonly string[]) => {
      const process = aCarillon([...args, '--account', 'Acme'], { CARILLON_URL: url, ...SETTINGS })
      return { code: await process.ended, stdout: process.stdout(), stderr: process.stderr() }
    },
  }
}

const MEMBERSHIP_EVENTS = ['contacts.group.opted_in', 'contacts.group.opted_out']

/** An account with two groups and contacts, whose events go to the receiver. */
async function applied({ api, admin }: Service, { url }: Pick<Receiver, 'url'>) {
  const account = {
    name: 'Acme',
    capabilities: { silentOptIn: true },
    credits: { sms: 1_000 },
    rateLimits: null,
    apiKeys: [KEY],
    numbers: [{ number: FROM }],
    groups: [{ name: 'VIP', confirmMessage: 'Reply YES' }, { name: 'News' }],
    webhooks: [{ url, events: MEMBERSHIP_EVENTS, secret: SIGNING_SECRET }],
  }
  const state = (await admin('POST', '/apply', { account })) as unknown as AppliedState
  for (const phone of [ANN, BOB, CLEO]) await api('POST', `/contacts/by-phone/${encodeURIComponent(phone!)}`, {})
  const groupId = (name: string) => state.groups.find((group) => group.name === name)!.id
  return { vip: groupId('VIP'), news: groupId('News'), webhook: state.webhooks[0]!.id }
}

type AppliedState = {
  readonly groups: readonly { readonly id: string; readonly name: string }[]
  readonly webhooks: readonly { readonly id: string }[]
}

const membership = (phone: string, group: string) => `/contacts/by-phone/${encodeURIComponent(phone)}/groups/${group}`

/** As the admin API tells of them. */
async function deliveriesOf({ admin }: Service, webhook: string, query = '') {
  const found = await admin('GET', `/accounts/Acme/webhooks/${webhook}/deliveries${query}`)
  return found as unknown as { readonly totalCount: number; readonly results: readonly { readonly eventId: string }[] }
}

async function attemptsOf({ admin }: Service, webhook: string, eventId: string) {
  const found = await admin('GET', `/accounts/Acme/webhooks/${webhook}/deliveries/${eventId}`)
  return found as unknown as {
    readonly nextAttemptAt?: string
    readonly attempts: readonly { readonly at: string; readonly tookMs: number; readonly reason?: string }[]
  }
}

test('every change of a membership that the contract names is told once, signed, and no other is', async () => {
  const hooks = await receiver()
  const carillon = await service({ workers: 2 })
  const { vip, news, webhook } = await applied(carillon, hooks)
  const { api, text } = carillon
  const expected: (readonly unknown[])[] = []
  const join = async (phone: string, group: string, optInMode: string, status = 200) =>
    expect(await api('POST', membership(phone, group), { optInMode })).toMatchObject({ status })
  const leave = async (phone: string, group: string) =>
    expect(await api('DELETE', membership(phone, group))).toMatchObject({ status: 200 })
  const told = (type: 'in' | 'out', phone: string, group: string, reason: string) =>
    expected.push([`contacts.group.opted_${type}`, phone, group, reason])

  await join(ANN, vip, 'DIRECT')
  told('in', ANN, vip, 'DIRECT')
  await join(ANN, news, 'SILENT')
  told('in', ANN, news, 'SILENT')
  for (const mode of ['DIRECT', 'SILENT', 'CONFIRM']) await join(ANN, vip, mode)
  await join(BOB, vip, 'CONFIRM')
  await join(BOB, vip, 'CONFIRM')
  await text(BOB, 'YES')
  told('in', BOB, vip, 'CONFIRMED')
  await text(BOB, 'YES')
  await join(BOB, news, 'CONFIRM')
  await join(BOB, news, 'SILENT')
  told('in', BOB, news, 'SILENT')
  await join(CLEO, vip, 'CONFIRM')
  await leave(CLEO, vip)
  await leave(CLEO, news)
  await join(CLEO, vip, 'CONFIRM')
  await text(CLEO, 'STOP')
  await join(CLEO, vip, 'DIRECT', 409)
  await text(BOB, 'STOP')
  told('out', BOB, vip, 'STOP')
  told('out', BOB, news, 'STOP')
  await leave(ANN, news)
  told('out', ANN, news, 'USER_REMOVED')
  await leave(ANN, news)
  // What happened before it has left the outbox before it.
  await leave(ANN, vip)
  told('out', ANN, vip, 'USER_REMOVED')

  await until(async () => (await deliveriesOf(carillon, webhook, '?status=delivered')).totalCount >= expected.length)
  const tellings = hooks.received.map(({ event: { type, data } }) => {
    const { contact, group, reason } = data as {
      contact: { phoneNumber: string }
      group: { id: string }
      reason: string
    }
    return [type, contact.phoneNumber, group.id, reason]
  })
  expect(tellings.sort()).toEqual(expected.sort())
  expect(new Set(hooks.received.map(({ id }) => id)).size).toBe(expected.length)
  for (const { id, event } of hooks.received) expect(event.id).toBe(id)
  expect((await deliveriesOf(carillon, webhook)).totalCount).toBe(expected.length)
  expect(hooks.faults).toEqual([])
  await stop(carillon.server)
})

test('what was answered 500 comes again five seconds later under its id, as the log tells', async () => {
  const hooks = await receiver((nth) => (nth === 0 ? 500 : 204))
  const carillon = await service()
  const { vip, webhook } = await applied(carillon, hooks)
  await carillon.api('POST', membership(ANN, vip), {})
  await until(async () => (await deliveriesOf(carillon, webhook, '?status=pending')).totalCount === 1)
  await until(() => hooks.received.length === 1)
  const [first] = hooks.received
  const told = () => attemptsOf(carillon, webhook, first!.id)
  await until(async () => (await told()).attempts.length === 1)
  const { nextAttemptAt, attempts } = await told()
  const delayMs = Date.parse(nextAttemptAt!) - Date.parse(attempts[0]!.at) - attempts[0]!.tookMs
  expect(delayMs).toBeGreaterThanOrEqual(5_000)
  expect(delayMs).toBeLessThanOrEqual(5_500)
  await until(() => hooks.received.length === 2)
  const [, second] = hooks.received
  expect([second!.id, second!.body]).toEqual([first!.id, first!.body])
  expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(5_000)
  await until(async () => (await told()).nextAttemptAt === undefined)
  expect((await told()).attempts).toMatchObject([{ status: 500 }, { status: 204 }])
  expect(hooks.faults).toEqual([])

  const tested = await carillon.carillon('webhooks', 'test', webhook)
  const stdout = expect.stringMatching(/^evt_\w{26}: it answered 204, after \d+ ms\n$/)
  expect(tested).toEqual({ code: 0, stdout, stderr: '' })
  expect(hooks.received.at(-1)!.event.type).toBe('webhook.test')
  await stop(carillon.server)
})

const MEMBERS = 300
const number = (n: number) => `+1303555${String(n).padStart(4, '0')}`

test('a server that is killed with posts on their way delivers all of it when it is started again', async () => {
  const never = new Promise<number>(() => {})
  let isHeld = true
  const hooks = await receiver((nth) => (isHeld && nth >= 40 ? never : 204))
  const carillon = await service()
  const { webhook } = await applied(carillon, hooks)
  const rows = ['phoneNumber', ...Array.from({ length: MEMBERS }, (_, n) => number(n))].join('\n')
  await importMembers(carillon, rows)
  // The first ones were answered, and the next are on their way.
  await until(() => hooks.received.length >= 60)
  await kill(carillon.server)
  const held = hooks.received.slice(40).map(({ id }) => id)
  isHeld = false
  await sql.query('update job set run_at = now() where fence is not null')

  const again = await service()
  await until(async () => (await deliveriesOf(again, webhook, '?status=delivered')).totalCount === MEMBERS)
  const bodies = new Map<string, Set<string>>()
  for (const { id, body } of hooks.received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
  expect(bodies.size).toBe(MEMBERS)
  for (const texts of bodies.values()) expect(texts.size).toBe(1)
  for (const id of held) expect(hooks.received.filter((one) => one.id === id).length).toBeGreaterThan(1)
  expect(hooks.faults).toEqual([])
  await stop(again.server)
})

async function importMembers({ server }: Service, rows: string): Promise<void> {
  const url = `http://127.0.0.1:${portOf(server)}/admin/v1/accounts/Acme/contacts/import?group=VIP`
  const headers = { authorization: `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`, 'content-type': 'text/csv' }
  const response = await fetch(url, { method: 'POST', headers, body: rows })
  const last = (await response.text()).trimEnd().split('\n').at(-1)!
  expect(JSON.parse(last)).toMatchObject({ done: { joined: MEMBERS } })
}

test('a server that was not told so never connects to this machine, and says why', async () => {
  const hooks = await receiver()
  const carillon = await service({ env: {} })
  const { webhook } = await applied(carillon, hooks)
  const tested = await carillon.carillon('webhooks', 'test', webhook)
  expect(tested).toMatchObject({ code: 1, stdout: '' })
  expect(tested.stderr).toMatch(
    /^carillon: evt_\w{26}: 127\.0\.0\.1 is not a public address .*CARILLON_WEBHOOKS_ALLOW_PRIVATE=1.*\n$/,
  )
  const [{ eventId }] = (await deliveriesOf(carillon, webhook)).results as [{ eventId: string }]
  expect((await attemptsOf(carillon, webhook, eventId)).attempts).toMatchObject([{ reason: 'forbidden' }])
  expect(hooks.connections()).toBe(0)
  await stop(carillon.server)
})
