import { createHash } from 'node:crypto'
import { aLogEntry, aMessage, anInboundText } from '@carillon/contracts'
import { ERASED, parsePhoneNumber, type ConsentLogEntry, type Message } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from '../testing/samples.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

const NUMBER = parsePhoneNumber('+12025550123')
const NOW = '2026-03-01T12:00:00.000Z'
const at = new Date(NOW)
const PROOF = `${ANN}/consent/proof`
const ADMIN_PROOF = '/accounts/Acme/contacts/%2B12025550123/proof'
const PAGE = { headers: { accept: 'text/html' } }
const HOSTILE = `"><script>alert('1')</script><img src=x onerror=alert(2)>&amp;</style>`
const ESCAPED = '&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;'

let adapters: ReturnType<typeof inMemory>
let fixture: TestApi
let api: TestApi['api']
let groups: Record<string, string>

async function open(account: object = {}) {
  adapters = inMemory()
  fixture = await openTestApi(adapters)
  api = fixture.api
  groups = await applyAcme(fixture, account)
}

beforeEach(() => open())

async function log(...entries: readonly Partial<ConsentLogEntry>[]) {
  const { id: account } = await fixture.useCases.readAccount.execute({ name: 'Acme' })
  const subject = adapters.secrets.pseudonymOf(account, NUMBER)
  const built = entries.map((entry) => aLogEntry({ account, subject, at, ...entry } as ConsentLogEntry))
  await adapters.unitOfWork.run(({ consentLog }) => consentLog.append(built))
}

async function add(...messages: readonly (Partial<Message> & Pick<Message, 'direction'>)[]) {
  const { id: account } = await fixture.useCases.readAccount.execute({ name: 'Acme' })
  const built = messages.map((given) => {
    if (given.direction === 'inbound') return anInboundText({ account, from: NUMBER, createdAt: at, ...given })
    return aMessage({ account, to: NUMBER, createdAt: at, ...given })
  })
  await adapters.unitOfWork.run((stores) => stores.messages.add(built))
}

/** Logs an opt-in by form with every field that such a log entry can have. */
async function optInOnForm({ text, agent }: { readonly text: string; readonly agent: string }) {
  const { id: account } = await fixture.useCases.readAccount.execute({ name: 'Acme' })
  const version = await adapters.unitOfWork.run(({ formTexts }) => formTexts.versionOf(account, text, at))
  const form = { version, address: '203.0.113.9', agent }
  const group = groups['VIP'] as NonNullable<ConsentLogEntry['group']>
  await log({ action: 'OPT_IN', reason: 'FORM', by: 'CONTACT', group, form, at: new Date(at.getTime() + 1) })
}

describe('the consent proof as JSON', () => {
  test('contains everything that shows why a number may be texted', async () => {
    await api('POST', ANN)
    await api('POST', `${ANN}/groups/${groups['VIP']}`)
    await optInOnForm({ text: 'I agree', agent: 'Firefox' })
    await add({ direction: 'outbound', purpose: 'code', body: 'Your code is ******' })
    await add({ direction: 'outbound', status: 'sent', phase: null, sentAt: at, body: 'Sale!' })
    const { status, headers, body } = await api('GET', PROOF)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      account: { id: expect.stringMatching(/^acc_/), name: 'Acme', timezone: 'UTC' },
      phoneNumber: NUMBER,
      generatedAt: NOW,
      mayBeTexted: true,
      state: 'opted_in',
      groups: [{ name: 'VIP' }],
      formTexts: [{ version: 1, text: 'I agree', since: NOW }],
      messages: [{ direction: 'outbound', purpose: 'code', body: 'Your code is ******', status: 'queued' }],
      messagesSent: { count: 1, firstAt: NOW, lastAt: NOW },
      complete: true,
    })
    expect(body.log).toMatchObject([
      { reason: 'DIRECT' },
      { reason: 'FORM', form: { version: 1, address: '203.0.113.9', agent: 'Firefox' }, group: { name: 'VIP' } },
    ])
    expect(body).not.toHaveProperty('messagesKeptDays')
    expect(headers.get('vary')).toMatch(/\bAccept\b/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is also returned for an unknown number; an invalid number is refused', async () => {
    expect(await api('GET', PROOF)).toMatchObject({ status: 200, body: { mayBeTexted: false, state: 'none', log: [] } })
    const { status, body } = await api('GET', '/contacts/by-phone/none/consent/proof')
    expect([status, body.code]).toEqual([400, 33003])
  })

  test('shows for how long the account keeps its messages', async () => {
    await open({ retention: { messages: 30 } })
    expect((await api('GET', PROOF)).body).toMatchObject({ messagesKeptDays: 30 })
  })

  test('is the same for an operator, who identifies the account by its name', async () => {
    await optInOnForm({ text: 'I agree', agent: 'Firefox' })
    expect((await fixture.admin('GET', ADMIN_PROOF)).body).toEqual((await api('GET', PROOF)).body)
    expect((await fixture.admin('GET', ADMIN_PROOF, PAGE)).text).toBe((await api('GET', PROOF, PAGE)).text)
    expect(await fixture.admin('GET', ADMIN_PROOF.replace('Acme', 'Nobody'))).toMatchObject({ status: 404 })
  })
})

test('the consent log shows the form version that the person agreed to, and omits unknown fields', async () => {
  await log({ form: { version: 3, address: null, agent: null }, text: null })
  expect((await api('GET', `${ANN}/consent`)).body.log[0]).toMatchObject({ form: { version: 3 } })
})

test.each([
  ['text/html', 'text/html'],
  ['text/html;charset=utf-8', 'text/html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['application/json;q=0.5, text/html;q=0.6', 'text/html'],
  ['application/json;q=0.6, text/html;q=0.5', 'application/json'],
  ['application/json, text/html', 'application/json'],
  ['*/*', 'application/json'],
  ['image/png', 'application/json'],
])('for a client that accepts %s the proof is %s', async (accept, type) => {
  const { headers } = await api('GET', PROOF, { headers: { accept } })
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
})

describe('the consent proof as a page', () => {
  const page = async () => api('GET', PROOF, PAGE)

  test('has the log, the texts and the messages, and names the number and account in its title', async () => {
    await optInOnForm({ text: 'I agree to offers', agent: 'Firefox' })
    await add({ direction: 'inbound', body: 'STOP please' })
    const { status, text } = await page()
    expect(status).toBe(200)
    expect(text).toContain('<title>Consent of +12025550123 at Acme</title>')
    expect(text).toContain('This number may not be texted.')
    expect(text).toMatch(/<caption>\s*All changes of the consent \(1\), the oldest first\s*<\/caption>/)
    for (const part of ['I agree to offers', 'STOP please', '203.0.113.9', 'Firefox', 'VIP']) {
      expect(text).toContain(`<bdi>${part}</bdi>`)
    }
    expect(text.match(/<th scope="(col|row)"/g)).toHaveLength(8)
  })

  test('has no script, allows its style by a hash, and is not cached', async () => {
    const { text, headers } = await page()
    const style = /<style>([^]*?)<\/style>/.exec(text)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(headers.get('content-disposition')).toBe('inline; filename="consent-12025550123.html"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toMatch(/\bAccept\b/)
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en">/)
    expect(text).not.toMatch(/<script|\sstyle=|\sonclick=|<link|src=/)
  })

  test('escapes every text', async () => {
    const hostile = `"><script>`
    await open({ name: hostile, groups: [{ name: HOSTILE }] })
    const account = await fixture.useCases.readAccount.execute({ name: hostile })
    const subject = adapters.secrets.pseudonymOf(account.id, NUMBER)
    await adapters.unitOfWork.run(async ({ formTexts, consentLog, messages }) => {
      const version = await formTexts.versionOf(account.id, HOSTILE, at)
      const form = { version, address: HOSTILE, agent: HOSTILE }
      const group = groups[HOSTILE] as NonNullable<ConsentLogEntry['group']>
      await consentLog.append([aLogEntry({ account: account.id, subject, group, text: HOSTILE, form })])
      await messages.add([anInboundText({ account: account.id, from: NUMBER, body: HOSTILE, to: HOSTILE })])
    })
    const { text } = await page()
    expect(text.match(/<(script|img)|<\/style>/g)).toEqual(['</style>'])
    expect(text.split(ESCAPED)).toHaveLength(8)
    expect(text).toContain('<title>Consent of +12025550123 at &#34;&#62;&#60;script&#62;</title>')
  })

  test('shows all times in the timezone of the account and in UTC', async () => {
    await open({ timezone: 'America/New_York' })
    await log({ at: new Date('2026-07-01T03:30:15.250Z') })
    const { text } = await page()
    expect(text).toContain('<time datetime="2026-06-30T23:30:15-04:00">2026-06-30 23:30:15 -04:00</time>')
    expect(text).toContain('<time datetime="2026-07-01T03:30:15.250Z">2026-07-01 03:30:15 UTC</time>')
    await open()
    expect((await page()).text).not.toContain('+00:00')
  })

  test('says how many entries it leaves out', async () => {
    await log(...Array.from({ length: 1_001 }, () => ({})))
    expect((await page()).text).toContain('The newest 1000 of 1001 changes of the consent, the oldest of them first')
  })

  test('says so if there are no entries', async () => {
    const { text } = await page()
    expect(text).not.toContain('<table')
    expect(text).toContain('No change of the consent of this number is recorded.')
    expect(text).toContain('No other message was sent to the number.')
  })

  test('has no body for HEAD', async () => {
    const { status, headers, text } = await api('HEAD', PROOF, PAGE)
    expect([status, text]).toEqual([200, ''])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

test('the proof of an erased number has times and kinds but no texts', async () => {
  await api('POST', ANN)
  await fixture.useCases.receiveInbound.execute({
    ...{ from: NUMBER, to: '+12025550100', body: 'Stop!', mediaUrl: null, providerId: 'text-1' },
  })
  expect((await api('GET', PROOF)).text).toContain('Stop!')
  await fixture.useCases.eraseContact.execute({ accountName: 'Acme', phone: NUMBER })
  const { text, body } = await api('GET', PROOF)
  expect(text).not.toContain('Stop!')
  expect(body).toMatchObject({ mayBeTexted: false, state: 'opted_out', optedOutAt: NOW, messages: [] })
  expect(body.log).toMatchObject([{ at: NOW, action: 'OPT_OUT', reason: 'STOP', by: 'CONTACT' }])
  const { results } = (await api('GET', '/messaging/message')).body
  expect(results).toMatchObject([{ to: ERASED }, { from: ERASED }])
})
