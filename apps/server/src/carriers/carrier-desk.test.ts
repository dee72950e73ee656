import { expect, test } from '@jest/globals'
import { aCarrierDesk } from '../testing/a-carrier-desk.js'

const TO_ANN = { from: '+12025550100', to: '+12025550123' }
const FAILURE = { type: 'invalid_destination', message: 'Unknown phone', carrierCode: '30005' } as const

test('the carriers are listed in their order, with their routes; only those called by HTTP have URLs', async () => {
  const { desk } = aCarrierDesk()
  const last = { toPrefix: null, via: ['smsc', 'main'] }
  expect(await desk.list()).toEqual([
    {
      ...{ name: 'main', type: 'twilio', breaker: 'closed', partsPerSecond: 100 },
      ...{ deduplicates: false, canBeAsked: false },
      receiptUrl: 'https://sms.example.com/provider/main/receipts',
      inboundUrl: 'https://sms.example.com/provider/main/inbound',
      routes: [{ toPrefix: '+44', via: ['main'] }, last],
    },
    {
      ...{ name: 'smsc', type: 'smpp', breaker: 'closed', partsPerSecond: null },
      ...{ deduplicates: false, canBeAsked: true, receiptUrl: null, inboundUrl: null, routes: [last] },
    },
    {
      ...{ name: 'phones', type: 'simulator', breaker: 'closed', partsPerSecond: null },
      ...{ deduplicates: true, canBeAsked: false, receiptUrl: null, inboundUrl: null, routes: [] },
    },
  ])
})

test('each carrier is listed with the present state of its breaker', async () => {
  const { desk, breakers } = aCarrierDesk()
  const states = async () => (await desk.list()).map(({ breaker }) => breaker)
  breakers.set('main', 'open').set('smsc', 'probing')
  expect(await states()).toEqual(['open', 'probing', 'closed'])
  breakers.set('main', 'closed')
  expect(await states()).toEqual(['closed', 'probing', 'closed'])
})

test('a check asks this carrier only, within the deadline', async () => {
  const { desk, checked, findings } = aCarrierDesk()
  expect(await desk.check('smsc', { deadlineMs: 1_234 })).toEqual(findings.smsc)
  expect(await desk.check('phones', { deadlineMs: 1_234 })).toEqual([])
  expect(checked).toMatchObject([
    { name: 'smsc', deadlineMs: 1_234 },
    { name: 'phones', deadlineMs: 1_234 },
  ])
})

const numbers = (count: number, prefix = '+1202555') =>
  Array.from({ length: count }, (_, n) => prefix + String(1_000 + n))

test('a check has the senders of the carrier, and those that the routes may give it', async () => {
  const { desk, checked, senders } = aCarrierDesk()
  senders.set('main', ['+12025550100']).set('phones', ['+12025550101']).set(null, ['+12025550102', '12345'])
  for (const name of ['main', 'smsc', 'phones']) await desk.check(name, { deadlineMs: 1_234 })
  expect(checked.map((one) => one.senders)).toEqual([
    { own: ['+12025550100'], routed: ['+12025550102', '12345'] },
    { own: [], routed: ['+12025550102', '12345'] },
    { own: ['+12025550101'], routed: [] },
  ])
})

test('the senders without a carrier belong to the only carrier', async () => {
  const { desk, checked, senders } = aCarrierDesk({ isOnlyMain: true })
  senders.set('main', ['+12025550100']).set(null, ['+12025550102'])
  await desk.check('main', { deadlineMs: 1_234 })
  expect(checked[0]!.senders).toEqual({ own: ['+12025550100', '+12025550102'], routed: [] })
})

test('a check has at most 1,000 senders of each kind', async () => {
  const { desk, checked, senders } = aCarrierDesk()
  senders.set('main', numbers(1_001)).set(null, numbers(1_001, '+1415555'))
  await desk.check('main', { deadlineMs: 1_234 })
  const { own, routed } = checked[0]!.senders!
  expect([own.length, routed.length]).toEqual([1_000, 1_000])
})

test('a test text is submitted to this carrier, even if its breaker is open and no route leads to it', async () => {
  const { desk, providers, breakers, events } = aCarrierDesk()
  breakers.set('phones', 'open')
  const text = await desk.test('phones', TO_ANN)
  expect(text).toEqual({
    reference: expect.stringMatching(/^test\.[0-9a-f-]{36}$/),
    outcome: { kind: 'accepted', providerId: 'provider-1' },
    receipt: null,
  })
  const body = 'This is a test text of Carillon.'
  expect(providers.phones.submitted).toEqual([{ reference: text!.reference, ...TO_ANN, body, mediaUrl: null }])
  expect([providers.main.submitted, providers.smsc.submitted]).toEqual([[], []])
  expect(events).toEqual([{ carrier: 'phones', outcome: text!.outcome, tookMs: 0 }])
})

test('a submission is measured for the metrics', async () => {
  const { desk, providers, events, advance } = aCarrierDesk()
  const refused = { kind: 'refused', type: 'opted_out', message: 'No' } as const
  providers.main.script.push(async () => {
    advance(250)
    return refused
  })
  await desk.test('main', { ...TO_ANN, body: 'Hi' })
  expect(providers.main.submitted).toMatchObject([{ body: 'Hi' }])
  expect(events).toEqual([{ carrier: 'main', outcome: refused, tookMs: 250 }])
})

test('a test text is found with its receipt, also if the receipt came before the outcome', async () => {
  const { desk, providers, report } = aCarrierDesk()
  const later = await desk.test('main', TO_ANN)
  expect(await desk.findTest('main', later!.reference)).toEqual(later)
  report('main')
  expect(await desk.findTest('main', later!.reference)).toEqual({ ...later, receipt: { failure: null } })

  providers.main.script.push(async () => {
    report('main', FAILURE)
    return { kind: 'unknown' }
  })
  const earlier = await desk.test('main', TO_ANN)
  expect(earlier).toMatchObject({ outcome: { kind: 'unknown' }, receipt: { failure: FAILURE } })
  expect(await desk.findTest('main', earlier!.reference)).toEqual(earlier)
})

test('an unknown carrier has no checks and no tests', async () => {
  const { desk, events } = aCarrierDesk()
  for (const name of ['mian', '', 'constructor']) {
    expect(await desk.check(name, { deadlineMs: 1_000 })).toBeNull()
    expect(await desk.test(name, TO_ANN)).toBeNull()
    expect(await desk.findTest(name, 'test.1')).toBeNull()
  }
  expect(events).toEqual([])
})

test("a carrier's own list of opt-outs is read, if it has one", async () => {
  const { desk, optOuts } = aCarrierDesk()
  optOuts.push({ phone: TO_ANN.to, sender: TO_ANN.from, at: null })
  const entries = []
  for await (const entry of (await desk.optOuts('main'))!.entries!) entries.push(entry)
  expect(entries).toEqual(optOuts)
  expect(await desk.optOuts('smsc')).toEqual({ entries: null })
  expect(await desk.optOuts('mian')).toBeNull()
})
