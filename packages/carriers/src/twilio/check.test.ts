import { describe, expect, test } from '@jest/globals'
import { API_KEY, API_SECRET, OWN_NUMBER } from './testing/test-twilio.js'
import { CONTEXT, DEADLINE, NOWHERE, twilioFixture } from './testing/twilio-fixture.js'

const { open, connect } = twilioFixture()

const smsUrl = CONTEXT.inboundUrl!
const ACCOUNT_GOOD = {
  ...{ subject: 'credentials', state: 'good' },
  message: 'Twilio accepts accountSid and authToken, and the account is active',
}

async function findings(...[numbers, settings = {}]: [readonly object[], object?]) {
  const { carrier, connection } = await open(settings)
  carrier.state.numbers = numbers.map((one, i) => ({ number: `+1202555${String(i).padStart(4, '0')}`, ...one }))
  const [account, ...rest] = await connection.check(DEADLINE)
  expect(account).toEqual(ACCOUNT_GOOD)
  return { rest, requests: carrier.requests.length }
}

const webhooks = (state: string, message: string) => ({ subject: 'webhooks', state, message })

describe('the check of the credentials', () => {
  test('finds that they are good', async () => {
    const { carrier, connection } = await open()
    carrier.state.numbers = [{ number: OWN_NUMBER, smsUrl }]
    expect(await connection.check(DEADLINE)).toEqual([
      ACCOUNT_GOOD,
      { subject: 'number', state: 'good', message: 'Phone numbers of the account that can text: 1' },
      webhooks('good', `Phone numbers that send inbound texts to ${smsUrl}: 1`),
    ])
    expect(carrier.texts).toEqual([])
  })

  test('finds a token that Twilio does not accept, even if an API key authenticates the texts', async () => {
    const bad = { subject: 'credentials', state: 'bad', message: 'Twilio does not accept accountSid and authToken' }
    const key = { apiKey: API_KEY, apiSecret: API_SECRET }
    for (const settings of [{ authToken: 'wrong' }, { authToken: 'wrong', ...key }]) {
      const { connection } = await open(settings)
      expect(await connection.check(DEADLINE)).toEqual([bad])
    }
  })

  test('reads the numbers with the API key, and finds that Twilio does not accept it', async () => {
    const good = await findings([{ smsUrl }], { apiKey: API_KEY, apiSecret: API_SECRET })
    expect(good.rest.map(({ state }) => state)).toEqual(['good', 'good'])
    const wrong = await findings([{ smsUrl }], { apiKey: API_KEY, apiSecret: 'wrong' })
    const message = 'Twilio does not accept apiKey and apiSecret'
    expect(wrong.rest).toEqual([{ subject: 'credentials', state: 'bad', message }])
  })

  test('finds an account that is not active', async () => {
    const { carrier, connection } = await open()
    carrier.state.accountStatus = 'suspended'
    const message = 'The account at Twilio is suspended, expected active'
    expect(await connection.check(DEADLINE)).toEqual([{ subject: 'credentials', state: 'bad', message }])
  })

  test('says if Twilio cannot be reached', async () => {
    const expected = [{ subject: 'connection', state: 'bad', message: 'Twilio cannot be reached' }]
    expect(await connect({ baseUrl: NOWHERE }).check(DEADLINE)).toEqual(expected)
  })

  test.each([
    [503, ''],
    [200, '<html>'],
    [200, '[null]'],
  ])('cannot tell with the answer %d %j', async (status, raw) => {
    const { carrier, connection } = await open()
    carrier.state.answer = { status, json: null, raw }
    const found = await connection.check(DEADLINE)
    expect(found.map(({ subject, state }) => [subject, state])).toEqual([
      ['credentials', 'unknown'],
      ['number', 'unknown'],
    ])
  })
})

describe('the check of the senders', () => {
  test('finds those that are no numbers of the account', async () => {
    const { carrier, connection } = await open()
    carrier.state.numbers = [
      { number: OWN_NUMBER, smsUrl },
      { number: '+12025550111', canText: false },
    ]
    const senders = { own: [OWN_NUMBER, '+12025550111', '12345'], routed: ['+12025550112'] }
    const fault = 'is a sender of Carillon, but Twilio does not list it as a number of the account that can text'
    const all = await connection.check({ ...DEADLINE, senders })
    expect(all.filter(({ message }) => message.includes('ender'))).toEqual([
      { subject: 'number', state: 'good', message: 'Senders of Carillon that are numbers of the account: 1' },
      { subject: 'number', state: 'bad', message: `+12025550111 ${fault}` },
      { subject: 'number', state: 'unknown', message: `+12025550112, whose carrier the routes choose, ${fault}` },
    ])
  })

  test('names ten that are missing, and counts the others', async () => {
    const { connection } = await open()
    const own = Array.from({ length: 13 }, (_, i) => `+1303555${1000 + i}`)
    const all = await connection.check({ ...DEADLINE, senders: { own, routed: [] } })
    expect(all.filter(({ state }) => state === 'bad').length).toBeGreaterThanOrEqual(10)
    expect(all.at(-1)).toEqual({
      subject: 'number',
      state: 'unknown',
      message: 'More senders that Twilio does not list: 3',
    })
  })
})

describe('the check of the webhooks', () => {
  test('finds each number that sends inbound texts to another place', async () => {
    const other = 'https://user:hidden@other.example.com/in?key=hidden'
    const { rest } = await findings([
      { smsUrl: other },
      {},
      { smsUrl: 'nonsense' },
      { smsUrl, smsMethod: 'GET' },
      { smsUrl, smsApplicationSid: 'AP1' },
      { smsUrl: other, canText: false },
    ])
    expect(rest).toEqual([
      { subject: 'number', state: 'good', message: 'Phone numbers of the account that can text: 5' },
      webhooks('bad', `+12025550000 sends inbound texts to https://other.example.com/in, expected ${smsUrl}`),
      webhooks('bad', `+12025550001 sends inbound texts to nowhere, expected ${smsUrl}`),
      webhooks('bad', `+12025550002 sends inbound texts to an invalid URL, expected ${smsUrl}`),
      webhooks('bad', '+12025550003 sends inbound texts by GET, expected POST'),
      webhooks('unknown', "+12025550004 sends inbound texts to its application: check the URL in Twilio's console"),
    ])
  })

  test('is satisfied with one number, because the others may belong to something else', async () => {
    const { rest } = await findings([{}, { smsUrl: smsUrl.replace('.com/', '.com:443/') }])
    expect(rest.map(({ state }) => state)).toEqual(['good', 'good', 'unknown'])
  })

  test('accepts a URL that also tells Twilio to repeat failed requests', async () => {
    const { rest } = await findings([{ smsUrl: `${smsUrl}#rc=5&rp=all` }])
    expect(rest.map(({ state }) => state)).toEqual(['good', 'good'])
  })

  test('reads many numbers page by page, and names the first ten that are wrong', async () => {
    const numbers = Array.from({ length: 120 }, (_, i) => (i === 119 ? { smsUrl } : {}))
    const { rest, requests } = await findings(numbers)
    expect(requests).toBe(4)
    expect(rest[0]!.message).toBe('Phone numbers of the account that can text: 120')
    expect(rest[1]).toEqual(webhooks('good', `Phone numbers that send inbound texts to ${smsUrl}: 1`))
    expect(rest.slice(2)).toHaveLength(11)
    expect(rest.at(-1)).toEqual(webhooks('unknown', 'More phone numbers that do not send inbound texts there: 109'))
  })

  test('stops after a thousand numbers', async () => {
    const { rest, requests } = await findings(Array.from({ length: 1_100 }, () => ({ smsUrl })))
    expect(requests).toBe(21)
    expect(rest[0]!.message).toBe('Phone numbers of the account that can text: at least 1000')
  })

  test('cannot tell for the numbers of a Messaging Service, whose webhook is elsewhere', async () => {
    const { rest } = await findings([{}], { messagingServiceSid: `MG${'ab'.repeat(16)}` })
    expect(rest.slice(1)).toMatchObject([{ subject: 'webhooks', state: 'unknown' }])
  })

  test('says that nothing can be reported without a public URL', async () => {
    const { carrier } = await open()
    const connection = connect({ baseUrl: carrier.url }, { receiptUrl: null, inboundUrl: null })
    const found = await connection.check(DEADLINE)
    const message = 'No publicUrl is set, so Twilio can report neither receipts nor inbound texts'
    expect(found.at(-1)).toEqual(webhooks('bad', message))
  })

  test('says if the account has no number', async () => {
    const message = 'The account has no phone number that can text'
    expect((await findings([])).rest).toEqual([{ subject: 'number', state: 'unknown', message }])
  })
})
