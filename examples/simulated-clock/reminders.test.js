import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTimeZone, parseWallClock } from '@carillon/core'
import { ANN, openShop } from './shop.js'
import { remindOfTomorrow } from './reminders.js'

const appointment = { id: 7, phone: ANN, at: new Date('2026-03-03T09:30:00Z') }
const HOUR_MS = 3_600_000

test('a reminder is sent once, on the day before the appointment', async () => {
  const shop = await openShop()
  assert.equal(await remindOfTomorrow({ ...shop, appointments: [appointment] }), 0)
  shop.clock.advance(24 * HOUR_MS)
  for (let hour = 0; hour < 20; hour++) {
    await remindOfTomorrow({ ...shop, appointments: [appointment] })
    shop.clock.advance(HOUR_MS)
  }
  assert.deepEqual(shop.sent(), [{ to: ANN, body: 'Hi Ann, see you at 09:30 UTC.' }])
})

test('a customer who texted STOP gets no reminder', async () => {
  const shop = await openShop()
  await shop.texts('STOP')
  await shop.work()
  shop.clock.advance(24 * HOUR_MS)
  await assert.rejects(remindOfTomorrow({ ...shop, appointments: [appointment] }), { code: 'recipient-opted-out' })
})

test('a daily text at nine o’clock stays at nine o’clock when the clocks change', async () => {
  const { carillon, account, from, group, clock, work, sent } = await openShop()
  await carillon.createSchedule.execute({
    account,
    from,
    body: 'Good morning!',
    audience: { kind: 'groups', groups: [group] },
    timetable: {
      at: parseWallClock('2026-03-07T09:00'),
      timezone: parseTimeZone('America/New_York'),
      sendByLocalTime: false,
      recurrence: { frequency: 'daily', interval: 1, endType: 'never' },
    },
    waves: null,
    idempotencyKey: null,
  })
  const sentAt = []
  while (clock.now() < new Date('2026-03-10T00:00:00Z')) {
    const before = sent().length
    await work()
    if (sent().length > before) sentAt.push(clock.now().toISOString())
    clock.advance(HOUR_MS)
  }
  assert.deepEqual(sentAt, ['2026-03-07T14:00:00.000Z', '2026-03-08T13:00:00.000Z', '2026-03-09T13:00:00.000Z'])
})
