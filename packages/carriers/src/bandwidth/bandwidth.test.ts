import { describeSmsProvider } from '@carillon/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { bandwidth } from './index.js'
import { BANDWIDTH_CONTEXT, closeAll, NOWHERE, openBandwidth, TEXT } from './testing/open-bandwidth.js'
import { BANDWIDTH_SETTINGS, type TestBandwidth } from './testing/test-bandwidth.js'

const DEADLINE = { deadlineMs: 30_000 }

afterEach(closeAll)

describeSmsProvider(async () => {
  const { carrier, connect } = await openBandwidth()
  return {
    provider: connect().provider,
    twin: connect().provider,
    cutOff: connect({ baseUrl: NOWHERE }).provider,
    ...DEADLINE,
    delivered: async (reference) => carrier.delivered(reference),
    refuse: async (to) => carrier.refuse(to),
    close: async () => carrier.behave('closed'),
    stall: async () => carrier.behave('stall'),
  }
})

function submissionsTo({ requests }: TestBandwidth) {
  return requests.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/messages'))
}

function lastBody(carrier: TestBandwidth): unknown {
  return JSON.parse(submissionsTo(carrier).at(-1)!.body)
}

describe('a submission to Bandwidth', () => {
  test('is a message to one number, with the reference as its tag', async () => {
    const { carrier, connect } = await openBandwidth()
    expect(await connect().provider.submit([TEXT], DEADLINE)).toEqual([
      { kind: 'accepted', providerId: carrier.messages[0]!.id },
    ])
    expect(lastBody(carrier)).toEqual({
      applicationId: BANDWIDTH_SETTINGS.applicationId,
      from: '+12025550199',
      to: ['+12025550101'],
      text: 'Hello',
      tag: 'acc_1.msg_1',
    })
  })

  test('with a picture is an MMS', async () => {
    const { carrier, connect } = await openBandwidth()
    const picture = { ...TEXT, mediaUrl: 'https://example.com/a.jpg' }
    await connect().provider.submit([picture], DEADLINE)
    expect(lastBody(carrier)).toMatchObject({ media: ['https://example.com/a.jpg'], text: 'Hello' })
  })

  test('that is too long is refused', async () => {
    const { connect } = await openBandwidth()
    expect(await connect().provider.submit([{ ...TEXT, body: 'x'.repeat(2_049) }], DEADLINE)).toEqual([
      {
        kind: 'refused',
        type: 'carrier_rejected',
        message:
          "Bandwidth refused the message: Your request could not be accepted; 'text' must be 2048 characters or less",
        carrierCode: 'request-validation',
      },
    ])
  })

  test('to a number that Bandwidth does not take is refused as an invalid destination, and not shown', async () => {
    const { carrier, connect } = await openBandwidth()
    carrier.refuse(TEXT.to)
    const [outcome] = await connect().provider.submit([TEXT], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'invalid_destination' })
    expect(JSON.stringify(outcome)).not.toContain('12025550101')
  })

  test('that is throttled is tried later, when Bandwidth says', async () => {
    const { carrier, connect } = await openBandwidth()
    carrier.behave('closed')
    expect(await connect().provider.submit([TEXT], DEADLINE)).toEqual([
      { kind: 'try-later', afterMs: 9_000, because: 'throttled' },
    ])
  })

  test.each([
    ['break-before', 'no-answer'],
    ['break-after', 'no-answer'],
    ['error-after', 'server-error'],
  ] as const)('is unknown and is not repeated, if the carrier does this: %s', async (behaviour, because) => {
    const { carrier, connect } = await openBandwidth()
    carrier.behave(behaviour)
    expect(await connect().provider.submit([TEXT], DEADLINE)).toEqual([{ kind: 'unknown', because }])
    expect(submissionsTo(carrier)).toHaveLength(1)
  })

  test('for another account is refused because of the account', async () => {
    const { connect } = await openBandwidth()
    expect(await connect({ accountId: '1' }).provider.submit([TEXT], DEADLINE)).toMatchObject([
      { kind: 'refused', type: 'carrier_account', carrierCode: 'forbidden' },
    ])
  })
})

describe('the check of Bandwidth', () => {
  test.each(['connect', 'connectAsUser'] as const)(
    'finds the credentials good, and names the URLs that Bandwidth cannot tell: %s',
    async (name) => {
      const opened = await openBandwidth()
      const findings = await opened[name]().check(DEADLINE)
      expect(findings).toEqual([
        { subject: 'credentials', state: 'good', message: expect.any(String) },
        { subject: 'webhooks', state: 'unknown', message: expect.stringContaining(BANDWIDTH_CONTEXT.inboundUrl) },
      ])
      expect(findings[1]!.message).toContain(BANDWIDTH_CONTEXT.receiptUrl)
    },
  )

  test.each([
    [{ clientSecret: 'wrong-secret' }, 'credentials'],
    [{ accountId: '1' }, 'credentials'],
    [{ baseUrl: NOWHERE }, 'connection'],
    [{ tokenUrl: `${NOWHERE}/token` }, 'connection'],
  ])('finds what is wrong with %j', async (settings, subject) => {
    const { connect } = await openBandwidth()
    const findings = await connect(settings).check(DEADLINE)
    expect(findings[0]).toMatchObject({ subject, state: 'bad' })
    expect(JSON.stringify(findings)).not.toContain('wrong-secret')
  })

  test('finds that no public URL is set', async () => {
    const { connect } = await openBandwidth()
    const findings = await connect({}, { receiptUrl: null, inboundUrl: null }).check(DEADLINE)
    expect(findings[1]).toMatchObject({ subject: 'webhooks', state: 'bad' })
  })
})

test.each([
  { clientSecret: undefined },
  { clientId: undefined, clientSecret: undefined },
  { user: 'u', password: 'p' },
  { clientId: undefined, clientSecret: undefined, user: 'u' },
])('the settings need exactly one pair of credentials, unlike %j', (more) => {
  const settings = { ...BANDWIDTH_SETTINGS, ...more } as typeof BANDWIDTH_SETTINGS
  expect(() => bandwidth(settings, BANDWIDTH_CONTEXT)).toThrow('expected either clientId and clientSecret, or user')
})
