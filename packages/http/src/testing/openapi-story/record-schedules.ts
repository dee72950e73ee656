import { audienceOf } from '../samples.js'
import { FROM, NAMED, type Story } from './open-story.js'

/** Creates single and recurring schedules, changes them, and runs some of their sends. */
export async function recordSchedules({ tell, clock, work, declare }: Story, { vip }: { readonly vip: string }) {
  const content = { from: FROM, body: 'Hi {{contact_first_name}}, we open at noon.' }
  const once = {
    audience: audienceOf([vip]),
    ...content,
    schedule: { at: '2026-03-02T09:00', timezone: 'America/New_York' },
  }
  const { id } = await tell('createSchedule', { body: once, as: 'once' })
  const weekly = {
    ...once,
    schedule: {
      ...once.schedule,
      sendByLocalTime: true,
      recurrence: {
        frequency: 'weekly',
        interval: 1,
        daysOfWeek: ['mon', 'fri'],
        endType: 'onDate',
        endOnDate: '2026-12-31T23:59',
      },
    },
  }
  await tell('createSchedule', { body: weekly, as: 'weekly' })
  const recurrence = { frequency: 'daily', interval: 1, endType: 'afterOccurrences', endAfterOccurrences: 3 }
  const waves = {
    ...once,
    schedule: { ...once.schedule, recurrence },
    waveConfig: { recipientsPerWave: 500, waveIntervalMinutes: 10 },
    idempotencyKey: 'march-mornings',
  }
  const daily = await tell('createSchedule', { body: waves, as: 'waves' })
  const path = { scheduleId: daily.id }
  await tell('readSchedule', { path: { scheduleId: id } })
  await tell('readUpcoming', { path, query: 'count=3' })
  await tell('listSchedules', { query: 'limit=2' })
  const later = { schedule: { at: '2026-03-02T10:00', timezone: 'America/New_York' } }
  await tell('changeSchedule', { path: { scheduleId: id }, body: { status: 'paused' }, as: 'pause' })
  await tell('changeSchedule', { path: { scheduleId: id }, body: { status: 'active', ...later }, as: 'later' })
  await tell('createListSchedule', {
    path: NAMED,
    body: { list: 'New customers', ...content, schedule: later.schedule },
  })

  clock.set(new Date('2026-03-02T14:00:00Z'))
  await work()
  await declare({ numbers: [{ number: FROM, status: 'inactive' }] })
  clock.set(new Date('2026-03-02T15:00:00Z'))
  await work()
  await declare()
  await tell('listSends', { path: { scheduleId: id }, as: 'failed' })
  await tell('listSends', { path, as: 'started' })
  await tell('listAccountSchedules', { path: NAMED, query: 'limit=2' })
  await tell('findSchedule', { path })
  await tell('cancelSchedule', { path })
}
