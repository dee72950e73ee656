import { aTemplate, aTimetable, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import type { Template } from '../../model/templates/template.js'
import { DeleteTemplate } from './delete-template.js'

const open = () => schedulingFixture(inMemory(), { contacts: [{}] })
const DUE = aTimetable('2026-03-01T13:00')
let fixture: Awaited<ReturnType<typeof open>>
let template: Template

beforeEach(async () => {
  fixture = await open()
  template = aTemplate({ account: fixture.account.id })
  await fixture.run(({ templates }) => templates.add(template))
})

const remove = (id: string, account = fixture.account) => new DeleteTemplate(fixture).execute({ account, id })
const find = () => fixture.run(({ templates }) => templates.find(fixture.account.id, template.id))

test('a template is deleted once, and only by its account', async () => {
  await expect(remove(template.id, await fixture.neighbour())).rejects.toMatchObject({ code: 'template-not-found' })
  await remove(template.id)
  expect(await find()).toBeNull()
  await expect(remove(template.id)).rejects.toMatchObject({ code: 'template-not-found' })
  await expect(remove('tpl_1')).rejects.toMatchObject({ code: 'template-not-found' })
})

test('a template that schedules use is not deleted, and the error lists them', async () => {
  const first = await fixture.schedule(DUE, { template: template.id })
  const refusal = { code: 'template-in-use', details: { schedules: [first.id] } }
  await expect(remove(template.id)).rejects.toMatchObject(refusal)
  const second = await fixture.schedule(DUE, { template: template.id })
  await expect(remove(template.id)).rejects.toMatchObject({
    message: '2 schedules use the template: change or delete them first',
    details: { schedules: [first.id, second.id] },
  })
  await fixture.change(first.id, { body: 'Hi' })
  await fixture.remove(second.id)
  await remove(template.id)
  expect(await find()).toBeNull()
})

test('a schedule that has ended does not keep its template', async () => {
  await fixture.schedule(DUE, { template: template.id })
  await fixture.at('2026-03-01T13:00:00Z')
  await remove(template.id)
  expect(await find()).toBeNull()
})

test('what was accepted with the template is sent after it was deleted', async () => {
  const recipients = { phones: fixture.contacts.map(({ phone }) => phone), keys: null, bodies: null, mediaUrls: null }
  const { broadcast } = await fixture.start({ body: '', template: template.id, recipients })
  await remove(template.id)
  await fixture.work()
  expect(fixture.provider.submitted.map(({ body }) => body)).toEqual(['Hello '])
  expect(await fixture.broadcast(broadcast.id)).toMatchObject({ template: { id: template.id, version: 1 } })
})
