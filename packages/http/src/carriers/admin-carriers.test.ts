import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { aCarrierDesk } from '../testing/fixtures/carrier-fixture.js'
import { openTestApi } from '../testing/test-api.js'

const TO_ANN = { from: '+12025550100', to: '+12025550123' }

async function open() {
  const { desk, ...carriers } = aCarrierDesk()
  return { ...(await openTestApi(inMemory(), { carriers: desk })), ...carriers }
}

test('the carriers are listed, each with the routes that it is in', async () => {
  const { admin } = await open()
  const { status, body } = await admin('GET', '/carriers')
  const routes = [{ toPrefix: '+44', via: ['main', 'smsc'] }, { via: ['smsc', 'main'] }]
  expect([status, body.results]).toEqual([
    200,
    [
      {
        ...{ name: 'main', type: 'twilio', breaker: 'closed', deduplicates: false, canBeAsked: false },
        partsPerSecond: 100,
        receiptUrl: 'https://sms.example.com/provider/main/receipts',
        inboundUrl: 'https://sms.example.com/provider/main/inbound',
        routes,
      },
      { name: 'smsc', type: 'smpp', breaker: 'open', deduplicates: false, canBeAsked: false, routes },
    ],
  ])
})

test('a service without carriers lists none, and finds none', async () => {
  const { admin } = await openTestApi(inMemory())
  expect(await admin('GET', '/carriers')).toMatchObject({ status: 200, body: { results: [] } })
  expect(await admin('POST', '/carriers/main/check')).toMatchObject({
    status: 404,
    body: { code: 33404, message: 'No carrier has the name main: the service has no file of carriers' },
  })
})

test('only operators reach the carriers', async () => {
  const { url, submitted } = await open()
  const ask = async (method: string, path: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = method === 'GET' ? null : JSON.stringify(TO_ANN)
    return (await fetch(`${url}/admin/v1${path}`, { method, headers, body })).status
  }
  expect(await ask('GET', '/carriers')).toBe(401)
  expect(await ask('POST', '/carriers/main/check')).toBe(401)
  expect(await ask('POST', '/carriers/main/tests')).toBe(401)
  expect(await ask('GET', '/carriers/main/tests/test.x')).toBe(401)
  expect(submitted).toEqual([])
})

test('a check returns the findings, good or bad', async () => {
  const { admin, state } = await open()
  state.findings = [{ subject: 'connection', state: 'bad', message: 'Twilio cannot be reached' }]
  expect(await admin('POST', '/carriers/main/check')).toMatchObject({ status: 200, body: { results: state.findings } })
  state.findings = []
  expect(await admin('POST', '/carriers/main/check')).toMatchObject({ status: 200, body: { results: [] } })
})

test('a test text goes to its carrier, and can be followed to its receipt', async () => {
  const { admin, submitted, report } = await open()
  const { status, body } = await admin('POST', '/carriers/main/tests', { body: TO_ANN })
  const accepted = { carrier: 'main', outcome: 'accepted', carrierId: 'SM00000000000000000000000000000001' }
  expect([status, body]).toEqual([201, { reference: body.reference, ...accepted }])
  expect(submitted).toEqual([{ carrier: 'main', ...TO_ANN }])
  const read = () => admin('GET', `/carriers/main/tests/${body.reference}`)
  expect((await read()).body).toEqual(body)
  report(null)
  expect((await read()).body).toEqual({ ...body, receipt: { status: 'delivered' } })
  report({ type: 'invalid_destination', message: 'Unknown phone', carrierCode: '30005' })
  expect((await read()).body.receipt).toEqual({
    status: 'failed',
    errorType: 'invalid_destination',
    errorMessage: 'Unknown phone',
    carrierCode: '30005',
  })
})

test('a test text can have a short code as its sender, and a body', async () => {
  const { admin, submitted } = await open()
  const body = { from: '12345', to: '+12025550123', body: 'Your code is 123456' }
  expect((await admin('POST', '/carriers/smsc/tests', { body })).status).toBe(201)
  expect(submitted).toEqual([{ carrier: 'smsc', ...body }])
})

test.each([
  [
    { kind: 'refused', type: 'opted_out', message: 'Unsubscribed recipient', carrierCode: '21610' },
    { outcome: 'refused', errorType: 'opted_out', errorMessage: 'Unsubscribed recipient', carrierCode: '21610' },
  ],
  [
    { kind: 'refused', type: 'carrier_rejected', message: 'No media' },
    { outcome: 'refused', errorType: 'carrier_rejected', errorMessage: 'No media' },
  ],
  [
    { kind: 'try-later', afterMs: 6_001, because: 'throttled' },
    { outcome: 'try-later', because: 'throttled', retryAfterSeconds: 7 },
  ],
  [{ kind: 'try-later', afterMs: null }, { outcome: 'try-later' }],
  [
    { kind: 'unknown', because: 'no-answer' },
    { outcome: 'unknown', because: 'no-answer' },
  ],
  [{ kind: 'unknown' }, { outcome: 'unknown' }],
] as const)('the outcome %j is reported as it is', async (outcome, expected) => {
  const { admin, state } = await open()
  state.outcome = outcome
  const { body } = await admin('POST', '/carriers/main/tests', { body: TO_ANN })
  expect(body).toEqual({ reference: body.reference, carrier: 'main', ...expected })
})

test.each([
  [{ ...TO_ANN, to: '12025550123' }, 33003, 'is not a phone number'],
  [{ ...TO_ANN, to: '12345' }, 33003, 'is not a phone number'],
  [{ from: TO_ANN.from }, 33400, 'to is missing'],
  [{ to: TO_ANN.to }, 33400, 'from is missing'],
  [{ ...TO_ANN, from: 'ACME' }, 33400, 'from must be a number in E.164 form'],
  [{ ...TO_ANN, body: '' }, 33400, 'body must have 1 to 640 characters'],
  [{ ...TO_ANN, body: 'x'.repeat(641) }, 33400, 'body must have 1 to 640 characters'],
  [{ ...TO_ANN, text: 'Hi' }, 33400, 'text is not a known property'],
])('%j is refused with %d, and nothing is submitted', async (body, code, message) => {
  const { admin, submitted } = await open()
  expect(await admin('POST', '/carriers/main/tests', { body })).toMatchObject({
    status: 400,
    body: { code, message: expect.stringContaining(message) },
  })
  expect(submitted).toEqual([])
})

test('an unknown carrier is not found, and the message names the carriers', async () => {
  const { admin, submitted } = await open()
  const notFound = { status: 404, body: { code: 33404, message: 'No carrier has the name mian: expected main, smsc' } }
  expect(await admin('POST', '/carriers/mian/check')).toMatchObject(notFound)
  expect(await admin('POST', '/carriers/mian/tests', { body: TO_ANN })).toMatchObject(notFound)
  expect(await admin('GET', '/carriers/mian/tests/test.x')).toMatchObject(notFound)
  for (const name of ['%00', '%zz', 'x'.repeat(200), 'constructor']) {
    expect((await admin('POST', `/carriers/${name}/check`)).body.code).toBe(33404)
  }
  expect(submitted).toEqual([])
})

test('a test text is found only at its own carrier', async () => {
  const { admin } = await open()
  const { reference } = (await admin('POST', '/carriers/main/tests', { body: TO_ANN })).body
  const { status, body } = await admin('GET', `/carriers/smsc/tests/${reference}`)
  expect([status, body.code]).toEqual([404, 33404])
  expect(body.message).toContain(`No test text of smsc has the reference ${reference}`)
})
