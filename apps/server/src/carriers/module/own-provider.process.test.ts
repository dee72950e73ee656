import { afterEach, expect, jest, test } from '@jest/globals'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../testing/docs/pages.js'
import { aFolder, baseOf, basicOf, refuses, shared, started, stop } from '../../testing/service/starts.js'
import { waitUntil } from '../../testing/wait-until.js'

/** Every test starts the built command, as an operator does. */
jest.setTimeout(60_000)

type Text = { readonly reference: string; readonly to: string; readonly body: string }
type Carrier = { readonly url: string; texts(): readonly Text[]; stop(): Promise<void> }

const EXAMPLE = join(ROOT, 'examples/sms-provider')
const load = (name: string) => import(pathToFileURL(join(EXAMPLE, name)).href) as Promise<unknown>
const { pretendCarrier } = (await load('pretend-carrier.js')) as {
  pretendCarrier(options: { readonly token: string }): Promise<Carrier>
}
const { signatureOf } = (await load('bell-tower-posts.js')) as { signatureOf(body: string, secret: string): string }

const [TOKEN, SECRET] = ['the-token-of-the-carrier', 'what-the-carrier-signs-with']
const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }
const KEY = { id: 'key_acme', secret: 'a-secret-of-our-own' }
const [FROM, ANN, BOB] = ['+12025550100', '+12025550123', '+12025550124']
const ACME = {
  name: 'Acme',
  credits: { sms: 10 },
  apiKeys: [KEY],
  numbers: [{ number: FROM }],
  groups: [{ name: 'VIP' }],
}

const running: Carrier[] = []

afterEach(async () => {
  for (const carrier of running.splice(0)) await carrier.stop()
})

test('the service sends and receives through the example provider, and has no simulated phones', async () => {
  const carrier = await pretendCarrier({ token: TOKEN })
  running.push(carrier)
  const { url: DATABASE_URL } = await shared()
  const server = await started({
    dataDir: await aFolder(),
    args: ['--workers', '2'],
    env: {
      ...SETTINGS,
      DATABASE_URL,
      CARILLON_SIM: '1',
      CARILLON_PROVIDER: join(EXAMPLE, 'provider.js'),
      BELL_TOWER_URL: carrier.url,
      BELL_TOWER_TOKEN: TOKEN,
      BELL_TOWER_SECRET: SECRET,
    },
  })
  const url = baseOf(server)
  expect(server.stdout()).toContain(`  provider     ${join(EXAMPLE, 'provider.js')}: texts reach real phones`)
  expect(server.stdout()).toContain(`  its carrier  posts to ${url}/provider`)
  const call = async (
    method: string,
    path: string,
    body?: object,
    authorization = basicOf(`${KEY.id}:${KEY.secret}`),
  ) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
  }
  const posted = async (path: string, content: object, secret = SECRET) => {
    const body = JSON.stringify(content)
    const headers = { 'x-bell-signature': signatureOf(body, secret) }
    return (await fetch(`${url}/provider${path}`, { method: 'POST', headers, body })).status
  }
  const bearer = `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`
  const accounts = await call('GET', '/admin/v1/accounts', undefined, bearer)
  expect(accounts.body).toMatchObject({ results: [] })
  const applied = await call('POST', '/admin/v1/apply', { account: ACME }, bearer)
  const [group] = applied.body['groups'] as { readonly id: string }[]
  for (const phone of [ANN, BOB]) {
    const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(phone!)}`
    await call('POST', contact, {})
    await call('POST', `${contact}/groups/${group!.id}`, { optInMode: 'DIRECT' })
  }

  const text = { to: ANN, from: FROM, body: 'Ding dong' }
  const sent = await call('POST', '/api/v1/messaging/message', text)
  expect(sent).toMatchObject({ status: 201, body: { status: 'sent' } })
  await call('POST', '/api/v1/messaging/batch', { from: FROM, recipients: [{ to: BOB, body: 'Dong' }] })
  await waitUntil(() => carrier.texts().length === 2)
  expect(carrier.texts().map(({ to, body }) => [to, body])).toEqual([
    [ANN, 'Ding dong'],
    [BOB, 'Dong'],
  ])

  const receipt = { id: carrier.texts()[0]!.reference, at: new Date().toISOString(), state: 'delivered' }
  const theText = () => call('GET', `/api/v1/messaging/message/${String(sent.body['id'])}`)
  expect(await posted('/receipts', receipt, 'of somebody else')).toBe(401)
  expect((await theText()).body['deliveredAt']).toBeUndefined()
  expect(await posted('/receipts', receipt)).toBe(204)
  expect((await theText()).body['deliveredAt']).toEqual(expect.any(String))

  expect(await posted('/texts', { carrierId: 'bell-in-1', from: ANN, to: FROM, body: 'STOP' })).toBe(204)
  expect(await call('POST', '/api/v1/messaging/message', text)).toMatchObject({ status: 400, body: { code: 33029 } })
  expect(await call('GET', '/sim/messages')).toMatchObject({ status: 404, body: { code: 33404 } })
  expect(await posted('/elsewhere', {})).toBe(404)
  await stop(server)
  expect(server.stderr()).toBe('')
})

test('a start with an unusable module fails before a database is created', async () => {
  const env = { CARILLON_PROVIDER: './no-such-provider.js' }
  await refuses(
    { dataDir: await aFolder(), env },
    /^carillon: CARILLON_PROVIDER is \.\/no-such-provider\.js: there is no such file: \/.*\/no-such-provider\.js\n$/,
  )
})
