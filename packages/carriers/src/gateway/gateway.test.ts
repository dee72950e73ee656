import { describeSmsProvider } from '@carillon/contracts'
import type { Submission } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { GatewayDescription } from './description.js'
import { gateway } from './index.js'
import { testDescription, URL_SECRET } from './testing/test-descriptions.js'
import { PASSWORD, startTestGateway, type Form } from './testing/test-gateway.js'

const CONTEXT = {
  receiptUrl: 'https://sms.example.com/provider/local/receipts',
  inboundUrl: 'https://sms.example.com/provider/local/inbound',
}
const DEADLINE = { deadlineMs: 30_000 }
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function open(form: Form, change: (description: GatewayDescription) => object = () => ({})) {
  const carrier = await startTestGateway(form, { remembers: form === 'json' })
  opened.push(carrier)
  const connect = (url = carrier.url) => {
    const description = testDescription(form, url)
    const connection = gateway({ ...description, ...change(description) }, CONTEXT)
    opened.push(connection)
    return connection
  }
  return { carrier, connect, connection: connect() }
}

const TEXT: Submission = {
  reference: 'acc_1.msg_1',
  from: '+12025550199',
  to: '+12025550100',
  body: 'Hello',
  mediaUrl: null,
}

describe.each(['form', 'json', 'query'] as const)('by the contract, a gateway that takes %s', (form) => {
  describeSmsProvider(async () => {
    const { carrier, connect, connection } = await open(form)
    return {
      provider: connection.provider,
      twin: connect().provider,
      cutOff: connect(NOWHERE).provider,
      ...DEADLINE,
      delivered: async (reference) => carrier.delivered(reference),
      refuse: async (to) => carrier.refuse(to),
      close: async () => carrier.behave('closed'),
      stall: async () => carrier.behave('stall'),
    }
  })
})

describe.each(['form', 'json', 'query', 'xml'] as const)('a gateway that takes %s', (form) => {
  test('gets texts and media unchanged', async () => {
    const { carrier, connection } = await open(form)
    const body = '  ünï 🔔 "quoted" <b>&amp;</b> \\ {{to}} ? :to = + %41 \r\n\tend'
    const texts = [
      { ...TEXT, body, mediaUrl: 'https://example.com/a.jpg?x=1&y=%20' },
      { ...TEXT, reference: 'r2', body },
    ]
    expect(await connection.provider.submit(texts, DEADLINE)).toMatchObject([
      { kind: 'accepted' },
      { kind: 'accepted' },
    ])
    for (const text of texts) expect(carrier.delivered(text.reference)).toEqual([text])
  })

  test.each(['break-before', 'break-after', 'error-after'] as const)(
    'has an unknown outcome, and gets no second request, if it does this: %s',
    async (behaviour) => {
      const { carrier, connection } = await open(form)
      carrier.behave(behaviour)
      const because = behaviour === 'error-after' ? 'server-error' : 'no-answer'
      expect(await connection.provider.submit([TEXT], DEADLINE)).toEqual([{ kind: 'unknown', because }])
      expect(carrier.requests).toHaveLength(1)
    },
  )

  test('refuses a number with the described type and code', async () => {
    const { carrier, connection } = await open(form)
    carrier.refuse(TEXT.to)
    const [outcome] = await connection.provider.submit([TEXT], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'invalid_destination', carrierCode: 'E21' })
  })
})

describe('a gateway', () => {
  test('that repeats our password in its answer does not get it into the message of the failure', async () => {
    const { carrier, connection } = await open('form')
    carrier.refuse(TEXT.to)
    expect(await connection.provider.submit([TEXT], DEADLINE)).toMatchObject([
      { message: 'The gateway refused the text: cannot be reached with …' },
    ])
  })

  test('that does not know us refuses because of the account', async () => {
    const { connection } = await open('xml', ({ submit }) => ({
      submit: { ...submit, basic: { username: 'x', password: 'other password' } },
    }))
    const [outcome] = await connection.provider.submit([TEXT], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_account', carrierCode: '401' })
    expect(JSON.stringify(outcome)).not.toContain(JSON.stringify('other password').slice(1, -1))
  })

  test.each([
    ['the password was changed', { authorization: 'Bearer other' }, {}],
    ['the path was changed', {}, { url: '/v3/messages/{{reference}}' }],
  ])('that no longer understands the question has refused no text: %s', async (_, headers, change) => {
    const { carrier, connection } = await open('json', ({ ask }) => {
      const url = 'url' in change ? ask!.url.replace(/\/v2\/messages\/.*$/, change.url) : ask!.url
      return { ask: { ...ask!, url, headers: { ...ask!.headers, ...headers } } }
    })
    await connection.provider.submit([TEXT], DEADLINE)
    expect(carrier.delivered(TEXT.reference)).toHaveLength(1)
    expect(await connection.provider.find([TEXT.reference], DEADLINE)).toEqual([{ kind: 'unknown' }])
  })

  test('gets the words for encodings, and a URL for receipts with the described query', async () => {
    const { carrier, connection } = await open('query')
    await connection.provider.submit([TEXT, { ...TEXT, body: '你好' }], DEADLINE)
    expect(carrier.requests.map(({ url }) => url.searchParams.get('coding'))).toEqual(['0', '2'])
    const url = `${CONTEXT.receiptUrl}?ref=acc_1.msg_1&status=%d`
    expect(carrier.requests[0]!.url.searchParams.get('dlr')).toBe(url)
  })

  test.each([
    [{ kind: 'secret-in-path', secret: URL_SECRET }, `/${URL_SECRET}?ref=acc_1.msg_1`],
    [{ kind: 'secret-in-query', name: 'key', secret: URL_SECRET }, `?key=${URL_SECRET}&ref=acc_1.msg_1`],
  ])('gets the secret of %j in the URL for receipts', async (check, expected) => {
    const { carrier, connection } = await open('query', ({ receipts }) => ({
      receipts: { ...receipts, check, query: 'ref={{reference}}' },
    }))
    await connection.provider.submit([TEXT], DEADLINE)
    expect(carrier.requests[0]!.url.searchParams.get('dlr')).toBe(CONTEXT.receiptUrl + expected)
  })

  test('gets no parameter for a URL that does not exist', async () => {
    const { carrier } = await open('query')
    const description = testDescription('query', carrier.url)
    const connection = gateway(description, { receiptUrl: null, inboundUrl: null })
    opened.push(connection)
    expect(await connection.provider.submit([TEXT], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.requests[0]!.url.searchParams.has('dlr')).toBe(false)
  })

  test('without a place for media gets no text with media', async () => {
    const { carrier, connection } = await open('form', ({ submit }) => {
      const { media: _, ...body } = submit.body as Record<string, string>
      return { submit: { ...submit, body } }
    })
    const [outcome] = await connection.provider.submit([{ ...TEXT, mediaUrl: 'https://example.com/a.jpg' }], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_rejected' })
    expect(carrier.requests).toEqual([])
  })

  test('without a described id gives its messages their references as ids', async () => {
    const { connection } = await open('form', ({ submit }) => ({
      submit: { ...submit, answers: [{ when: { pattern: '^OK' }, outcome: 'taken' }] },
    }))
    expect(await connection.provider.submit([TEXT], DEADLINE)).toEqual([
      { kind: 'accepted', providerId: TEXT.reference },
    ])
  })

  test('has an unknown outcome if the described id is missing', async () => {
    const { connection } = await open('form', ({ submit }) => ({
      submit: { ...submit, answers: [{ when: { pattern: '^OK' }, outcome: 'taken', id: { pattern: 'no id' } }] },
    }))
    expect(await connection.provider.submit([TEXT], DEADLINE)).toMatchObject([{ kind: 'unknown' }])
  })

  test('says in its check whether it answers the probe, without a password', async () => {
    const { connect, connection } = await open('form')
    expect(await connection.check(DEADLINE)).toMatchObject([
      { subject: 'credentials', state: 'good' },
      { subject: 'webhooks', state: 'unknown' },
    ])
    const findings = await connect(NOWHERE).check(DEADLINE)
    expect(findings).toMatchObject([{ subject: 'connection', state: 'bad' }, { subject: 'webhooks' }])
    expect(JSON.stringify(findings)).not.toContain(PASSWORD)
  })

  test('with faults in its description does not start', () => {
    expect(() => gateway({ submit: {} } as GatewayDescription, CONTEXT)).toThrow('submit.url: got nothing')
  })
})
