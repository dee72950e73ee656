import { describeSmsProvider } from '@carillon/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { sinch } from './index.js'
import { baseUrlOf } from './settings.js'
import { closeAll, NOWHERE, openSinch, SINCH_CONTEXT, TEXT } from './testing/open-sinch.js'
import { SINCH_SETTINGS, type TestSinch } from './testing/test-sinch.js'

const DEADLINE = { deadlineMs: 30_000 }

afterEach(closeAll)

describeSmsProvider(async () => {
  const { carrier, connect, connection } = await openSinch({ findGraceMs: 0 }, { textMax: 10_000 })
  return {
    provider: connection.provider,
    twin: connect().provider,
    cutOff: connect({ baseUrl: NOWHERE }).provider,
    ...DEADLINE,
    delivered: async (reference) => carrier.delivered(reference),
    refuse: async (to) => carrier.refuse(to, { status: 400, code: '402', text: 'Message unroutable', isKept: true }),
    close: async () => carrier.behave('closed'),
    stall: async () => carrier.behave('stall'),
  }
})

function lastBody({ requests }: TestSinch): unknown {
  return JSON.parse(requests.at(-1)!.body)
}

describe('a submission to Sinch', () => {
  test('is a batch with one recipient, the reference, and one final report', async () => {
    const { carrier, connection } = await openSinch()
    expect(await connection.provider.submit([TEXT], DEADLINE)).toEqual([
      { kind: 'accepted', providerId: carrier.batches[0]!.id },
    ])
    expect(lastBody(carrier)).toEqual({
      type: 'mt_text',
      from: '+12025550199',
      to: ['+12025550101'],
      body: 'Hello',
      client_reference: TEXT.reference,
      delivery_report: 'per_recipient_final',
      callback_url: SINCH_CONTEXT.receiptUrl,
    })
  })

  test('asks for no report without a public URL', async () => {
    const { carrier, connect } = await openSinch()
    const { provider } = connect({}, { receiptUrl: null, inboundUrl: null })
    expect(await provider.submit([TEXT], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(lastBody(carrier)).toMatchObject({ delivery_report: 'none' })
    expect(lastBody(carrier)).not.toHaveProperty('callback_url')
  })

  test('with a picture is an MMS', async () => {
    const { carrier, connection } = await openSinch()
    const picture = { ...TEXT, mediaUrl: 'https://example.com/a.jpg' }
    await connection.provider.submit([picture], DEADLINE)
    expect(lastBody(carrier)).toMatchObject({
      type: 'mt_media',
      body: { url: 'https://example.com/a.jpg', message: 'Hello' },
    })
    expect(carrier.delivered(TEXT.reference)).toEqual([picture])
  })

  test.each(['Pay ${amount} or ${a.b-c_9}', '${amount}${amount}', '$ {x} ${} ${far.too.long.for.a.name} ${é}'])(
    'delivers a text that looks like a template unchanged: %s',
    async (body) => {
      const { carrier, connection } = await openSinch()
      await connection.provider.submit([{ ...TEXT, body }], DEADLINE)
      expect(carrier.delivered(TEXT.reference)).toEqual([{ ...TEXT, body }])
    },
  )

  test('that is too long is refused', async () => {
    const { connection } = await openSinch()
    expect(await connection.provider.submit([{ ...TEXT, body: 'x'.repeat(2_001) }], DEADLINE)).toEqual([
      {
        kind: 'refused',
        type: 'carrier_rejected',
        message: 'Sinch refused the message: body',
        carrierCode: 'syntax_constraint_violation',
      },
    ])
  })

  test('that is throttled is tried later, when Sinch says', async () => {
    const { carrier, connection } = await openSinch()
    carrier.behave('closed')
    expect(await connection.provider.submit([TEXT], DEADLINE)).toEqual([
      { kind: 'try-later', afterMs: 7_000, because: 'throttled' },
    ])
  })

  test.each([
    ['break-before', 'no-answer'],
    ['break-after', 'no-answer'],
    ['error-after', 'server-error'],
  ] as const)('is unknown and is not repeated, if the carrier does this: %s', async (behaviour, because) => {
    const { carrier, connection } = await openSinch()
    carrier.behave(behaviour)
    expect(await connection.provider.submit([TEXT], DEADLINE)).toEqual([{ kind: 'unknown', because }])
    expect(carrier.requests).toHaveLength(1)
  })

  test('with a wrong token is refused because of the account, and the message does not show the token', async () => {
    const { carrier, connect } = await openSinch()
    const { provider } = connect({ apiToken: 'wrong-token' })
    const [outcome] = await provider.submit([TEXT], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_account', carrierCode: null })
    carrier.refuse(TEXT.to, { status: 403, code: 'odd', text: `No ${SINCH_SETTINGS.apiToken}\nfor +12025550101` })
    const refused = await connect().provider.submit([TEXT], DEADLINE)
    expect(refused).toMatchObject([
      { type: 'carrier_account', message: 'Sinch refused the message: No … for …', carrierCode: 'odd' },
    ])
  })
})

describe('the check of Sinch', () => {
  test('finds the credentials good, and names the URL that Sinch cannot tell', async () => {
    const { connection } = await openSinch()
    expect(await connection.check(DEADLINE)).toEqual([
      { subject: 'credentials', state: 'good', message: expect.any(String) },
      { subject: 'webhooks', state: 'unknown', message: expect.stringContaining(SINCH_CONTEXT.inboundUrl) },
    ])
  })

  test.each([
    [{ apiToken: 'wrong-token' }, 'credentials'],
    [{ servicePlanId: 'other/plan' }, 'credentials'],
    [{ baseUrl: NOWHERE }, 'connection'],
  ])('finds what is wrong with %j', async (settings, subject) => {
    const { connect } = await openSinch()
    const findings = await connect(settings).check(DEADLINE)
    expect(findings[0]).toMatchObject({ subject, state: 'bad' })
    expect(JSON.stringify(findings)).not.toContain('wrong-token')
  })

  test('finds that no public URL is set', async () => {
    const { connect } = await openSinch()
    const findings = await connect({}, { receiptUrl: null, inboundUrl: null }).check(DEADLINE)
    expect(findings[1]).toMatchObject({ subject: 'webhooks', state: 'bad' })
  })
})

test('a token that no header can contain is refused when the carrier is opened, and not shown', () => {
  const settings = { ...SINCH_SETTINGS, apiToken: 'token\n' }
  expect(() => sinch(settings, SINCH_CONTEXT)).toThrow(/^Sinch: apiToken has a character that no header can contain/)
})

test('the region decides the address, unless a base URL is set', async () => {
  expect(baseUrlOf({})).toBe('https://us.sms.api.sinch.com')
  expect(baseUrlOf({ region: 'eu' })).toBe('https://eu.sms.api.sinch.com')
  expect(baseUrlOf({ region: 'eu', baseUrl: 'http://localhost' })).toBe('http://localhost')
  await sinch(SINCH_SETTINGS, SINCH_CONTEXT).close()
})
