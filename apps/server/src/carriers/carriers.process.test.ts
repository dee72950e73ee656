import { expect, jest, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  startTestTwilio,
  type TestTwilio,
} from '../../../../packages/carriers/src/twilio/testing/test-twilio.js'
import { twilioRequests } from '../../../../packages/carriers/src/twilio/testing/twilio-requests.js'
import { aFolder, baseOf, basicOf, kill, refuses, shared, started, stop } from '../testing/service/starts.js'
import type { Process } from '../testing/service/a-process.js'
import { waitUntil } from '../testing/wait-until.js'

/** Every test starts the built command, as an operator does. */
jest.setTimeout(120_000)

const PUBLIC_URL = 'https://sms.example.com'
const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }
const KEY = { id: 'key_acme', secret: 'a-secret-of-our-own' }
const [FROM, ANN] = ['+12025550199', '+12025550123']

async function openService() {
  const [main, backup] = [await startTestTwilio(), await startTestTwilio()]
  const dataDir = await aFolder()
  const file = join(dataDir, 'carriers.yaml')
  const carrier = (name: string, { url }: TestTwilio) =>
    `  ${name}: { type: twilio, accountSid: ${ACCOUNT_SID}, authToken: \${TWILIO_TOKEN}, baseUrl: "${url}" }\n`
  const routes = 'routes:\n  - { toPrefix: "+44", via: [main] }\n  - { via: [backup, main] }\n'
  await writeFile(
    file,
    `publicUrl: ${PUBLIC_URL}\ncarriers:\n${carrier('main', main)}${carrier('backup', backup)}${routes}`,
  )
  const { url: DATABASE_URL, sql } = await shared()
  const env = { ...SETTINGS, DATABASE_URL, CARILLON_CARRIERS: file, TWILIO_TOKEN: AUTH_TOKEN }
  const start = () => started({ dataDir, env })
  const failureOf = async (id: string) => {
    const { rows } = await sql.query<{ failure_type: string | null }>(
      'select failure_type from message where id = $1',
      [id],
    )
    return rows[0]?.failure_type
  }
  return { main, backup, start, failureOf, close: () => Promise.all([main.close(), backup.close()]) }
}

function clientOf(server: Process) {
  const url = baseOf(server)
  const call = async (
    method: string,
    path: string,
    body?: object,
    authorization = basicOf(`${KEY.id}:${KEY.secret}`),
  ) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const response = await fetch(url + path, init)
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
  }
  const requests = (carrier: string) =>
    twilioRequests({
      accountSid: ACCOUNT_SID,
      authToken: AUTH_TOKEN,
      receiptUrl: `${PUBLIC_URL}/provider/${carrier}/receipts`,
      inboundUrl: `${PUBLIC_URL}/provider/${carrier}/inbound`,
    })
  return {
    call,
    requests,
    read: async (id: unknown) => (await call('GET', `/api/v1/messaging/message/${String(id)}`)).body,
    send: (body: string) => call('POST', '/api/v1/messaging/message', { to: ANN, from: FROM, body }),
    /** Posts a signed request to the service, which stands behind the public URL. */
    post: async (request: ReturnType<ReturnType<typeof requests>['receipt']>) => {
      const response = await fetch(request.url.replace(PUBLIC_URL, url), {
        method: request.method,
        headers: request.headers,
        body: request.body as Uint8Array<ArrayBuffer>,
      })
      return { status: response.status, text: await response.text() }
    },
    async applyAcme() {
      const bearer = `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`
      const account = {
        ...{
          name: 'Acme',
          credits: { sms: 100 },
          apiKeys: [KEY],
          numbers: [{ number: FROM }],
          groups: [{ name: 'VIP' }],
        },
      }
      const applied = await call('POST', '/admin/v1/apply', { account }, bearer)
      const [group] = applied.body['groups'] as { readonly id: string }[]
      const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(ANN!)}`
      await call('POST', contact, {})
      await call('POST', `${contact}/groups/${group!.id}`, { optInMode: 'DIRECT' })
      return {
        apply: (numbers: readonly object[]) =>
          call('POST', '/admin/v1/apply', { account: { name: 'Acme', numbers } }, bearer),
      }
    },
  }
}

const referenceOf = (twilio: TestTwilio, i = 0) =>
  new URL(twilio.texts[i]!.statusCallback!).searchParams.get('reference')!

test('a text goes by the next carrier if the first throttles; only its genuine receipt delivers it; a STOP opts out', async () => {
  const { main, backup, start, close } = await openService()
  const server = await start()
  const { send, read, post, requests, applyAcme, call } = clientOf(server)
  await applyAcme()
  backup.state.mode = 'throttled'

  const sent = await send('Ding dong')
  expect(sent).toMatchObject({ status: 201, body: { status: 'sent' } })
  expect([backup.texts.length, main.texts.length]).toEqual([0, 1])
  expect(await read(sent.body['id'])).toMatchObject({
    carrier: 'main',
    carrierId: main.texts[0]!.sid,
    tries: [
      { carrier: 'backup', outcome: 'try-later', because: 'throttled' },
      { carrier: 'main', outcome: 'accepted' },
    ],
  })

  const report = { reference: referenceOf(main), providerId: main.texts[0]!.sid, isFailed: false }
  const receipt = requests('main').receipt(report, new Date())
  expect((await post({ ...receipt, headers: { ...receipt.headers, 'x-twilio-signature': 'AAAA' } })).status).toBe(403)
  expect((await post({ ...receipt, url: receipt.url.replace('/main/', '/backup/') })).status).toBe(403)
  expect((await read(sent.body['id']))['deliveredAt']).toBeUndefined()
  expect((await post(receipt)).status).toBe(200)
  expect((await post(receipt)).status).toBe(200)
  expect((await read(sent.body['id']))['deliveredAt']).toEqual(expect.any(String))

  const stopText = { from: ANN!, to: FROM!, body: 'STOP', mediaUrls: [], providerId: `SM${'f'.repeat(32)}` }
  expect(await post(requests('main').inbound(stopText, new Date()))).toMatchObject({
    status: 200,
    text: expect.stringContaining('<Response'),
  })
  expect(await send('Dong')).toMatchObject({ status: 400, body: { code: 33029 } })
  await waitUntil(() => main.texts.length === 2)
  expect(main.texts[1]).toMatchObject({ to: ANN, body: expect.stringContaining('opted out') })

  const metrics = await (await fetch(`${baseOf(server)}/metrics`)).text()
  expect(metrics).toContain('carillon_carrier_submissions_total{carrier="backup",outcome="try-later"}')
  expect(metrics).toContain('carillon_carrier_requests_total{carrier="main",kind="receipts",outcome="forged"} 1')
  expect(await call('GET', '/sim/messages')).toMatchObject({ status: 404 })
  await stop(server)
  expect(server.stdout()).not.toContain(AUTH_TOKEN)
  await close()
})

test('a text whose answer is lost by a kill is never submitted again, and is sent once its receipt comes', async () => {
  const { main, backup, start, failureOf, close } = await openService()
  const first = await start()
  await clientOf(first).applyAcme()
  backup.state.mode = 'stalled'
  const body = { to: ANN, from: FROM, body: 'Ding', idempotencyKey: 'once' }
  const sending = clientOf(first)
    .call('POST', '/api/v1/messaging/message', body)
    .catch(() => null)
  await waitUntil(() => backup.texts.length === 1)
  await kill(first)
  expect(await sending).toBeNull()

  backup.state.mode = 'open'
  const second = await start()
  const { call, read, post, requests } = clientOf(second)
  const id = referenceOf(backup).split('.')[1]!
  await waitUntil(async () => (await failureOf(id)) === 'unknown_outcome')
  expect(await call('POST', '/api/v1/messaging/message', body)).toMatchObject({ body: { id, status: 'failed' } })
  const report = { reference: referenceOf(backup), providerId: backup.texts[0]!.sid, isFailed: false }
  expect((await post(requests('backup').receipt(report, new Date()))).status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'sent', deliveredAt: expect.any(String) })
  expect([backup.texts.length, main.texts.length]).toEqual([1, 0])
  await stop(second)
  await close()
})

test('the carrier of a number comes before the routes, and an unknown one is refused', async () => {
  const { main, backup, start, close } = await openService()
  const server = await start()
  const { send, applyAcme } = clientOf(server)
  const { apply } = await applyAcme()
  expect(await apply([{ number: FROM, carrier: 'mian' }])).toMatchObject({
    status: 400,
    body: {
      message: expect.stringContaining(
        'numbers[0].carrier is no carrier of the service: expected main, backup, got mian',
      ),
    },
  })
  expect((await apply([{ number: FROM, carrier: 'main' }])).status).toBe(200)
  await send('Ding')
  expect([backup.texts.length, main.texts.length]).toEqual([0, 1])
  await stop(server)
  await close()
})

test('faults of the file are reported before anything is started, one line each', async () => {
  const dataDir = await aFolder()
  const file = join(dataDir, 'carriers.yaml')
  await writeFile(file, 'publicUrl: http://sms.example.com\ncarriers: { phones: { type: simulator } }\n')
  await refuses(
    { dataDir, env: { ...SETTINGS, CARILLON_CARRIERS: file } },
    /carriers\.yaml:1: publicUrl must be an https URL/,
  )
  await refuses(
    { dataDir, env: { ...SETTINGS, CARILLON_CARRIERS: join(dataDir, 'none.yaml') } },
    /there is no such file/,
  )
})
