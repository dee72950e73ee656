import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'

const CANARY = { recipients: 50, stopWhen: { failedOver: 0.1, atLeast: 20 } }
const FULL_CANARY = { recipients: 50, waitMinutes: 30, stopWhen: { failedOver: 0.1, optedOutOver: 0.02, atLeast: 20 } }
const REFUSED = { kind: 'refused', type: 'carrier_rejected', message: 'Spam' } as const

let fixture: Awaited<ReturnType<typeof openBroadcasts>>
beforeEach(async () => {
  fixture = await openBroadcasts(inMemory())
})

const fieldsOf = ({ status, body }: { status: number; body: { code?: number; details?: object } }) => {
  expect([status, body.code]).toEqual([400, 33400])
  return body.details
}

describe('a canary', () => {
  test('is shown with its defaults, and pauses the broadcast with the limit that was passed', async () => {
    fixture.provider.script.push(...MEMBERS.slice(0, 10).map(() => REFUSED))
    const started = await fixture.broadcast({ canary: CANARY })
    expect([started.status, started.body]).toMatchObject([201, { canary: FULL_CANARY, status: 'queued' }])
    expect(started.body).not.toHaveProperty('expiresAt')
    await fixture.work()
    expect((await fixture.get(`broadcast/${started.body.id}`)).body).toMatchObject({
      status: 'paused',
      canary: FULL_CANARY,
      pausedBecause: { rule: 'canary', limit: 'failedOver', allowed: 0.1, found: 0.2, of: 50 },
      expiresAt: '2026-03-02T12:30:00.000Z',
    })
    const list = async (status: string) =>
      (await fixture.api('GET', `/messaging/broadcasts?status=${status}`)).body.results
    expect(await list('paused')).toMatchObject([{ id: started.body.id, status: 'paused' }])
    expect(await list('sending')).toEqual([])
  })

  test.each([
    [{}, 'canary.recipients', 'is missing: it must be a whole number from 1 to 50000'],
    [{ recipients: 0 }, 'canary.recipients', 'must be a whole number from 1 to 50000'],
    [
      { recipients: 9, size: 3 },
      'canary.size',
      'is not a known property: expected one of recipients, waitMinutes, stopWhen',
    ],
    [{ recipients: 9, waitMinutes: 1_441 }, 'canary.waitMinutes', 'must be a whole number from 1 to 1440'],
    [
      { recipients: 9, stopWhen: { failedOver: 5 } },
      'canary.stopWhen.failedOver',
      'must be a number from 0 to 1, got 5',
    ],
    [
      { recipients: 9, stopWhen: { atLeast: 10 } },
      'canary.stopWhen.atLeast',
      'must be at most canary.recipients, which is 9, got 10',
    ],
  ])('%j is refused', async (canary, field, message) => {
    const details = fieldsOf(await fixture.broadcast({ canary }))
    expect(details).toEqual({ fields: [{ field, message: expect.stringContaining(message) }] })
  })

  test('is no property of a batch', async () => {
    const recipients = [{ to: memberNumber(0), body: 'Hi' }]
    expect(fieldsOf(await fixture.batch({ recipients, canary: CANARY }))).toMatchObject({
      fields: [{ field: 'canary' }],
    })
  })
})

describe('expiresAt', () => {
  test.each(['broadcast', 'batch'] as const)('of a %s is shown until it has ended', async (kind) => {
    const expiresAt = '2026-03-01T13:00:00.000Z'
    const recipients = [{ to: memberNumber(0), body: 'Hi' }]
    const request = { expiresAt: '2026-03-01T14:00:00+01:00' }
    const { body } = await (kind === 'batch' ? fixture.batch({ recipients, ...request }) : fixture.broadcast(request))
    expect(body.expiresAt).toBe(expiresAt)
    expect((await fixture.get(`${kind}/${body.id}`)).body.expiresAt).toBe(expiresAt)
    await fixture.work()
    expect((await fixture.get(`${kind}/${body.id}`)).body).not.toHaveProperty('expiresAt')
  })

  test.each([
    ['tomorrow', 'must be an ISO 8601 time with a UTC offset'],
    ['2026-03-01T12:00:59Z', 'must be at least 1 minute after the start'],
    ['2026-04-01T12:00:00Z', 'must be at most 30 days after the start'],
  ])('%s is refused, in previews too', async (expiresAt, message) => {
    const fault = { fields: [{ field: 'expiresAt', message: expect.stringContaining(message) }] }
    expect(fieldsOf(await fixture.broadcast({ expiresAt }))).toEqual(fault)
    const request = { from: FROM, body: 'Hi', recipients: MEMBERS.map((to) => ({ to })), expiresAt }
    const preview = await fixture.api('POST', '/messaging/preview', { body: { kind: 'broadcast', request } })
    const nested = message.startsWith('must be an ISO') ? 'request.expiresAt' : expect.stringMatching(/expiresAt$/)
    expect(fieldsOf(preview)).toMatchObject({ fields: [{ field: nested }] })
  })
})

test('autoPause of an account pauses its broadcasts, and null turns it off', async () => {
  await fixture.declare({ autoPause: { failedOver: 0.5, atLeast: 100 } })
  const later = { kind: 'try-later', afterMs: null } as const
  fixture.provider.script.push(...MEMBERS.map((_, i) => (i < 100 ? REFUSED : later)))
  const { body } = await fixture.broadcast()
  await fixture.work()
  const paused = (await fixture.get(`broadcast/${body.id}`)).body
  expect(paused).toMatchObject({ status: 'paused', pausedBecause: { rule: 'autoPause', found: 1, of: 100 } })
  await fixture.declare({ autoPause: null })
  await expect(fixture.declare({ autoPause: { failedOver: 0.5 } })).rejects.toThrow()
})

test('the canary of a schedule is kept, shown, changed, and cleared by null', async () => {
  const { create, change, read } = await openSchedules(inMemory())
  const { status, body } = await create({ canary: CANARY })
  expect([status, body]).toMatchObject([201, { canary: FULL_CANARY }])
  expect((await change(body.id, { canary: { recipients: 7 } })).body.canary).toMatchObject({ recipients: 7 })
  expect((await read(body.id)).body.canary.stopWhen.atLeast).toBe(7)
  expect((await change(body.id, { canary: null })).body).not.toHaveProperty('canary')
  const waves = { waveConfig: { recipientsPerWave: 5, waveIntervalMinutes: 10 } }
  const refused = await create({ canary: CANARY, ...waves })
  expect(refused.body.details.fields).toEqual([
    { field: 'canary.recipients', message: 'must be at most waveConfig.recipientsPerWave, which is 5, got 50' },
  ])
})
