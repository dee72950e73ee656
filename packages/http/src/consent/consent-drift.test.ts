import type { CarrierOptOut } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { aCarrierDesk } from '../testing/fixtures/carrier-fixture.js'
import { ANN, BOB, FROM, openMessaging } from '../testing/fixtures/messaging-fixture.js'

const EVE = '+12025550166'
const AT = new Date('2026-03-01T09:30:00Z')
const DRIFT = '/accounts/Acme/consent/drift?carrier=main'
const entry = (given: Partial<CarrierOptOut> = {}): CarrierOptOut => ({ phone: ANN, sender: FROM, at: AT, ...given })

/** Acme, which Ann has joined and Bob has left by STOP. */
async function open() {
  const carriers = aCarrierDesk()
  const fixture = await openMessaging(inMemory(), { carriers: carriers.desk })
  await fixture.enroll(BOB)
  await fixture.textFrom(BOB, 'STOP')
  const drift = async (path = DRIFT) => {
    const { status, headers, text } = await fixture.admin('GET', path)
    const lines = text.trimEnd().split('\n')
    return { status, type: headers.get('content-type'), lines: lines.map((line) => JSON.parse(line)) }
  }
  return { ...fixture, state: carriers.state, drift }
}

test('the differences come line by line, those at the carrier first, and the totals last', async () => {
  const { drift, state } = await open()
  state.optOuts = [entry(), entry({ phone: EVE, sender: null, at: null }), entry({ sender: '+12025550999' })]
  const { status, type, lines } = await drift()
  expect([status, type]).toEqual([200, 'application/x-ndjson'])
  const at = AT.toISOString()
  const totals = { atCarrier: 2, onlyAtCarrier: 2, onlyHere: 0, ignored: 1 }
  expect(lines).toEqual([
    { onlyAtCarrier: { phoneNumber: ANN, sender: FROM, at, isOptedIn: true } },
    { onlyAtCarrier: { phoneNumber: EVE, isOptedIn: false } },
    { progress: totals },
    { onlyHere: { phoneNumber: BOB, optedOutAt: expect.any(String) } },
    { progress: { ...totals, onlyHere: 1 } },
    { done: { ...totals, onlyHere: 1 } },
  ])
})

test('a provider opt-out is shown with the time of the refusal', async () => {
  const { drift, send, provider } = await open()
  provider.script.push({ kind: 'refused', type: 'opted_out', message: 'STOP' })
  await send()
  const { lines } = await drift()
  expect(lines).toContainEqual({ onlyHere: { phoneNumber: ANN, refusedAt: expect.any(String) } })
})

test('a number that has opted out on both sides is only counted', async () => {
  const { drift, state } = await open()
  state.optOuts = [entry({ phone: BOB })]
  const { lines } = await drift()
  expect(lines.at(-1)).toEqual({ done: { atCarrier: 1, onlyAtCarrier: 0, onlyHere: 0, ignored: 0 } })
  expect(lines.filter((line) => line.progress === undefined)).toHaveLength(1)
})

test('a list that cannot be read is a 503 with the reason, or the last line if lines came before', async () => {
  const { drift, state } = await open()
  state.optOutsFault = 'Telnyx did not answer when asked for page 1 of its opt-outs'
  const message = `The list of opt-outs cannot be read: ${state.optOutsFault}`
  expect(await drift()).toMatchObject({ status: 503, lines: [{ code: 33503, message }] })
  state.optOuts = Array.from({ length: 1_000 }, (_, n) => entry({ phone: `+1202555${String(n + 1_000)}` }))
  const { status, lines } = await drift()
  expect([status, lines.length]).toEqual([200, 1_002])
  expect(lines.at(-1)).toMatchObject({ error: { code: 33503, status: 503, message } })
})

test('a carrier without a list of opt-outs is refused in one line', async () => {
  const { drift } = await open()
  const message = 'The carrier smsc (smpp) has no list of opt-outs that can be read'
  expect(await drift(DRIFT.replace('main', 'smsc'))).toMatchObject({ status: 404, lines: [{ code: 33404, message }] })
})

test('an unknown carrier, an unknown account and a missing carrier are refused', async () => {
  const { drift } = await open()
  const refused = async (path: string) => {
    const { status, lines } = await drift(path)
    return [status, lines[0].code, lines[0].message]
  }
  expect(await refused(DRIFT.replace('main', 'mian'))).toEqual([
    404,
    33404,
    'No carrier has the name mian: expected main, smsc',
  ])
  expect(await refused(DRIFT.replace('Acme', 'Nobody'))).toEqual([404, 33404, expect.stringContaining('Nobody')])
  expect(await refused('/accounts/Acme/consent/drift')).toEqual([400, 33400, 'carrier is required'])
})

test('a service without a file of carriers finds no carrier', async () => {
  const { admin } = await openMessaging(inMemory())
  expect((await admin('GET', DRIFT)).body).toMatchObject({
    code: 33404,
    message: 'No carrier has the name main: the service has no file of carriers',
  })
})

test('only operators compare opt-outs', async () => {
  const { url } = await open()
  expect((await fetch(`${url}/admin/v1${DRIFT}`)).status).toBe(401)
})

test('a HEAD request reads no list', async () => {
  const { admin, state } = await open()
  state.optOutsFault = 'The list must not be read'
  expect((await admin('HEAD', DRIFT)).status).toBe(200)
})

test('at most two comparisons run at a time', async () => {
  const { drift, state } = await open()
  let proceed = () => {}
  const waiting = new Promise<void>((resolve) => (proceed = resolve))
  let begun = 0
  let bothBegun = () => {}
  const both = new Promise<void>((resolve) => (bothBegun = resolve))
  state.beforeOptOuts = async () => {
    if (++begun === 2) bothBegun()
    await waiting
  }
  const running = [drift(), drift()]
  await both
  expect(await drift()).toMatchObject({
    status: 503,
    lines: [{ code: 33503, message: 'Too many comparisons are running: at most 2 at a time' }],
  })
  proceed()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
  expect((await drift()).status).toBe(200)
})
