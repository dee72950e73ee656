import { CONTROL_CHARACTER_TEXT, FROM, LINKED, NO_GROUP, NO_ID, SMS, type Story } from './open-story.js'
import { TIMETABLE, audienceOf } from '../samples.js'

/** Records the errors of templates, and of requests that name one. */
export async function refuseTemplates({ refuse, api }: Story, vip: string) {
  const template = { id: `tpl_${NO_ID}` }
  const welcome = { name: 'Welcome', body: 'Hi' }
  const { id } = (await api('POST', '/templates', { body: welcome })).body
  const path = { templateId: id }
  await refuse('createTemplate', 33016, { body: { name: 'Sale', body: CONTROL_CHARACTER_TEXT } })
  await refuse('createTemplate', 33019, { body: { name: 'Sale', body: LINKED } })
  await refuse('createTemplate', 33400, { body: { name: 'Sale' } })
  await refuse('createTemplate', 33409, { body: welcome })
  await refuse('readTemplate', 33404, { path: { templateId: template.id } })
  await refuse('sendMessage', 33404, { body: { to: SMS.to, from: FROM, template } })
  const schedule = { from: FROM, audience: audienceOf([vip]), schedule: TIMETABLE }
  await refuse('createSchedule', 33404, { body: { ...schedule, template } })
  await refuse('createSchedule', 33031, { body: { ...schedule, audience: audienceOf([NO_GROUP]), template } })
  await api('POST', '/messaging/broadcast/schedules', { body: { ...schedule, template: { id } } })
  await refuse('deleteTemplate', 33409, { path })
}
