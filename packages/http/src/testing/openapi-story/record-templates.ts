import { FROM, type Story } from './open-story.js'

const CROWD = Array.from({ length: 100 }, (_, n) => ({ to: `+1303555${String(n).padStart(4, '0')}` }))

/** Saves a template in two languages, changes it, sends it, and deletes it. */
export async function recordTemplates({ record, declare, clock, api, work }: Story) {
  clock.advance(60_000)
  const languages = { label: 'Language', type: 'SINGLE_SELECT', options: ['English', 'Spanish'] }
  await declare({ customFields: [{ key: 'contact_custom_field_2', ...languages }] })
  const reminder = {
    name: 'Reminder',
    body: 'Hi {{contact_first_name}}, your table is ready at noon.',
    language: {
      field: 'contact_custom_field_2',
      default: 'English',
      variants: { Spanish: { body: 'Hola {{contact_first_name}}, tu mesa está lista.' } },
    },
  }
  const { id } = await record('createTemplate', { body: reminder })
  clock.advance(60_000)
  await record('changeTemplate', {
    path: { templateId: id },
    body: { body: 'Hi {{contact_first_name}}, your table is ready.' },
  })
  await record('readTemplate', { path: { templateId: id } })
  await record('listTemplates', { query: 'name=remind' })
  await record('listTemplateVersions', { path: { templateId: id } })
  await api('POST', '/messaging/broadcast', { body: { from: FROM, template: { id }, recipients: CROWD } })
  await work()
  await record('deleteTemplate', { path: { templateId: id } })
}
