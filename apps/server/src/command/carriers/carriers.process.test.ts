import { expect, jest, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  OWN_NUMBER,
  startTestTwilio,
} from '../../../../../packages/carriers/src/twilio/testing/test-twilio.js'
import { twilioRequests } from '../../../../../packages/carriers/src/twilio/testing/twilio-requests.js'
import { narrow } from '../../testing/narrow.js'
import { aCarillon, aFolder, baseOf, shared, started, stop } from '../../testing/service/starts.js'
import { waitUntil } from '../../testing/wait-until.js'

/** The service and the commands are built processes, as for an operator. */
jest.setTimeout(90_000)

const PUBLIC_URL = 'https://sms.example.com'
const INBOUND_URL = `${PUBLIC_URL}/provider/main/inbound`
const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }
const ANN = '+12025550123'

const GATEWAY = `submit:
  url: https://gateway.example.com/send
  contentType: application/json
  body: { to: "{{to}}", text: "{{text}}" }
  answers: [{ when: { status: 202 }, outcome: taken }]
`

/** A service that reaches a test Twilio as `main`, and a gateway without receipts as `local`. */
async function openService() {
  const twilio = await startTestTwilio()
  const dataDir = await aFolder()
  const file = join(dataDir, 'carriers.yaml')
  await writeFile(join(dataDir, 'gateway.yaml'), GATEWAY)
  await writeFile(
    file,
    `publicUrl: ${PUBLIC_URL}
carriers:
  main: { type: twilio, accountSid: ${ACCOUNT_SID}, authToken: "\${TWILIO_TOKEN}", baseUrl: "${twilio.url}", partsPerSecond: 50 }
  local: { type: http, file: ./gateway.yaml }
routes:
  - { toPrefix: "+44", via: [local, main] }
  - { via: [main] }
`,
  )
  const { url: DATABASE_URL } = await shared()
  const env = { ...SETTINGS, DATABASE_URL, CARILLON_CARRIERS: file, TWILIO_TOKEN: AUTH_TOKEN }
  const server = await started({ dataDir, env })
  const url = baseOf(server)
  const carillon = (...args: readonly string[]) =>
    aCarillon(['carriers', ...args], { CARILLON_URL: url, CARILLON_ADMIN_TOKEN: SETTINGS.CARILLON_ADMIN_TOKEN })
  const { receipt } = twilioRequests({
    ...{ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, inboundUrl: INBOUND_URL },
    receiptUrl: `${PUBLIC_URL}/provider/main/receipts`,
  })
  return {
    ...{ twilio, file, server, carillon },
    run: async (...args: readonly string[]) => {
      const command = carillon(...args)
      const code = await command.ended
      return { code, stdout: command.stdout(), stderr: command.stderr() }
    },
    /** Twilio reports the end of its latest text to the service, which stands behind the public URL. */
    report: async ({ isFailed = false, isForged = false } = {}) => {
      const { sid, statusCallback } = twilio.texts.at(-1)!
      const reference = new URL(statusCallback!).searchParams.get('reference')!
      const { url: at, method, headers, body } = receipt({ reference, providerId: sid, isFailed }, new Date())
      const { status } = await fetch(at.replace(PUBLIC_URL, url), {
        method,
        headers: isForged ? { ...headers, 'x-twilio-signature': 'AAAA' } : headers,
        body: body as Uint8Array<ArrayBuffer>,
      })
      return status
    },
    close: async () => {
      await stop(server)
      await twilio.close()
    },
  }
}

test('the carriers of the file are listed, and start warns of what their descriptions lack', async () => {
  const { run, server, file, close } = await openService()
  const { code, stdout } = await run('list')
  expect(code).toBe(0)
  expect(narrow(stdout)).toEqual([
    'NAME  TYPE  BREAKER  PARTS/S  DEDUPLICATES  CAN BE ASKED  ROUTES',
    'main  twilio  closed  50  no  no  +44 after local, all',
    'local  http  closed  -  no  no  +44',
    '',
    'NAME  SENDS  WEBHOOK URL',
    `main  receipts  ${PUBLIC_URL}/provider/main/receipts`,
    `main  inbound  ${INBOUND_URL}`,
    '',
  ])
  expect(server.stderr()).toContain(`Warning: ${file}: carriers.local: receipts: not described`)
  await close()
})

test('a check tells what is wrong at the carrier', async () => {
  const { twilio, run, close } = await openService()
  twilio.state.numbers = [{ number: OWN_NUMBER, smsUrl: INBOUND_URL, smsMethod: 'POST' }]
  const good = await run('check', 'main')
  expect([good.code, good.stderr]).toEqual([0, ''])
  expect(narrow(good.stdout)).toEqual([
    'NAME  CHECK  STATE  RESULT',
    'main  credentials  good  Twilio accepts accountSid and authToken, and the account is active',
    'main  number  good  Phone numbers of the account that can text: 1',
    `main  webhooks  good  Phone numbers that send inbound texts to ${INBOUND_URL}: 1`,
    '',
  ])
  twilio.state.accountStatus = 'suspended'
  const bad = await run('check')
  expect([bad.code, bad.stderr]).toEqual([1, 'carillon: Failed checks: main (credentials)\n'])
  expect(narrow(bad.stdout)).toEqual([
    'NAME  CHECK  STATE  RESULT',
    'main  credentials  bad  The account at Twilio is suspended, expected active',
    'local  connection  unknown  The description has no probe',
    '',
  ])
  expect(twilio.texts).toEqual([])
  await close()
})

test('a test text is followed to its receipt, which only the carrier can send', async () => {
  const { twilio, carillon, report, server, close } = await openService()
  const waiting = carillon('test', 'main', '--from', OWN_NUMBER, '--to', ANN)
  await waiting.printed('main accepted the text as ')
  const [text] = twilio.texts
  expect(text).toMatchObject({ from: OWN_NUMBER, to: ANN, body: 'This is a test text of Carillon.' })
  await waitUntil(() => waiting.stderr().includes('Waiting for the receipt: 60 s left'))
  expect(await report({ isForged: true })).toBe(403)
  expect(waiting.stdout()).not.toContain('Delivered')
  expect(await report()).toBe(200)
  expect(await waiting.ended).toBe(0)
  expect(waiting.stdout()).toMatch(
    /^main accepted the text as SM\w{32}\. Its reference is test\.[0-9a-f-]{36}\nDelivered, according to the receipt, after \d+ s\n$/,
  )
  expect(twilio.texts).toHaveLength(1)
  const metrics = await (await fetch(`${baseOf(server)}/metrics`)).text()
  expect(metrics).toContain('carillon_carrier_submissions_total{carrier="main",outcome="accepted"} 1')

  const failing = carillon('test', 'main', '--from', OWN_NUMBER, '--to', ANN)
  await failing.printed('main accepted the text as ')
  expect(await report({ isFailed: true })).toBe(200)
  expect(await failing.ended).toBe(1)
  expect(failing.stderr()).toMatch(/carillon: Not delivered: .+ \(invalid_destination, code 30005\)\n$/)
  await close()
  expect(server.stdout()).not.toContain(ANN)
})

test('a test text that the carrier refuses fails the command, and is not tried elsewhere', async () => {
  const { twilio, run, close } = await openService()
  twilio.refuse(ANN)
  const { code, stdout, stderr } = await run('test', 'main', '--from', OWN_NUMBER, '--to', ANN)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^carillon: main refused the text: .+ \(opted_out, code 21610\)\n$/)
  await close()
})

test('a test text to a simulated phone is followed to the receipt of that phone', async () => {
  const dataDir = await aFolder()
  const file = join(dataDir, 'carriers.yaml')
  await writeFile(file, 'carriers: { phones: { type: simulator } }\n')
  const { url: DATABASE_URL } = await shared()
  const server = await started({ dataDir, env: { ...SETTINGS, DATABASE_URL, CARILLON_CARRIERS: file } })
  const url = baseOf(server)
  const { CARILLON_ADMIN_TOKEN } = SETTINGS
  const args = ['carriers', 'test', 'phones', '--from', OWN_NUMBER, '--to', ANN]
  const waiting = aCarillon(args, { CARILLON_URL: url, CARILLON_ADMIN_TOKEN })
  await waiting.printed('phones accepted the text as ')
  const id = /as (sim_\w+)\./.exec(waiting.stdout())![1]
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ id, status: 'delivered' })
  expect((await fetch(`${url}/sim/receipts`, { method: 'POST', headers, body })).status).toBe(200)
  expect(await waiting.ended).toBe(0)
  expect(waiting.stdout()).toContain('\nDelivered, according to the receipt')
  await stop(server)
})
