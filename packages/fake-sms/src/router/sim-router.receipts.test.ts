import { ANN } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { memoryOutbox } from '../outbox/memory-outbox.js'
import { simOf } from '../testing/sim.js'

const openSim = () => simOf(inMemory())
const REFERENCE = `acc_${'0'.repeat(26)}.msg_${'0'.repeat(26)}`

describe('POST /sim/receipts', () => {
  const ids = { account: `acc_${'0'.repeat(26)}`, message: `msg_${'0'.repeat(26)}` }

  test('passes on that a message, given by id or by reference, was delivered', async () => {
    const { call, send, receipts, clock } = await openSim()
    const outcome = await send(ANN, 'one', { reference: REFERENCE })
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    for (const which of [{ id: outcome.providerId }, { reference: REFERENCE }]) {
      const response = await call('POST', '/receipts', { ...which, status: 'delivered' })
      expect(response).toEqual({ status: 200, body: { reference: REFERENCE } })
    }
    const receipt = { ...ids, at: clock.now(), failure: null }
    expect(receipts).toEqual([receipt, receipt])
  })

  test('passes on that a message failed, and why', async () => {
    const { call, receipts } = await openSim()
    await call('POST', '/receipts', { reference: REFERENCE, status: 'failed' })
    const why = { errorType: 'invalid_destination', errorMessage: 'No such phone' }
    await call('POST', '/receipts', { reference: REFERENCE, status: 'failed', ...why })
    expect(receipts).toMatchObject([
      { ...ids, failure: { type: 'carrier_rejected', message: expect.any(String) } },
      { ...ids, failure: { type: 'invalid_destination', message: 'No such phone' } },
    ])
  })

  test.each([
    ['2020-02-29T23:59:59Z', '2020-02-29T23:59:59.000Z'],
    ['2099-12-31T00:00:00.500+01:00', '2099-12-30T23:00:00.500Z'],
  ])('accepts a time in the distant past or future: %s', async (at, instant) => {
    const { call, receipts } = await openSim()
    await call('POST', '/receipts', { reference: REFERENCE, status: 'delivered', at })
    expect(receipts).toEqual([{ ...ids, at: new Date(instant), failure: null }])
  })

  test('succeeds for a handled receipt even if the phone cannot store it', async () => {
    const full = new Error('The disk is full')
    const errors: unknown[] = []
    const outbox = memoryOutbox()
    outbox.keepReceipt = () => Promise.reject(full)
    const { call, receipts } = await simOf(inMemory(), { outbox, onError: (error) => errors.push(error) })
    const response = await call('POST', '/receipts', { reference: REFERENCE, status: 'delivered' })
    expect(response).toEqual({ status: 200, body: { reference: REFERENCE } })
    expect(receipts).toHaveLength(1)
    expect(errors).toEqual([full])
  })

  test('with a reference that is not of a message is only reported to the host of the phones', async () => {
    const reported: object[] = []
    const { call, send, receipts } = await simOf(inMemory(), { onReceipt: (receipt) => reported.push(receipt) })
    const outcome = await send(ANN, 'one', { reference: 'test.1' })
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    const response = await call('POST', '/receipts', { id: outcome.providerId, status: 'delivered' })
    expect(response).toEqual({ status: 200, body: { reference: 'test.1' } })
    await call('POST', '/receipts', { id: outcome.providerId, status: 'failed', errorType: 'expired' })
    expect(reported).toEqual([
      { reference: 'test.1', failure: null },
      { reference: 'test.1', failure: { type: 'expired', message: expect.any(String) } },
    ])
    expect(receipts).toEqual([])
    expect((await call('GET', '/texts')).body).toMatchObject({ results: [{ state: 'failed' }] })
  })

  test('refuses an unknown id', async () => {
    const { call, receipts } = await openSim()
    expect(await call('POST', '/receipts', { id: 'sim_x', status: 'delivered' })).toMatchObject({
      status: 404,
      body: { code: 33404, message: 'No message on a phone has the id "sim_x"' },
    })
    expect(receipts).toEqual([])
  })

  test.each<[body: object, field: string]>([
    [{ status: 'delivered' }, 'id'],
    [{ id: 'sim_x', reference: REFERENCE, status: 'delivered' }, 'id'],
    [{ reference: 'x', status: 'delivered' }, 'reference'],
    [{ reference: REFERENCE, status: 'lost' }, 'status'],
    [{ reference: REFERENCE, status: 'delivered', at: 'yesterday' }, 'at'],
    [{ reference: REFERENCE, status: 'delivered', at: '2026-02-01' }, 'at'],
    [{ reference: REFERENCE, status: 'delivered', at: '2026-13-01T00:00:00Z' }, 'at'],
    [{ reference: REFERENCE, status: 'delivered', errorType: 'expired' }, 'errorType'],
    [{ reference: REFERENCE, status: 'failed', errorType: 'bored' }, 'errorType'],
    [{ reference: REFERENCE, status: 'failed', errorMessage: '' }, 'errorMessage'],
  ])('refuses %j because of %s', async (body, field) => {
    const { call, receipts } = await openSim()
    const response = await call('POST', '/receipts', body)
    expect(response).toMatchObject({ status: 400, body: { details: { fields: [{ field }] } } })
    expect(receipts).toEqual([])
  })
})
