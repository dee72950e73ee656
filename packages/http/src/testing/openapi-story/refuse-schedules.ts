import { TIMETABLE, audienceOf } from '../samples.js'
import {
  CONTROL_CHARACTER_TEXT,
  FROM,
  INACTIVE,
  LINKED,
  NAMED,
  NO_GROUP,
  NO_ID,
  SMS,
  type Story,
} from './open-story.js'

const PAST = { at: '2026-03-01T05:00', timezone: 'America/New_York' }
const ONCE_DAILY = { frequency: 'daily', interval: 1, daysOfWeek: ['mon'], endType: 'never' }

/** Records the errors of creating, previewing and changing schedules. */
export async function refuseSchedules({ refuse, api, admin, clock, work }: Story, vip: string) {
  const content = { from: FROM, body: SMS.body, schedule: TIMETABLE }
  const valid = { audience: audienceOf([vip]), ...content }
  const create = (fields: object) => ({ body: { ...valid, ...fields } })
  const preview = (fields: object) => ({ body: { kind: 'schedule', request: { ...valid, ...fields } } })
  const createForList = (fields: object) => ({ path: NAMED, body: { list: 'Guests', ...content, ...fields } })
  await admin('POST', '/accounts/Acme/contact-lists', { body: { name: 'Guests', phoneNumbers: [SMS.to] } })
  for (const [id, request] of [
    ['createSchedule', create],
    ['createListSchedule', createForList],
  ] as const) {
    await refuse(id, 33004, request({ from: '+12025550177' }))
    await refuse(id, 33009, request({ from: INACTIVE }))
    await refuse(id, 33016, request({ body: CONTROL_CHARACTER_TEXT }))
    await refuse(id, 33019, request({ body: LINKED }))
    await refuse(id, 33044, request({ schedule: PAST }))
    await refuse(id, 33400, request({ schedule: { ...TIMETABLE, recurrence: ONCE_DAILY } }))
  }
  for (const [id, request] of [
    ['createSchedule', create],
    ['previewSend', preview],
  ] as const) {
    await refuse(id, 33034, request({ audience: audienceOf(['VIP']) }))
    await refuse(id, 33031, request({ audience: audienceOf([NO_GROUP]) }))
  }
  await refuse('previewSend', 33044, preview({ schedule: PAST }))
  await refuse('readSchedule', 33404, { path: { scheduleId: `sch_${NO_ID}` } })
  await refuse('changeSchedule', 33404, { path: { scheduleId: `sch_${NO_ID}` }, body: { status: 'paused' } })

  const { id } = (await api('POST', '/messaging/broadcast/schedules', { body: valid })).body
  const path = { scheduleId: id }
  await refuse('changeSchedule', 33031, { path, body: { audience: audienceOf([NO_GROUP]) } })
  clock.set(new Date('2026-03-08T13:00:00Z'))
  await work()
  await refuse('changeSchedule', 33043, { path, body: { status: 'paused' } })
}
