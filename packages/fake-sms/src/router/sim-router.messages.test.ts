import { ANN, BOB } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { OURS, simOf } from '../testing/sim.js'

const openSim = () => simOf(inMemory())

describe('GET /sim/messages', () => {
  test('shows the messages that arrived on phones, the newest first', async () => {
    const { call, send } = await openSim()
    await send(ANN, 'one')
    await send(BOB, 'two', { mediaUrl: 'https://example.com/a.jpg' })
    const one = {
      id: expect.stringMatching(/^sim_/),
      to: ANN,
      from: OURS,
      body: 'one',
      reference: 'reference of one',
      submittedAt: '2026-03-01T12:00:00.000Z',
    }
    const two = {
      ...one,
      to: BOB,
      body: 'two',
      mediaUrl: 'https://example.com/a.jpg',
      reference: 'reference of two',
      submittedAt: '2026-03-01T12:00:01.000Z',
    }
    expect(await call('GET', '/messages')).toEqual({ status: 200, body: { results: [two, one] } })
  })

  test('shows the messages of one phone, whether the plus in its number is encoded or not', async () => {
    const { call, send } = await openSim()
    for (const [to, body] of [[ANN, 'one'] as const, [BOB, 'two'] as const, [ANN, 'three'] as const]) {
      await send(to, body)
    }
    for (const to of [ANN, encodeURIComponent(ANN)]) {
      const { body } = await call('GET', `/messages?to=${to}`)
      expect(body).toMatchObject({ results: [{ body: 'three' }, { body: 'one' }] })
    }
    expect(await call('GET', '/messages?to=%2B12025550177')).toEqual({ status: 200, body: { results: [] } })
  })

  test('shows 100 messages by default, or as many as the given limit', async () => {
    const { call, send } = await openSim()
    for (let i = 0; i < 120; i++) await send(ANN, `text ${i}`)
    const count = async (query: string) => {
      const { body } = await call('GET', `/messages${query}`)
      return (body['results'] as unknown[]).length
    }
    expect(await count('')).toBe(100)
    expect(await count('?limit=3')).toBe(3)
    expect(await count('?limit=100000')).toBe(120)
    expect(await count('?limit=100001')).toBe(120)
  })

  test.each(['0', '-1', '1.5', 'x', '1&limit=2'])('refuses limit=%s', async (limit) => {
    const { call } = await openSim()
    expect(await call('GET', `/messages?limit=${limit}`)).toMatchObject({ status: 400, body: { code: 33400 } })
  })
})

test('DELETE /sim/messages removes all messages', async () => {
  const { call, send } = await openSim()
  await send(ANN, 'one')
  expect((await call('DELETE', '/messages')).status).toBe(204)
  expect(await call('GET', '/messages')).toEqual({ status: 200, body: { results: [] } })
})

test('GET /sim/stats counts what was delivered, deduplicated and refused', async () => {
  const { call, send } = await openSim()
  await send(ANN, 'one')
  await send(ANN, 'one')
  await call('PUT', '/behaviour', { outcome: 'opted_out' })
  await send(ANN, 'two')
  expect(await call('GET', '/stats')).toEqual({ status: 200, body: { delivered: 1, deduplicated: 1, refused: 1 } })
})
