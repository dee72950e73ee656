import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { ANN } from '../testing/fixtures/messaging-fixture.js'

/** 07:00 in Denver, where the members are, and 09:00 in Washington, where Ann is. */
const SEVEN = new Date('2026-03-01T14:00:00Z')
const EIGHT = '2026-03-01T15:00:00.000Z'
/** In Washington. */
const NINE_IN_THE_EVENING = new Date('2026-03-02T02:00:00Z')
const NEXT_MORNING = '2026-03-02T13:00:00.000Z'
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const DAILY = { days: DAYS, from: '08:00', to: '21:00' }
const HOURS = { sendingWindows: [DAILY], holidays: ['2026-12-25'], holdAtMost: '24h' }
const ALL = [ANN, ...MEMBERS].map((to) => ({ to }))

type Fixture = Awaited<ReturnType<typeof openFixture>>

async function openFixture(hours: object = HOURS, now = SEVEN) {
  const adapters = inMemory({ now })
  const fixture = await openBroadcasts(adapters)
  const groups = await fixture.declare(hours)
  return {
    ...fixture,
    groups,
    at: async (instant: string) => {
      adapters.clock.set(new Date(instant))
      await fixture.work()
    },
  }
}

describe('sending windows of an account', () => {
  let fixture: Fixture

  beforeEach(async () => {
    fixture = await openFixture()
  })

  const declared = async (account: object) => {
    const { status, body } = await fixture.admin('POST', '/apply', { body: { account: { name: 'Acme', ...account } } })
    return { status, fields: body.details?.fields as { field: string; message: string }[] | undefined }
  }

  const settings = async () => {
    const call = await signedInTo(fixture, 'viewer')
    return (await call('GET', '/settings')).body.settings
  }

  test('are declared, and read back equal from the settings', async () => {
    expect(await settings()).toMatchObject(HOURS)
    const other = {
      sendingWindows: [
        { days: ['mon', 'fri'], from: '20:00', to: '02:00' },
        { days: ['sat'], from: '00:00', to: '24:00' },
      ],
      holidays: [],
      holdAtMost: '72h',
    }
    expect((await declared(other)).status).toBe(200)
    expect(await settings()).toMatchObject(other)
  })

  test('stay as they are if a declaration leaves them out, and null removes them', async () => {
    expect((await declared({ smartEncoding: true })).status).toBe(200)
    expect(await settings()).toMatchObject(HOURS)
    expect((await declared({ sendingWindows: null })).status).toBe(200)
    expect(await settings()).toMatchObject({ ...HOURS, sendingWindows: null })
  })

  test('have their holidays in order, each once', async () => {
    await declared({ holidays: ['2027-01-01', '2026-12-25', '2027-01-01'] })
    expect((await settings()).holidays).toEqual(['2026-12-25', '2027-01-01'])
  })

  test.each([
    [{ sendingWindows: [] }, 'account.sendingWindows', 'must have 1 to 50 entries, got 0'],
    [{ sendingWindows: 'always' }, 'account.sendingWindows', 'must be an array, got string'],
    [{ sendingWindows: Array(51).fill(DAILY) }, 'account.sendingWindows', 'must have 1 to 50 entries, got 51'],
    [{ sendingWindows: [{ ...DAILY, days: [] }] }, 'account.sendingWindows[0].days', 'must have 1 to 7 entries, got 0'],
    [
      { sendingWindows: [DAILY, { ...DAILY, days: ['monday'] }] },
      'account.sendingWindows[1].days[0]',
      'must be one of mon, tue, wed, thu, fri, sat, sun, got "monday"',
    ],
    [
      { sendingWindows: [{ ...DAILY, from: '8:00' }] },
      'account.sendingWindows[0].from',
      'must be a time of day from 00:00 to 23:59, such as 08:00, got "8:00"',
    ],
    [
      { sendingWindows: [{ ...DAILY, from: '24:00' }] },
      'account.sendingWindows[0].from',
      'must be a time of day from 00:00 to 23:59, such as 08:00, got "24:00"',
    ],
    [
      { sendingWindows: [{ ...DAILY, to: '24:01' }] },
      'account.sendingWindows[0].to',
      'must be a time of day from 00:00 to 24:00, such as 21:00, got "24:01"',
    ],
    [
      { sendingWindows: [{ days: DAYS, from: '08:00' }] },
      'account.sendingWindows[0].to',
      'is missing: it must be a string',
    ],
    [
      { sendingWindows: [{ ...DAILY, zone: 'UTC' }] },
      'account.sendingWindows[0].zone',
      'is not a known property: expected one of days, from, to, group',
    ],
    [{ holidays: ['2026-02-29'] }, 'account.holidays[0]', 'must be a calendar date as YYYY-MM-DD, got "2026-02-29"'],
    [{ holidays: null }, 'account.holidays', 'must be an array, got null'],
    [
      { holdAtMost: '73h' },
      'account.holdAtMost',
      'must be 1h to 72h: a number of hours and the letter h, such as 24h, got "73h"',
    ],
    [{ holdAtMost: 24 }, 'account.holdAtMost', 'must be a string, got number'],
  ])('%j is refused at %s', async (wrong, field, message) => {
    const { status, fields } = await declared(wrong)
    expect([status, fields]).toEqual([400, [{ field, message }]])
    expect(await settings()).toMatchObject(HOURS)
  })

  test('hold recipients of a broadcast: it counts them, and shows until when', async () => {
    const { body: started } = await fixture.broadcast({ recipients: ALL })
    await fixture.work()
    const { body } = await fixture.get(`broadcast/${started.id}`)
    expect(body).toMatchObject({
      status: 'sending',
      counts: { queued: MEMBERS.length, sent: 1, failed: 0, delivered: 0, held: MEMBERS.length },
    })
    const messages = async (status: string) =>
      (await fixture.get(`broadcast/${started.id}/messages?status=${status}&limit=100`)).body.results
    const queued = await messages('queued')
    expect(queued).toHaveLength(100)
    expect(new Set(queued.map(({ heldUntil }: { heldUntil: string }) => heldUntil))).toEqual(new Set([EIGHT]))
    expect((await messages('sent')).map(({ to }: { to: string }) => to)).toEqual([ANN])
    expect((await messages('sent'))[0]).not.toHaveProperty('heldUntil')
    await fixture.at(EIGHT)
    expect((await fixture.get(`broadcast/${started.id}`)).body).toMatchObject({
      status: 'completed',
      counts: { queued: 0, sent: ALL.length, held: 0 },
    })
    expect((await messages('sent')).some((message: object) => 'heldUntil' in message)).toBe(false)
  })

  test('hold recipients of a batch, and those who would wait too long fail', async () => {
    await fixture.declare({ ...HOURS, holdAtMost: '1h' })
    const honolulu = '+18085550000'
    await fixture.enroll(honolulu)
    const recipients = [ANN, memberNumber(0), honolulu].map((to) => ({ to, body: 'Hi' }))
    const { body: started } = await fixture.batch({ recipients })
    await fixture.work()
    const { counts, ...batch } = (await fixture.get(`batch/${started.id}`)).body
    expect([batch.status, counts]).toMatchObject(['sending', { queued: 1, sent: 1, failed: 1, held: 1 }])
    const { results } = (await fixture.get(`batch/${started.id}/messages?status=failed`)).body
    expect(results).toMatchObject([
      {
        to: honolulu,
        errorType: 'outside_sending_window',
        errorMessage: 'No sending window of the recipient opened soon enough',
      },
    ])
  })

  test('are listed with the broadcasts, whose counts have no `held` without windows', async () => {
    await fixture.broadcast()
    await fixture.work()
    await fixture.declare({ sendingWindows: null })
    await fixture.broadcast({ body: 'At any time' })
    await fixture.work()
    const { results } = (await fixture.get('broadcasts')).body
    expect(results).toHaveLength(2)
    expect(results[0].counts).not.toHaveProperty('held')
    expect(results[1].counts).toMatchObject({ held: MEMBERS.length })
  })
})

describe('a single message', () => {
  test('waits with `respectWindows`, and shows until when', async () => {
    const fixture = await openFixture(HOURS, NINE_IN_THE_EVENING)
    const { status, body } = await fixture.send({ respectWindows: true })
    expect([status, body]).toMatchObject([201, { status: 'queued', heldUntil: NEXT_MORNING }])
    expect(await fixture.read(body.id)).toEqual(body)
    await fixture.at(NEXT_MORNING)
    const sent = await fixture.read(body.id)
    expect(sent).toMatchObject({ status: 'sent', sentAt: NEXT_MORNING })
    expect(sent).not.toHaveProperty('heldUntil')
  })

  test('does not wait without it, or with an account without windows', async () => {
    const fixture = await openFixture(HOURS, NINE_IN_THE_EVENING)
    for (const fields of [{}, { respectWindows: false }]) {
      const { body } = await fixture.send(fields)
      expect(body.status).toBe('sent')
      expect(body).not.toHaveProperty('heldUntil')
    }
    await fixture.declare({ sendingWindows: null })
    expect((await fixture.send({ respectWindows: true })).body.status).toBe('sent')
  })

  test('fails at once if it would wait too long', async () => {
    const fixture = await openFixture({ ...HOURS, holdAtMost: '10h' }, NINE_IN_THE_EVENING)
    expect((await fixture.send({ respectWindows: true })).body).toMatchObject({
      status: 'failed',
      errorType: 'outside_sending_window',
    })
  })

  test('takes true or false only; bulk requests do not have it', async () => {
    const fixture = await openFixture()
    expect((await fixture.send({ respectWindows: 'yes' })).body.details.fields).toEqual([
      { field: 'respectWindows', message: 'must be true or false, got string' },
    ])
    expect((await fixture.broadcast({ respectWindows: true })).body.details.fields).toEqual([
      { field: 'respectWindows', message: 'is not a known property' },
    ])
  })
})

test('windows are changed in the settings of the dashboard, with their faults at their paths', async () => {
  const fixture = await openFixture()
  const call = await signedInTo(fixture, 'admin')
  const change = async (body: object) => {
    const etag = (await call('GET', '/settings')).headers.get('etag')!
    return call('PATCH', '/settings', { body, headers: { 'if-match': etag } })
  }
  const night = [{ days: ['fri'], from: '20:00', to: '02:00' }]
  const changed = await change({ sendingWindows: night, holidays: [], holdAtMost: '1h' })
  expect([changed.status, changed.body.settings]).toMatchObject([
    200,
    { sendingWindows: night, holidays: [], holdAtMost: '1h' },
  ])
  expect((await change({ sendingWindows: null })).body.settings.sendingWindows).toBeNull()
  const wrong = await change({ sendingWindows: [{ ...DAILY, to: '25:00' }], holidays: ['soon'], holdAtMost: '0h' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.details.fields.map(({ field }: { field: string }) => field)).toEqual([
    'sendingWindows[0].to',
    'holidays[0]',
    'holdAtMost',
  ])
})
