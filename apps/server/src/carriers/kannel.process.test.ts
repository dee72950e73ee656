import { afterEach, expect, jest, test } from '@jest/globals'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { assemble } from '../../../../packages/smpp/src/testing/assemble.js'
import { openTestSmsc } from '../../../../packages/smpp/src/testing/test-smsc.js'
import { ROOT } from '../testing/docs/pages.js'
import { aFolder, basicOf, shared, started, stop } from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'

/** Needs the Debian package `kannel`. */
jest.setTimeout(180_000)

const SECRETS = { KANNEL_PASSWORD: 'the-password', KANNEL_CALLBACK_SECRET: 'a-secret-of-16-letters' }
const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }
const KEY = { id: 'key_acme', secret: 'a-secret-of-our-own' }
const [FROM, ANN] = ['+12025550199', '+12025550123']

const boxes: ChildProcess[] = []

afterEach(() => {
  for (const box of boxes.splice(0)) box.kill('SIGKILL')
})

test('a text goes by Kannel to an SMSC, its receipt comes back, and a STOP opts out', async () => {
  const smsc = await openTestSmsc()
  const folder = await aFolder()
  const [port, sendsmsPort, smsboxPort] = [await freePort(), await freePort(), await freePort()]
  const file = await writeConfiguration({ folder, smscPort: smsc.port, port, sendsmsPort, smsboxPort })
  run('/usr/sbin/bearerbox', file)
  // The smsbox ends if the bearerbox does not listen yet.
  await waitUntil(() => isListening(smsboxPort))
  run('/usr/sbin/smsbox', file)
  await waitUntil(() => smsc.boundCount() === 1)
  await waitUntil(async () => (await fetch(`http://127.0.0.1:${sendsmsPort}/`).catch(() => null)) !== null)

  const description = await readFile(join(ROOT, 'packages/carriers/gateways/kannel.yaml'), 'utf8')
  await writeFile(join(folder, 'kannel.yaml'), description.replace('127.0.0.1:13013', `127.0.0.1:${sendsmsPort}`))
  const carriers = join(folder, 'carriers.yaml')
  await writeFile(
    carriers,
    `publicUrl: http://127.0.0.1:${port}\ncarriers:\n  kannel: { type: http, file: ./kannel.yaml }\n`,
  )
  const { url: DATABASE_URL } = await shared()
  const env = { ...SETTINGS, ...SECRETS, DATABASE_URL, CARILLON_CARRIERS: carriers }
  const server = await started({ dataDir: folder, port, env })

  const call = async (
    method: string,
    path: string,
    body?: object,
    authorization = basicOf(`${KEY.id}:${KEY.secret}`),
  ) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
  }
  const account = {
    ...{ name: 'Acme', credits: { sms: 100 }, apiKeys: [KEY], numbers: [{ number: FROM }], groups: [{ name: 'VIP' }] },
  }
  const applied = await call('POST', '/admin/v1/apply', { account }, `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`)
  const [group] = applied.body['groups'] as { readonly id: string }[]
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(ANN!)}`
  await call('POST', contact, {})
  await call('POST', `${contact}/groups/${group!.id}`, { optInMode: 'DIRECT' })

  const body = `Ding € ${'dong '.repeat(40)}`
  const sent = await call('POST', '/api/v1/messaging/message', { to: ANN, from: FROM, body })
  expect(sent).toMatchObject({ status: 201, body: { status: 'sent' } })
  const texts = () => assemble(smsc.taken.map(({ pdu }) => pdu))
  await waitUntil(() => texts().length === 1)
  expect(texts()).toMatchObject([{ to: ANN, body }])

  for (const { id } of smsc.taken) await smsc.receipt(id)
  const read = async () => (await call('GET', `/api/v1/messaging/message/${String(sent.body['id'])}`)).body
  await untilAsked(async () => (await read())['deliveredAt'] !== undefined)
  expect(await read()).toMatchObject({ status: 'sent', carrier: 'kannel' })

  await smsc.deliver({ source: ANN!.slice(1), dest: FROM!.slice(1), shortMessage: Buffer.from('STOP') })
  await waitUntil(() => texts().length === 2)
  expect(texts()[1]).toMatchObject({ to: ANN, body: expect.stringContaining('opted out') })
  expect(await call('POST', '/api/v1/messaging/message', { to: ANN, from: FROM, body })).toMatchObject({
    status: 400,
    body: { code: 33029 },
  })
  expect(smsc.faults).toEqual([])
  await stop(server)
  await smsc.close()
})

type Kannel = {
  readonly folder: string
  readonly smscPort: number
  readonly port: number
  readonly sendsmsPort: number
  readonly smsboxPort: number
}

/** The configuration of bearerbox and smsbox, as the description of Kannel says. */
async function writeConfiguration({ folder, smscPort, port, sendsmsPort, smsboxPort }: Kannel): Promise<string> {
  const adminPort = await freePort()
  const inbound = `http://127.0.0.1:${port}/provider/kannel/inbound?secret=${SECRETS.KANNEL_CALLBACK_SECRET}`
  const file = join(folder, 'kannel.conf')
  await mkdir(join(folder, 'spool'))
  await writeFile(
    file,
    `group = core
admin-port = ${adminPort}
admin-password = secret
smsbox-port = ${smsboxPort}
box-allow-ip = "127.0.0.1"
dlr-storage = internal
store-type = spool
store-location = "${folder}/spool"

group = smsc
smsc = smpp
smsc-id = test
host = 127.0.0.1
port = ${smscPort}
transceiver-mode = true
smsc-username = "carillon"
smsc-password = "secret"
system-type = "VMA"
interface-version = 34
msg-id-type = 0x00

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${smsboxPort}
sendsms-port = ${sendsmsPort}
mo-recode = true

group = sendsms-user
username = carillon
password = ${SECRETS.KANNEL_PASSWORD}
concatenation = true
max-messages = 10

group = sms-service
keyword = default
catch-all = true
max-messages = 0
omit-empty = true
get-url = "${inbound}&from=%p&to=%P&text=%b&id=%I"
`,
  )
  return file
}

function run(box: string, file: string): void {
  boxes.push(spawn(box, [file], { stdio: 'ignore' }))
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Asks less often than the rate limit of reads allows. */
async function untilAsked(condition: () => Promise<boolean>): Promise<void> {
  let asked = 0
  await waitUntil(async () => asked++ % 25 === 24 && (await condition()))
}
