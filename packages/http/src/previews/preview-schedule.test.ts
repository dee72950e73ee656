import { inMemory } from '@carillon/memory'
import { ids } from '@carillon/contracts'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, BOB, INACTIVE } from '../testing/fixtures/messaging-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE, audienceOf } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openSchedules>>

beforeEach(async () => {
  fixture = await openSchedules(inMemory())
})

const NONE = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }
const preview = (fields: object = {}) =>
  fixture.api('POST', '/messaging/preview', { body: { kind: 'schedule', request: { ...fixture.request, ...fields } } })

describe('the preview of a schedule', () => {
  test('shows what would be sent to whom if the schedule ran now, and has no effect', async () => {
    await fixture.enroll(BOB)
    await fixture.api('PATCH', `/contacts/by-phone/${BOB}`, { body: { firstName: 'Bob' } })
    const credits = await fixture.credits()
    const { status, body } = await preview({
      body: 'Hi {{contact_first_name}}',
      schedule: { ...TIMETABLE, sendByLocalTime: true, recurrence: DAILY },
      idempotencyKey: 'once',
    })
    expect([status, body]).toEqual([
      200,
      {
        recipients: { submitted: 2, accepted: 2, dropped: NONE },
        credits: { required: { sms: 4, mms: 0 }, available: { sms: credits.sms, mms: credits.mms } },
        encoding: 'GSM-7',
        segments: { min: 1, max: 1, total: 2 },
        samples: [ANN, BOB].map((to) => ({
          to,
          body: to === BOB ? 'Hi Bob' : 'Hi ',
          encoding: 'GSM-7',
          segments: 1,
          wireParts: 1,
        })),
      },
    ])
    expect([(await fixture.list()).body.totalCount, await fixture.credits()]).toEqual([0, credits])
    expect((await fixture.create({ idempotencyKey: 'once' })).headers.get('idempotent-replayed')).toBeNull()
  })

  test('has no samples for an empty audience', async () => {
    const { status, body } = await preview({ audience: audienceOf([fixture.groups['News']]) })
    expect([status, body]).toMatchObject([
      200,
      {
        recipients: { submitted: 0, accepted: 0, dropped: NONE },
        segments: { min: 0, max: 0, total: 0 },
        samples: [],
      },
    ])
  })

  test('counts every recipient as already sent to if the key was used', async () => {
    await fixture.create({ idempotencyKey: 'once' })
    expect((await preview({ idempotencyKey: 'once' })).body).toMatchObject({
      recipients: { submitted: 1, accepted: 0, dropped: { ...NONE, alreadySent: 1 } },
      segments: { min: 0, max: 0, total: 0 },
      samples: [],
      credits: { required: { sms: 0, mms: 0 } },
    })
  })

  test.each<[object, string]>([
    [{ audience: null, status: 'active' }, 'request.status request.audience'],
    [{ schedule: { at: 'noon', timezone: 'EST' } }, 'request.schedule.at request.schedule.timezone'],
    [
      {
        schedule: { ...TIMETABLE, sendByLocalTime: true },
        waveConfig: { recipientsPerWave: 1, waveIntervalMinutes: 1 },
      },
      'request.waveConfig',
    ],
  ])('is refused, and the error has the path of each invalid field: %j', async (fields, named) => {
    const { status, body } = await preview(fields)
    expect([status, body.code]).toEqual([400, 33400])
    expect(body.details.fields.map(({ field }: { field: string }) => field).join(' ')).toBe(named)
  })

  test.each<[object, number]>([
    [{ audience: audienceOf(['VIP']) }, 33034],
    [{ audience: audienceOf([ids.next('grp')]) }, 33031],
    [{ schedule: { at: '2026-03-01T10:59', timezone: 'UTC' } }, 33044],
    [{ from: INACTIVE }, 33009],
    [{ body: '\u0007' }, 33016],
  ])('is refused like the schedule itself: %j with %i', async (fields, code) => {
    expect((await preview(fields)).body.code).toBe(code)
  })

  test('must not be longer than a request for a schedule', async () => {
    const raw = JSON.stringify({ kind: 'schedule', request: { ...fixture.request, body: 'x'.repeat(300_000) } })
    const headers = { 'content-type': 'application/json' }
    const { status, body } = await fixture.api('POST', '/messaging/preview', { raw, headers })
    expect([status, body.code]).toEqual([413, 33413])
  })
})
