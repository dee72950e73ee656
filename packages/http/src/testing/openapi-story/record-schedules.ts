import { DAILY, audienceOf } from '../samples.js'
import { FROM, NAMED, type Story } from './open-story.js'

/** Creates single and recurring schedules, changes them, and runs some of their sends. */
export async function recordSchedules({ record, clock, work, declare }: Story, { vip }: { readonly vip: string }) {
  const content = { from: FROM, body: 'Hi {{contact_first_name}}, we open at noon.' }
  const once = {
    audience: audienceOf([vip]),
    ...content,
    schedule: { at: '2026-03-02T09:00', timezone: 'America/New_York' },
  }
  const { id } = await record('createSchedule', { body: once, as: 'once' })
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
  await record('createSchedule', { body: weekly, as: 'weekly' })
  const recurrence = { frequency: 'daily', interval: 1, endType: 'afterOccurrences', endAfterOccurrences: 3 }
  const waves = {
    ...once,
    schedule: { ...once.schedule, recurrence },
    waveConfig: { recipientsPerWave: 500, waveIntervalMinutes: 10 },
    idempotencyKey: 'march-mornings',
  }
  const daily = await record('createSchedule', { body: waves, as: 'waves' })
  const path = { scheduleId: daily.id }
  await record('readSchedule', { path: { scheduleId: id } })
  await record('readUpcoming', { path, query: 'count=3' })
  await record('listSchedules', { query: 'limit=2' })
  await record('skipOccurrence', { path, body: { wallClock: '2026-03-03T09:00:00' } })
  await record('listOccurrences', { query: 'from=2026-03-06T00:00:00Z&to=2026-03-10T00:00:00Z' })
  await record('restoreOccurrence', { path: { ...path, wallClock: '2026-03-03T09:00:00' } })
  const later = { schedule: { at: '2026-03-02T10:00', timezone: 'America/New_York' } }
  await record('changeSchedule', { path: { scheduleId: id }, body: { status: 'paused' }, as: 'pause' })
  await record('changeSchedule', { path: { scheduleId: id }, body: { status: 'active', ...later }, as: 'later' })
  await record('createListSchedule', {
    path: NAMED,
    body: { list: 'New customers', ...content, schedule: later.schedule },
  })

  clock.set(new Date('2026-03-02T14:00:00Z'))
  await work()
  await declare({ numbers: [{ number: FROM, status: 'inactive' }] })
  clock.set(new Date('2026-03-02T15:00:00Z'))
  await work()
  await declare()
  await record('listSends', { path: { scheduleId: id }, as: 'failed' })
  await record('listSends', { path, as: 'started' })
  await record('listAccountSchedules', { path: NAMED, query: 'limit=2' })
  await record('findSchedule', { path })
  await record('cancelSchedule', { path })
  const birthdays = {
    audience: { filter: { contact: { birthDate: { monthDay: 'today' } } } },
    from: FROM,
    body: 'Happy birthday, {{contact_first_name}}!',
    schedule: { ...once.schedule, at: '2026-03-03T09:00', recurrence: DAILY },
  }
  await record('createSchedule', { body: birthdays, as: 'filter' })
}
