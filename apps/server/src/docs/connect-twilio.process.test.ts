import { expect, jest, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AUTH_TOKEN, startTestTwilio } from '../../../../packages/carriers/src/twilio/testing/test-twilio.js'
import { twilioRequests } from '../../../../packages/carriers/src/twilio/testing/twilio-requests.js'
import { noteOf, readPage, type Block } from '../testing/docs/pages.js'
import { openPaster } from '../testing/docs/paste.js'
import { ADMIN_TOKEN } from '../testing/service/a-server.js'
import { aCarillon, aFolder, baseOf, shared, started, stop } from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'

/** Starts the service with the file on the page, as its reader does, and a test Twilio in place of the real one. */
jest.setTimeout(180_000)

const { blocks } = readPage('docs/guides/connect-twilio.md')
const blockOf = (isIt: (block: Block) => boolean) => blocks.find(isIt)!.text
const FILE = blockOf((block) => noteOf(block, 'parsed only') !== null)
const MESSAGE = JSON.parse(blockOf((block) => noteOf(block, 'checked by a test of its own') !== null)) as Message
const COMMANDS = blocks.filter(({ lang, text }) => lang === 'sh' && !text.includes('carillon start'))

type Message = Readonly<Record<string, unknown>>

test('the guide to Twilio leads to a delivered text and an opt-out, with the URLs and responses that it shows', async () => {
  const [PUBLIC_URL] = /https:\/\/[\w.]+/.exec(FILE)!
  const [, TWILIO_ACCOUNT_SID] = /TWILIO_ACCOUNT_SID=(\w+)/.exec(COMMANDS[0]!.text)!
  const twilio = await startTestTwilio()
  const [own, phone] = [MESSAGE['from'] as string, MESSAGE['to'] as string]
  const urls = { receiptUrl: `${PUBLIC_URL}/provider/main/receipts`, inboundUrl: `${PUBLIC_URL}/provider/main/inbound` }
  twilio.state.numbers = [{ number: own, smsUrl: urls.inboundUrl, smsMethod: 'POST' }]
  for (const url of Object.values(urls)) expect(readPage('docs/guides/connect-twilio.md').text).toContain(url)

  const folder = await aFolder()
  const carriers = join(folder, 'carriers.yaml')
  await writeFile(carriers, `${FILE}    baseUrl: ${twilio.url}\n`)
  const { url: DATABASE_URL } = await shared()
  const secrets = { TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT_SID!, TWILIO_AUTH_TOKEN: AUTH_TOKEN }
  const settings = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: ADMIN_TOKEN }
  const server = await started({
    dataDir: folder,
    env: { ...settings, ...secrets, DATABASE_URL, CARILLON_CARRIERS: carriers },
  })
  const service = { url: baseOf(server), demoSecret: '', stop: async () => {} }
  const { secret, group } = await applyAcme(service.url)
  const paster = await openPaster({ service, folder, secret, group })

  const signed = twilioRequests({ accountSid: TWILIO_ACCOUNT_SID!, authToken: AUTH_TOKEN, ...urls })
  const post = async ({ url, method, headers, body }: ReturnType<typeof signed.receipt>) => {
    const init = { method, headers, body: body as Uint8Array<ArrayBuffer> }
    return (await fetch(url.replace(PUBLIC_URL, service.url), init)).status
  }
  const [, check, send, read, consent] = COMMANDS
  const checked = paster.paste(check!.text.replaceAll(PUBLIC_URL, service.url))
  await waitUntil(() => twilio.texts.length === 1)
  expect(await post(signed.receipt({ ...sentText(twilio.texts[0]!), isFailed: false }, new Date()))).toBe(200)
  const output = await checked
  expect(output).toMatch(/^403$/m)
  expect(output).not.toContain(' bad ')
  expect(output).toContain('Delivered, according to the receipt')
  expect(await paster.paste(send!.text)).toContain('"status":"sent"')
  const text = twilio.texts.find(({ body }) => body === MESSAGE['body'])!
  expect(await post(signed.receipt({ ...sentText(text), isFailed: false }, new Date()))).toBe(200)
  const received = JSON.parse((await paster.paste(read!.text)).trim()) as Message
  expect(shapeOf(received)).toEqual(shapeOf(MESSAGE))
  for (const name of ['to', 'from', 'body', 'status', 'carrier']) expect(received[name]).toBe(MESSAGE[name])

  const stopText = { from: phone, to: own, body: 'STOP', mediaUrls: [], providerId: `SM${'f'.repeat(32)}` }
  expect(await post(signed.inbound(stopText, new Date()))).toBe(200)
  expect(await paster.paste(consent!.text)).toContain('"opted_out"')
  await waitUntil(() => twilio.texts.some(({ to, body }) => to === phone && body.includes('opted out')))
  await paster.close()
  await stop(server)
  await twilio.close()
})

/** The text as its receipt names it. */
function sentText({ sid, statusCallback }: { readonly sid: string; readonly statusCallback: string | null }) {
  return { reference: new URL(statusCallback!).searchParams.get('reference')!, providerId: sid }
}

/** The account of the guides, whose group News the contacts join. */
async function applyAcme(url: string): Promise<{ readonly secret: string; readonly group: string }> {
  const file = readPage('docs/guides/set-up-an-account.md').blocks.find(
    (block) => noteOf(block, 'file') === 'acme.yaml',
  )!
  const path = join(await aFolder(), 'acme.yaml')
  await writeFile(path, file.text)
  const { ended, stdout, stderr } = aCarillon(['apply', path, '--json'], {
    CARILLON_URL: url,
    CARILLON_ADMIN_TOKEN: ADMIN_TOKEN,
  })
  expect({ code: await ended, stderr: stderr() }).toEqual({ code: 0, stderr: '' })
  const { apiKeys, groups } = JSON.parse(stdout()) as {
    readonly apiKeys: readonly { readonly secret: string }[]
    readonly groups: readonly { readonly id: string; readonly name: string }[]
  }
  return { secret: apiKeys[0]!.secret, group: groups.find(({ name }) => name === 'News')!.id }
}

/** The names and types of all fields. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}
