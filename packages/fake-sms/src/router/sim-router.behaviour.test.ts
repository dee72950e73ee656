import { ANN, BOB } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { DOCS_URL, simOf } from '../testing/sim.js'

const openSim = () => simOf(inMemory())

describe('PUT /sim/behaviour', () => {
  test('applies to the next submissions, and returns the current behaviour', async () => {
    const { call, send } = await openSim()
    const behaviour = { to: ANN, outcome: 'reject', times: 1 }
    expect(await call('PUT', '/behaviour', behaviour)).toEqual({ status: 200, body: behaviour })
    expect(await send(BOB, 'one')).toMatchObject({ kind: 'accepted' })
    expect(await send(ANN, 'two')).toMatchObject({ kind: 'refused', type: 'carrier_rejected' })
    expect(await send(ANN, 'three')).toMatchObject({ kind: 'accepted' })
  })

  test('disables deduplication and queries by reference, and sets the throughput', async () => {
    const { call, fake } = await openSim()
    const behaviour = {
      outcome: 'accept',
      deduplicates: false,
      canBeAsked: false,
      messagesPerSecond: 100,
      latencyMs: 0,
    }
    expect(await call('PUT', '/behaviour', behaviour)).toEqual({ status: 200, body: behaviour })
    expect(fake).toMatchObject({ deduplicates: false, canBeAsked: false })
  })

  test.each<[body: unknown, message: string]>([
    [{}, 'outcome must be one of accept, opted_out, reject, unavailable, slow, got nothing'],
    [{ outcome: 'explode' }, 'outcome must be one of accept, opted_out, reject, unavailable, slow, got "explode"'],
    [
      { outcome: 'accept', to: '12025550123' },
      'to must be a phone number in E.164 form, such as "+12025550123", got "12025550123"',
    ],
    [{ outcome: 'reject', times: 0 }, 'times must be a whole number from 1 to 1000000000, got 0'],
    [{ outcome: 'reject', times: '3' }, 'times must be a whole number from 1 to 1000000000, got "3"'],
    [{ outcome: 'slow', latencyMs: -1 }, 'latencyMs must be a whole number from 0 to 600000, got -1'],
    [{ outcome: 'accept', deduplicates: 'no' }, 'deduplicates must be true or false, got "no"'],
    [{ outcome: 'accept', to: ANN, canBeAsked: false }, 'canBeAsked is for all numbers: omit to'],
    [
      { outcome: 'accept', time: 1 },
      'time is not one of to, outcome, times, latencyMs, deduplicates, canBeAsked, messagesPerSecond',
    ],
    [['accept'], 'The body must be a JSON object, got ["accept"]'],
    ['null', 'The body must be a JSON object, got null'],
  ])('refuses %j, and names the given and the expected value', async (body, message) => {
    const { call, send } = await openSim()
    const response = await call('PUT', '/behaviour', body)
    expect(response).toMatchObject({ status: 400, body: { code: 33400, status: 400, message } })
    expect(response.body['moreInfo']).toBe(`${DOCS_URL}#33400`)
    expect(await send(ANN, 'one')).toMatchObject({ kind: 'accepted' })
  })

  test('reports all faults at once', async () => {
    const { call } = await openSim()
    expect(await call('PUT', '/behaviour', { outcome: 'x', times: 0 })).toMatchObject({
      body: {
        message: expect.stringMatching(/^outcome must be .*, and 1 more$/),
        details: { fields: [{ field: 'outcome' }, { field: 'times' }] },
      },
    })
  })
})
