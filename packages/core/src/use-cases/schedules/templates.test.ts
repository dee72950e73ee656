import { aTemplate, aTimetable, DAILY, memberNumber, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Template } from '../../model/templates/template.js'
import type { TemplateContent } from '../../model/templates/template-content.js'
import { PreviewSchedule } from './preview-schedule.js'

const MEDIA = 'https://a.example/en.png'
const FIELD = 'contact_custom_field_1'
const LANGUAGE = { field: FIELD, default: 'English', variants: { Spanish: { body: 'Hola', mediaUrl: null } } } as const
const DUE = aTimetable('2026-03-01T13:00')
const EVERY_DAY = aTimetable('2026-03-01T13:00', { recurrence: DAILY })

const open = () => schedulingFixture(inMemory(), { contacts: [{ customValues: { [FIELD]: 'Spanish' } }, {}] })
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
  await fixture.customField({ key: FIELD, label: 'Language', type: 'SINGLE_SELECT', options: ['English', 'Spanish'] })
})

async function template(content: Partial<TemplateContent> = {}): Promise<Template> {
  const whole = { body: 'Hello', mediaUrl: null, language: null, ...content }
  const added = aTemplate({ account: fixture.account.id, content: whole })
  await fixture.run(({ templates }) => templates.add(added))
  return added
}

const save = (before: Template, content: Partial<TemplateContent>) =>
  fixture.run(({ templates }) =>
    templates.save({ ...before, version: before.version + 1, content: { ...before.content, ...content } }),
  )
const submitted = () => fixture.provider.submitted.splice(0).map(({ body, mediaUrl }) => ({ body, mediaUrl }))

describe('a schedule with a template', () => {
  test('shows the template in place of a body', async () => {
    const { id } = await template()
    const schedule = await fixture.schedule(DUE, { body: '', template: id })
    expect(schedule).toMatchObject({ body: null, template: { id } })
    expect(await fixture.read(schedule.id)).toEqual(schedule)
    expect(await fixture.schedule(DUE)).not.toHaveProperty('template')
  })

  test('sends the newest version each time, in the language of each contact', async () => {
    const before = await template({ language: LANGUAGE })
    const { id } = await fixture.schedule(EVERY_DAY, { body: '', template: before.id })
    await fixture.at('2026-03-01T13:00:00Z')
    expect(submitted()).toEqual([
      { body: 'Hola', mediaUrl: null },
      { body: 'Hello', mediaUrl: null },
    ])
    await save(before, { body: 'Newer', mediaUrl: MEDIA })
    await fixture.at('2026-03-02T13:00:00Z')
    expect(submitted()).toEqual([
      { body: 'Hola', mediaUrl: MEDIA },
      { body: 'Newer', mediaUrl: MEDIA },
    ])
    const [second, first] = await fixture.sends(id)
    const [one, other] = [await fixture.broadcast(first!.broadcastId!), await fixture.broadcast(second!.broadcastId!)]
    expect([one.template, other.template]).toEqual([1, 2].map((version) => ({ id: before.id, version })))
  })

  test('exchanges the template for a body, a body for a template, and keeps it otherwise', async () => {
    const [first, second] = [await template(), await template()]
    const { id } = await fixture.schedule(DUE, { body: '', template: first.id })
    expect(await fixture.change(id, { from: fixture.from })).toMatchObject({ template: { id: first.id } })
    expect(await fixture.change(id, { template: second.id })).toMatchObject({ body: null, template: { id: second.id } })
    const withBody = await fixture.change(id, { body: 'Own' })
    expect([withBody.body, withBody]).toEqual(['Own', expect.not.objectContaining({ template: expect.anything() })])
    expect(await fixture.change(id, { template: first.id })).toMatchObject({ body: null, template: { id: first.id } })
    expect(await fixture.stored(id)).toMatchObject({ body: '', template: first.id })
  })

  test('needs a template of the account', async () => {
    const { id } = await fixture.schedule(DUE)
    const theirs = aTemplate({ account: (await fixture.neighbour()).id })
    await fixture.run(({ templates }) => templates.add(theirs))
    const missing = { code: 'template-not-found' }
    await expect(fixture.schedule(DUE, { template: theirs.id, from: '99999' })).rejects.toMatchObject(missing)
    await expect(fixture.change(id, { template: 'tpl_1' })).rejects.toMatchObject(missing)
  })

  test('needs a sender that can send its media', async () => {
    await fixture.sender({ mms: false })
    const { id: withMedia } = await template({ mediaUrl: MEDIA })
    const refusal = { code: 'invalid-input', message: expect.stringMatching(/^from cannot send MMS/) }
    await expect(fixture.schedule(DUE, { template: withMedia })).rejects.toMatchObject(refusal)
    const { id } = await fixture.schedule(DUE)
    await expect(fixture.change(id, { template: withMedia })).rejects.toMatchObject(refusal)
    expect(await fixture.change(id, { template: (await template()).id })).toMatchObject({ body: null })
  })

  test('fails if its sender cannot send the media of a newer version', async () => {
    await fixture.sender({ mms: false })
    const before = await template()
    const { id } = await fixture.schedule(DUE, { body: '', template: before.id })
    await save(before, { mediaUrl: MEDIA })
    await fixture.at('2026-03-01T13:00:00Z')
    expect(await fixture.sends(id)).toMatchObject([{ status: 'failed', reason: 'sender_without_mms' }])
  })

  test('fails if a text of a newer version is not allowed', async () => {
    const compliance = { blockedPhrases: ['free money'], blockPublicShorteners: true, helpText: null }
    const before = await template({ language: LANGUAGE })
    const { id } = await fixture.schedule(DUE, { body: '', template: before.id })
    const variants = { Spanish: { body: 'Free money', mediaUrl: null } }
    await save(before, { language: { ...LANGUAGE, variants } })
    await fixture.run(({ accounts }) => accounts.save({ ...fixture.account, compliance }))
    await fixture.at('2026-03-01T13:00:00Z')
    expect(await fixture.sends(id)).toMatchObject([{ status: 'failed', reason: 'text_refused' }])
    expect(submitted()).toEqual([])
  })

  test('fails if its template does not exist any more', async () => {
    const { account, id: gone } = await template()
    const { id } = await fixture.schedule(DUE, { body: '', template: gone })
    await fixture.run(({ templates }) => templates.remove(account, gone))
    await fixture.at('2026-03-01T13:00:00Z')
    expect(await fixture.sends(id)).toMatchObject([{ status: 'failed', reason: 'text_refused' }])
  })
})

test('the preview of a schedule names the version, and counts the languages', async () => {
  const { account, from, group } = fixture
  const before = await template({ language: LANGUAGE })
  await save(before, { body: 'Newer' })
  const audience = { kind: 'groups', groups: [group.id] } as const
  const request = { account, audience, from, body: '', timetable: DUE, waves: null, idempotencyKey: null }
  const preview = (id: string) => new PreviewSchedule(fixture).execute({ ...request, template: id })
  const { samples, templates } = await preview(before.id)
  expect(samples).toMatchObject([
    { to: memberNumber(0), body: 'Hola' },
    { to: memberNumber(1), body: 'Newer' },
  ])
  const languages = [
    { language: 'English', recipients: 1 },
    { language: 'Spanish', recipients: 1 },
  ]
  expect(templates).toEqual([{ id: before.id, version: 2, languages }])
  await expect(preview('tpl_1')).rejects.toMatchObject({ code: 'template-not-found' })
})
