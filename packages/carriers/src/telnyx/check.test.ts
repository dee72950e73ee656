import { afterEach, describe, expect, test } from '@jest/globals'
import { NUMBER, PROFILE, profile } from './testing/telnyx-account.js'
import { API_KEY, type TelnyxCarrier } from './testing/telnyx-carrier.js'
import { closeAll, connect, CONTEXT, NOWHERE, openCarrier } from './testing/telnyx-fixture.js'

const DEADLINE_MS = 4_000
const OTHER_PROFILE = '26fd2706-8baf-433b-82eb-8c7fada847db'

afterEach(closeAll)

describe('the check of Telnyx', () => {
  test('finds all good in an account that is set up', async () => {
    expect(await check(await openCarrier())).toEqual([
      { subject: 'credentials', state: 'good', message: 'Telnyx accepts the apiKey; 400.00 USD available' },
      { subject: 'credentials', state: 'good', message: 'The publicKey is the one of the account' },
      { subject: 'number', state: 'good', message: '1 number(s) are assigned to a messaging profile' },
      { subject: 'webhooks', state: 'good', message: `The messaging profile ${PROFILE} sends inbound texts here` },
    ])
  })

  test('finds senders without a messaging profile, on any page', async () => {
    const carrier = await openCarrier()
    const numbers = Array.from({ length: 150 }, (_, i) => `+1303555${1000 + i}`)
    for (const number of numbers) carrier.account.numbers.set(number, PROFILE)
    carrier.account.numbers.set('+13035559999', null)
    const senders = { own: [NUMBER, ...numbers, '+13035559999'], routed: [] }
    const findings = await connect(carrier).check({ deadlineMs: DEADLINE_MS, senders })
    const fault = 'is a sender of Carillon, but Telnyx does not list it as a number of the account that can text'
    expect(findings.filter(({ message }) => message.includes('enders of') || message.includes(fault))).toEqual([
      { subject: 'number', state: 'good', message: 'Senders of Carillon that are numbers of the account: 151' },
      { subject: 'number', state: 'bad', message: `+13035559999 ${fault}` },
    ])
  })

  test('finds a wrong key, and shows it nowhere', async () => {
    const carrier = await openCarrier()
    const findings = await connect(carrier, { apiKey: 'KEYwrong' }).check({ deadlineMs: DEADLINE_MS })
    expect(findings).toEqual([{ subject: 'credentials', state: 'bad', message: 'Telnyx does not know the apiKey' }])
  })

  test('finds that the public key is of another account', async () => {
    const carrier = await openCarrier()
    carrier.account.publicKey = 'another'
    expect((await check(carrier))[1]).toMatchObject({ subject: 'credentials', state: 'bad' })
  })

  test('finds that nobody answers, and that somebody answers too late', async () => {
    const carrier = await openCarrier()
    carrier.mode = 'stalled'
    const begun = performance.now()
    for (const baseUrl of [NOWHERE, carrier.baseUrl]) {
      const message = `Telnyx does not answer at ${new URL(baseUrl).host}`
      const findings = await connect(carrier, { baseUrl }).check({ deadlineMs: 500 })
      expect(findings).toEqual([{ subject: 'connection', state: 'bad', message }])
    }
    expect(performance.now() - begun).toBeLessThan(DEADLINE_MS)
  })

  test('cannot tell what an answer does not say', async () => {
    const carrier = await openCarrier()
    carrier.mode = { status: 403, body: '' }
    const findings = await connect(carrier, { messagingProfileId: PROFILE }).check({ deadlineMs: DEADLINE_MS })
    expect(findings.map(({ subject, state }) => [subject, state])).toEqual([
      ['credentials', 'unknown'],
      ['credentials', 'unknown'],
      ['number', 'unknown'],
      ['webhooks', 'unknown'],
    ])
  })

  test('finds that no number has a profile, or names those that have none', async () => {
    const carrier = await openCarrier()
    carrier.account.numbers.set('+12025550198', null)
    const message = 'Without a messaging profile, and so without texts: +12025550198'
    expect(await check(carrier)).toContainEqual({ subject: 'number', state: 'unknown', message })
    carrier.account.numbers.set(NUMBER, null)
    const none = 'No number is assigned to a messaging profile'
    expect(await check(carrier)).toContainEqual({ subject: 'number', state: 'bad', message: none })
  })

  test.each([
    ['is disabled', { enabled: false }],
    [`does not send inbound texts here: set its webhook URL to ${CONTEXT.inboundUrl}`, { webhook_url: '' }],
    ['uses version 1 of webhooks: set it to 2', { webhook_api_version: '1' }],
  ])('finds that the profile %s', async (fault, given) => {
    const carrier = await openCarrier()
    carrier.account.profiles.set(PROFILE, profile(given))
    const message = `The messaging profile ${PROFILE} ${fault}`
    expect(await check(carrier)).toContainEqual({ subject: 'webhooks', state: 'bad', message })
  })

  test('finds that there is no public URL, and that the profile does not exist', async () => {
    const carrier = await openCarrier()
    const hidden = connect(carrier, {}, { receiptUrl: null, inboundUrl: null })
    expect((await hidden.check({ deadlineMs: DEADLINE_MS })).at(-1)).toMatchObject({
      subject: 'webhooks',
      state: 'bad',
    })
    const unknown = connect(carrier, { messagingProfileId: 'none' })
    const message = 'Telnyx does not know the messaging profile none'
    const finding = { subject: 'webhooks', state: 'bad', message }
    expect((await unknown.check({ deadlineMs: DEADLINE_MS })).at(-1)).toEqual(finding)
  })

  test('does not object to profiles of other programs, unless none is for this one', async () => {
    const carrier = await openCarrier()
    carrier.account.numbers.set('+12025550198', OTHER_PROFILE)
    carrier.account.profiles.set(OTHER_PROFILE, profile({ webhook_url: 'https://other.example.com' }))
    const states = async () =>
      (await check(carrier)).filter((one) => one.subject === 'webhooks').map((one) => one.state)
    expect(await states()).toEqual(['good', 'unknown'])
    carrier.account.profiles.set(PROFILE, profile({ webhook_url: 'https://other.example.com' }))
    expect(await states()).toEqual(['bad', 'bad'])
  })

  test('shows no secret', async () => {
    expect(JSON.stringify(await check(await openCarrier()))).not.toContain(API_KEY)
  })
})

function check(carrier: TelnyxCarrier) {
  return connect(carrier).check({ deadlineMs: DEADLINE_MS })
}
