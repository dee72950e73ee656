import { ANN, BOB } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { OURS, simOf, type SimGiven } from '../testing/sim.js'

const openSim = (given?: SimGiven) => simOf(inMemory(), given)
const REFERENCE = `acc_${'0'.repeat(26)}.msg_${'0'.repeat(26)}`

describe('GET /sim/texts', () => {
  test('shows texts in both directions and refused texts, the newest first', async () => {
    const { call, send } = await openSim()
    await send(ANN, 'Hello', { reference: REFERENCE, mediaUrl: 'https://example.com/a.jpg' })
    const { body: written } = await call('POST', '/inbound', { from: ANN, to: OURS, body: 'Hi' })
    await call('PUT', '/behaviour', { outcome: 'opted_out' })
    await send(ANN, 'Bye')
    const conversation = { phone: ANN, sender: OURS }
    const ofTheSent = { ...conversation, id: expect.stringMatching(/^sim_/), direction: 'received' }
    expect(await call('GET', '/texts')).toEqual({
      status: 200,
      body: {
        results: [
          {
            ...ofTheSent,
            body: 'Bye',
            at: '2026-03-01T12:00:01.000Z',
            state: 'refused',
            failure: { type: 'opted_out', message: expect.any(String) },
            reference: 'reference of Bye',
          },
          {
            ...conversation,
            id: written['id'],
            direction: 'written',
            body: 'Hi',
            at: '2026-03-01T12:00:01.000Z',
            state: 'written',
          },
          {
            ...ofTheSent,
            body: 'Hello',
            mediaUrl: 'https://example.com/a.jpg',
            at: '2026-03-01T12:00:00.000Z',
            state: 'arrived',
            reference: REFERENCE,
          },
        ],
      },
    })
  })

  test('shows the state of the last receipt, whether it named the message by id or by reference', async () => {
    const { call, send } = await openSim()
    const outcome = await send(ANN, 'Hello', { reference: REFERENCE })
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    await call('POST', '/receipts', {
      reference: REFERENCE,
      status: 'failed',
      errorType: 'expired',
      errorMessage: 'Off',
    })
    const failure = { type: 'expired', message: 'Off' }
    expect(await call('GET', '/texts')).toMatchObject({ body: { results: [{ state: 'failed', failure }] } })
    await call('POST', '/receipts', { id: outcome.providerId, status: 'delivered' })
    const { body } = await call('GET', '/texts')
    expect(body).toMatchObject({ results: [{ state: 'delivered' }] })
    expect(body).not.toMatchObject({ results: [{ failure: expect.anything() }] })
  })

  test('shows the texts of one phone, whether the plus in its number is encoded or not', async () => {
    const { call, send } = await openSim()
    await send(ANN, 'one')
    await send(BOB, 'two')
    for (const from of [ANN, BOB]) await call('POST', '/inbound', { from, to: OURS, body: 'three' })
    for (const phone of [ANN, encodeURIComponent(ANN)]) {
      const { body } = await call('GET', `/texts?phone=${phone}`)
      expect(body).toMatchObject({ results: [{ body: 'three' }, { body: 'one' }] })
    }
  })

  test('shows 100 texts by default, or as many as the given limit, at most 1,000', async () => {
    const { call, fake } = await openSim()
    const all = Array.from({ length: 1_010 }, (_, i) => ({
      reference: `${i}`,
      from: OURS,
      to: ANN,
      body: 'Hello',
      mediaUrl: null,
    }))
    await fake.submit(all, { deadlineMs: 60_000 })
    const count = async (query: string) => {
      const { body } = await call('GET', `/texts${query}`)
      return (body['results'] as unknown[]).length
    }
    expect(await count('')).toBe(100)
    expect(await count('?limit=3')).toBe(3)
    expect(await count('?limit=5000')).toBe(1_000)
  })

  test.each(['limit=0', 'limit=x', 'limit=1&limit=2', 'phone=1&phone=2'])('refuses %s', async (query) => {
    const { call } = await openSim()
    expect(await call('GET', `/texts?${query}`)).toMatchObject({ status: 400, body: { code: 33400 } })
  })

  test('shows the reply of the service as newer than the text, even if the reply is stored first', async () => {
    const { call, send } = await openSim({
      receiveInbound: async () => {
        await send(ANN, 'answer')
        return { isHandled: true }
      },
    })
    await call('POST', '/inbound', { from: ANN, to: OURS, body: 'question' })
    expect(await call('GET', '/texts')).toMatchObject({
      body: {
        results: [
          { body: 'answer', at: '2026-03-01T12:00:00.000Z' },
          { body: 'question', at: '2026-03-01T12:00:00.000Z' },
        ],
      },
    })
  })

  test('does not show a text that was written to a number that no account has', async () => {
    const { call } = await openSim({ receiveInbound: async () => ({ isHandled: false }) })
    await call('POST', '/inbound', { from: ANN, to: OURS, body: 'question' })
    expect(await call('GET', '/texts')).toEqual({ status: 200, body: { results: [] } })
  })
})

test('DELETE /sim/messages also removes texts written on phones and refused texts', async () => {
  const { call, send } = await openSim()
  await call('POST', '/inbound', { from: ANN, to: OURS, body: 'Hi' })
  await call('PUT', '/behaviour', { outcome: 'reject' })
  await send(ANN, 'Hello')
  await call('DELETE', '/messages')
  expect(await call('GET', '/texts')).toEqual({ status: 200, body: { results: [] } })
})
