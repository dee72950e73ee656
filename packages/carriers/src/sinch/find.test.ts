import { ids } from '@carillon/contracts'
import type { CarrierConnection } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { closeAll, NOWHERE, openSinch, TEXT } from './testing/open-sinch.js'

const DEADLINE = { deadlineMs: 30_000 }
const GRACE_MS = 30_000
const DAY_MS = 86_400_000
const UNKNOWN = { kind: 'unknown' }
const NEVER_SEEN = { kind: 'never-seen' }

afterEach(closeAll)

async function asked({ provider }: CarrierConnection, reference: string) {
  const [found] = await provider.find([reference], DEADLINE)
  return found
}

/** The id of the text has the time at which the clock starts. */
function aText() {
  return { ...TEXT, reference: `${ids.next('acc')}.${ids.next('msg')}` }
}

describe('a submission without an answer', () => {
  test('is found by its reference, in any process', async () => {
    const { carrier, connection, connect } = await openSinch()
    const text = aText()
    carrier.behave('break-after')
    await connection.provider.submit([text], DEADLINE)
    const accepted = { kind: 'accepted', providerId: carrier.batches[0]!.id }
    expect(await asked(connection, text.reference)).toEqual(accepted)
    expect(await asked(connect(), text.reference)).toEqual(accepted)
  })

  test('is looked up from an hour before its message was created, also days later', async () => {
    const { carrier, clock, connection } = await openSinch()
    const text = aText()
    carrier.behave('break-after')
    await connection.provider.submit([text], DEADLINE)
    clock.pass(10 * DAY_MS)
    expect(await asked(connection, text.reference)).toMatchObject({ kind: 'accepted' })
    const list = carrier.requests.find(({ url }) => url.searchParams.has('client_reference'))!
    expect(Object.fromEntries(list.url.searchParams)).toEqual({
      client_reference: text.reference,
      start_date: '2026-03-01T11:00:00.000Z',
    })
  })

  test('was never seen only after the grace period since it ended', async () => {
    const { carrier, clock, connection } = await openSinch()
    const text = aText()
    carrier.behave('break-before')
    await connection.provider.submit([text], DEADLINE)
    clock.pass(GRACE_MS - 1)
    expect(await asked(connection, text.reference)).toEqual(UNKNOWN)
    clock.pass(1)
    expect(await asked(connection, text.reference)).toEqual(NEVER_SEEN)
  })

  test('is still found when the list lags behind for less than the grace period', async () => {
    const { carrier, clock, connection } = await openSinch()
    const text = aText()
    carrier.behave('break-after')
    carrier.stopListing()
    await connection.provider.submit([text], DEADLINE)
    clock.pass(GRACE_MS - 1)
    expect(await asked(connection, text.reference)).toEqual(UNKNOWN)
  })

  test('has a grace period of its own when it is repeated', async () => {
    const { carrier, clock, connection } = await openSinch()
    const text = aText()
    carrier.behave('break-before')
    await connection.provider.submit([text], DEADLINE)
    clock.pass(GRACE_MS)
    expect(await asked(connection, text.reference)).toEqual(NEVER_SEEN)
    expect(await asked(connection, text.reference)).toEqual(UNKNOWN)
    await connection.provider.submit([text], DEADLINE)
    clock.pass(GRACE_MS - 1)
    expect(await asked(connection, text.reference)).toEqual(UNKNOWN)
  })
})

describe('a reference that this process has not submitted', () => {
  test('was never seen only after the grace period since the process was first asked', async () => {
    const { clock, connection } = await openSinch()
    const { reference } = aText()
    expect(await asked(connection, reference)).toEqual(UNKNOWN)
    clock.pass(GRACE_MS - 1)
    expect(await asked(connection, reference)).toEqual(UNKNOWN)
    clock.pass(1)
    expect(await asked(connection, reference)).toEqual(NEVER_SEEN)
  })

  test('stays unknown if its message is older than the batches that Sinch lists', async () => {
    const { clock, connection } = await openSinch()
    const { reference } = aText()
    clock.pass(20 * DAY_MS)
    expect(await asked(connection, reference)).toEqual(UNKNOWN)
    clock.pass(GRACE_MS)
    expect(await asked(connection, reference)).toEqual(UNKNOWN)
  })

  test('is looked up for 7 days if it does not tell its time', async () => {
    const { carrier, connection } = await openSinch()
    await asked(connection, 'acc_1.msg_1')
    expect(carrier.requests[0]!.url.searchParams.get('start_date')).toBe('2026-02-22T12:00:00.000Z')
  })
})

describe('a submission that was accepted', () => {
  test('is never called never-seen by the process that submitted it', async () => {
    const { carrier, clock, connection } = await openSinch()
    const text = aText()
    carrier.stopListing()
    await connection.provider.submit([text], DEADLINE)
    clock.pass(DAY_MS)
    expect(await asked(connection, text.reference)).toEqual(UNKNOWN)
  })

  test.each([
    ['Aborted', 402, { kind: 'refused', type: 'invalid_destination', carrierCode: '402' }],
    ['Rejected', 413, { kind: 'refused', type: 'carrier_account', carrierCode: '413' }],
    ['Failed', 999, { kind: 'accepted' }],
    ['Delivered', 0, { kind: 'accepted' }],
    ['Dispatched', 401, { kind: 'accepted' }],
  ] as const)('and is now %s with the code %d has the outcome %j', async (status, code, outcome) => {
    const { carrier, connection } = await openSinch()
    const text = aText()
    await connection.provider.submit([text], DEADLINE)
    carrier.report(text.to, status, code)
    expect(await asked(connection, text.reference)).toMatchObject(outcome)
  })
})

test('a submission that Sinch refused at once leaves no batch, and is never-seen after the grace period', async () => {
  const { carrier, clock, connection } = await openSinch()
  const text = aText()
  carrier.refuse(text.to)
  expect(await connection.provider.submit([text], DEADLINE)).toMatchObject([{ kind: 'refused' }])
  expect(await asked(connection, text.reference)).toEqual(UNKNOWN)
  clock.pass(GRACE_MS)
  expect(await asked(connection, text.reference)).toEqual(NEVER_SEEN)
})

test.each([{ apiToken: 'wrong-token' }, { baseUrl: NOWHERE }])(
  'is unknown if Sinch cannot be asked: %j',
  async (settings) => {
    const { clock, connect } = await openSinch()
    const { reference } = aText()
    const connection = connect(settings)
    expect(await asked(connection, reference)).toEqual(UNKNOWN)
    clock.pass(DAY_MS)
    expect(await asked(connection, reference)).toEqual(UNKNOWN)
  },
)
