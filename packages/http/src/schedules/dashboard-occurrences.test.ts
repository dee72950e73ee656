import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openSchedules>>
let call: Awaited<ReturnType<typeof signedInTo>>

beforeEach(async () => {
  fixture = await openSchedules(inMemory())
  call = await signedInTo(fixture, 'viewer')
})

test('the next occurrences of a schedule are shown with what is special about them', async () => {
  const schedule = { ...TIMETABLE, recurrence: DAILY }
  const { id } = (await fixture.create({ schedule })).body
  const { status, body } = await call('GET', `/schedules/${id}/occurrences`)
  expect([status, body.results.length]).toEqual([200, 10])
  expect(body.results[0]).toEqual({
    at: '2026-03-08T13:00:00.000Z',
    wallClock: '2026-03-08T09:00:00',
    timezone: 'America/New_York',
    sendByLocalTime: false,
    clockChange: 'gap',
    isMoved: false,
    isSkipped: false,
  })
  expect((await call('POST', '/schedules/preview', { body: { schedule } })).body).toEqual(body)
})

test('a timetable that no schedule can have is refused, and an unknown schedule is not found', async () => {
  const schedule = { ...TIMETABLE, at: '2026-02-01T09:00' }
  const { status, body } = await call('POST', '/schedules/preview', { body: { schedule } })
  expect([status, body.code]).toEqual([400, 33044])
  expect((await call('GET', '/schedules/sch_1/occurrences')).status).toBe(404)
})
