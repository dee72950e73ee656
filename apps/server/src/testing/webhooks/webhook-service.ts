import { afterEach, beforeEach, expect } from '@jest/globals'
import type { Process } from '../service/a-process.js'
import { aCarillon, aFolder, baseOf, basicOf, shared, started } from '../service/starts.js'
import { aReceiver, type Respond, type Receiver } from './a-receiver.js'

const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }
const TO_THIS_MACHINE = { CARILLON_WEBHOOKS_ALLOW_PRIVATE: '1' }
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const FROM = '+12025550110'
export const [ANN, BOB, CLEO] = ['+12025550123', '+12025550124', '+12025550125']
const KEY = { id: 'key_acme', secret: 'a-secret-of-our-own' }

let database: Awaited<ReturnType<typeof shared>>
let dataDir: string
let receivers: Receiver[]

beforeEach(async () => {
  database = await shared()
  dataDir = await aFolder()
  receivers = []
})

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})

/** Stopped after the test. */
export async function openReceiver(respond?: Respond): Promise<Receiver> {
  const opened = await aReceiver(() => SIGNING_SECRET, respond)
  receivers.push(opened)
  return opened
}

type ServiceOptions = { readonly env?: Readonly<Record<string, string>>; readonly workers?: number }

/** A server on the database of the test; a later one continues the work of a killed one. */
export async function startService({ env = TO_THIS_MACHINE, workers = 1 }: ServiceOptions = {}) {
  const settings = { DATABASE_URL: database.url, ...SETTINGS, ...env }
  return serviceOf(await started({ dataDir, env: settings, args: ['--workers', String(workers)] }))
}

type Service = ReturnType<typeof serviceOf>
type Json = Readonly<Record<string, unknown>>

function serviceOf(server: Process) {
  const url = baseOf(server)
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
  const basic = basicOf(`${KEY.id}:${KEY.secret}`)
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

/** Applies an account with two groups, creates contacts, and sends the account's events to the receiver. */
export async function applied({ api, admin }: Service, { url }: Pick<Receiver, 'url'>) {
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

export const membership = (phone: string, group: string) =>
  `/contacts/by-phone/${encodeURIComponent(phone)}/groups/${group}`

/** The deliveries as the admin API shows them. */
export async function deliveriesOf({ admin }: Service, webhook: string, query = '') {
  const found = await admin('GET', `/accounts/Acme/webhooks/${webhook}/deliveries${query}`)
  return found as unknown as { readonly totalCount: number; readonly results: readonly { readonly eventId: string }[] }
}

export async function attemptsOf({ admin }: Service, webhook: string, eventId: string) {
  const found = await admin('GET', `/accounts/Acme/webhooks/${webhook}/deliveries/${eventId}`)
  return found as unknown as {
    readonly nextAttemptAt?: string
    readonly attempts: readonly { readonly at: string; readonly tookMs: number; readonly reason?: string }[]
  }
}

/** Adds the contacts to the group VIP. */
export async function importMembers({ server }: Service, phones: readonly string[]): Promise<void> {
  const url = `${baseOf(server)}/admin/v1/accounts/Acme/contacts/import?group=VIP`
  const headers = { authorization: `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`, 'content-type': 'text/csv' }
  const response = await fetch(url, { method: 'POST', headers, body: ['phoneNumber', ...phones].join('\n') })
  const last = (await response.text()).trimEnd().split('\n').at(-1)!
  expect(JSON.parse(last)).toMatchObject({ done: { joined: phones.length } })
}

/** Lets another server take over the jobs of a dead one at once. */
export async function endLeases(): Promise<void> {
  await database.sql.query('update job set run_at = now() where fence is not null')
}
