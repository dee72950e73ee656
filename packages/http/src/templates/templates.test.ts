import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { ANN, AS_POOR, FROM } from '../testing/fixtures/messaging-fixture.js'
import { TIMETABLE, audienceOf } from '../testing/samples.js'

const MEDIA = 'https://a.example/bell.png'
const LANGUAGE = {
  field: 'contact_custom_field_1',
  default: 'English',
  variants: { Spanish: { body: 'Hola {{contact_first_name}}' } },
}
const FIELD = { key: LANGUAGE.field, label: 'Language', type: 'SINGLE_SELECT', options: ['English', 'Spanish'] }
const WELCOME = { name: 'Welcome', body: 'Hello {{contact_first_name}}' }

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
  await fixture.declare({ customFields: [FIELD] })
})

const create = (fields: object = {}) => fixture.api('POST', '/templates', { body: { ...WELCOME, ...fields } })
const change = (id: string, body: object) => fixture.api('PATCH', `/templates/${id}`, { body })
const read = (id: string, path = '') => fixture.api('GET', `/templates/${id}${path}`)
const faultsOf = (body: { readonly details: { readonly fields: readonly { field: string; message: string }[] } }) =>
  Object.fromEntries(body.details.fields.map(({ field, message }) => [field, message]))

test('a template is saved, read, changed with a version, listed by name, and deleted', async () => {
  const created = await create({ mediaUrl: MEDIA, language: LANGUAGE })
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^tpl_/),
      ...WELCOME,
      version: 1,
      mediaUrl: MEDIA,
      language: LANGUAGE,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ])
  const { id } = created.body
  expect((await read(id)).body).toEqual(created.body)
  const changed = await change(id, { body: 'Hi', mediaUrl: null, language: null })
  expect([changed.status, changed.body.version, Object.keys(changed.body)]).toEqual([
    200,
    2,
    ['id', 'name', 'version', 'body', 'createdAt', 'updatedAt'],
  ])
  const versions = (await read(id, '/versions?limit=1&page=2')).body
  const { name: _, updatedAt: __, createdAt: saved, ...first } = created.body
  expect(versions).toEqual({ page: 2, limit: 1, totalCount: 2, results: [{ ...first, createdAt: saved }] })
  await create({ name: 'Other' })
  const listed = async (query: string) => (await fixture.api('GET', `/templates?${query}`)).body
  expect(await listed('name=WELC')).toMatchObject({ page: 1, limit: 20, totalCount: 1, results: [{ id, body: 'Hi' }] })
  expect((await listed('limit=1')).results).toMatchObject([{ name: 'Other' }])
  expect([(await fixture.api('DELETE', `/templates/${id}`)).status, (await read(id)).status]).toEqual([204, 404])
})

test('a rename, and a change to what is saved already, make no version', async () => {
  const { id } = (await create()).body
  expect((await change(id, { name: 'Hello' })).body).toMatchObject({ name: 'Hello', version: 1 })
  expect((await change(id, { body: WELCOME.body })).body.version).toBe(1)
  expect((await change(id, {})).body.version).toBe(1)
  const merge = { headers: { 'content-type': 'application/merge-patch+json' }, raw: '{"body":"Hi"}' }
  expect((await fixture.api('PATCH', `/templates/${id}`, merge)).body.version).toBe(2)
})

test.each([
  [{ name: undefined }, { name: 'is missing: it must be a string' }],
  [{ name: ' x' }, { name: expect.stringMatching(/^must/) }],
  [{ name: 'x'.repeat(101) }, { name: expect.stringMatching(/^must/) }],
  [{ body: undefined }, { body: 'is required without mediaUrl' }],
  [{ body: null }, { body: 'must be a string, got null' }],
  [{ body: 'x'.repeat(641) }, { body: 'must have at most 640 characters, got 641' }],
  [{ mediaUrl: 'ftp://a.example' }, { mediaUrl: expect.stringMatching(/^must be an absolute http/) }],
  [{ subject: 'x' }, { subject: 'is not a known property: expected one of name, body, mediaUrl, language' }],
  [{ language: [] }, { language: 'must be an object, got array' }],
  [
    { language: { ...LANGUAGE, field: 'Language', default: '' } },
    {
      'language.field': expect.stringMatching(/^must be one of contact_custom_field_1, /),
      'language.default': 'must have 1 to 100 characters, got 0',
    },
  ],
  [{ language: { ...LANGUAGE, variants: {} } }, { 'language.variants': 'must have 1 to 50 entries, got 0' }],
  [
    { language: { ...LANGUAGE, variants: { Spanish: 'Hola' } } },
    { 'language.variants.Spanish': 'must be an object, got string' },
  ],
  [
    { language: { ...LANGUAGE, variants: { Spanish: { body: 1, text: 'x' } } } },
    {
      'language.variants.Spanish.text': 'is not a known property: expected one of body, mediaUrl',
      'language.variants.Spanish.body': 'must be a string, got number',
    },
  ],
  [
    { language: { ...LANGUAGE, field: 'contact_custom_field_6' } },
    {
      'language.field':
        'must be the key of an active custom field of the type SINGLE_SELECT, got contact_custom_field_6, which has the type MULTI_SELECT',
    },
  ],
  [
    { language: { ...LANGUAGE, variants: { German: { body: 'Hallo' } } } },
    {
      'language.variants.German': 'is not an option of the custom field Language: expected one of English, Spanish',
    },
  ],
  [
    { language: { ...LANGUAGE, default: 'en' } },
    {
      'language.default': 'is not an option of the custom field Language: expected one of English, Spanish, got "en"',
    },
  ],
])('%j is refused with the path of each fault', async (fields, expected) => {
  const { status, body } = await create(fields)
  expect([status, body.code, faultsOf(body)]).toEqual([400, 33400, expected])
})

test('texts that cannot be sent, names that are taken, and other methods are refused with their codes', async () => {
  const { id } = (await create()).body
  const refused = async (call: Promise<{ status: number; body: { code: number } }>) => {
    const { status, body } = await call
    return [status, body.code]
  }
  expect(await refused(create({ name: 'A', body: 'a\u0007' }))).toEqual([400, 33016])
  expect(await refused(create({ name: 'A', body: 'a\0' }))).toEqual([400, 33016])
  expect(await refused(create({ name: 'A', body: 'See bit.ly/x' }))).toEqual([400, 33019])
  expect(await refused(create())).toEqual([409, 33409])
  expect(await refused(change(id, { nam: 'x' }))).toEqual([400, 33400])
  expect(await refused(fixture.api('GET', '/templates?page=0'))).toEqual([400, 33400])
  expect(await refused(fixture.api('PUT', `/templates/${id}`))).toEqual([405, 33405])
})

describe('requests with a template', () => {
  const senders: Record<string, (text: object) => ReturnType<typeof create>> = {
    message: (text) => fixture.send({ body: undefined, ...text }),
    broadcast: (text) => fixture.broadcast({ body: undefined, ...text }),
    batch: (text) => fixture.batch({ recipients: [{ to: memberNumber(0), ...text }] }),
    schedule: (text) => {
      const audience = audienceOf([fixture.groups['VIP']])
      const body = { from: FROM, audience, schedule: TIMETABLE, ...text }
      return fixture.api('POST', '/messaging/broadcast/schedules', { body })
    },
  }

  test.each(Object.keys(senders))('a %s names a template in place of a body', async (kind) => {
    const { id } = (await create({ body: 'Hi' })).body
    const { status, body } = await senders[kind]!({ template: { id } })
    const shown = { message: { id, version: 1 }, broadcast: { id, version: 1 }, schedule: { id } }[kind]
    expect([status, body.template]).toEqual([201, shown])
  })

  test.each(Object.keys(senders))('a %s has either a template or a body', async (kind) => {
    const { id } = (await create()).body
    const both = await senders[kind]!({ body: 'Hi', template: { id } })
    const at = kind === 'batch' ? 'recipients[0].' : ''
    expect([both.status, faultsOf(both.body)]).toEqual([
      400,
      { [`${at}template`]: 'must not be given together with body' },
    ])
    const neither = await senders[kind]!({})
    expect([neither.status, Object.keys(faultsOf(neither.body))]).toEqual([400, [`${at}body`]])
  })

  test.each(Object.keys(senders))('the template of a %s is an object with an id alone', async (kind) => {
    const at = kind === 'batch' ? 'recipients[0].template' : 'template'
    const faults = async (template: unknown) => faultsOf((await senders[kind]!({ template })).body)
    expect(await faults('tpl_1')).toEqual({ [at]: 'must be an object, got string' })
    expect(await faults(null)).toEqual({ [at]: 'must be an object, got null' })
    expect(await faults({})).toEqual({ [`${at}.id`]: 'is missing: it must be a string' })
    expect(await faults({ id: 'x', version: 2 })).toEqual({ [`${at}.version`]: 'is not a known property' })
  })

  test.each(Object.keys(senders))('the template of a %s must be one of the account', async (kind) => {
    await fixture.openPoor()
    const theirs = (await fixture.api('POST', '/templates', { body: WELCOME, ...AS_POOR })).body.id
    for (const id of [theirs, 'tpl_1', '']) {
      const { status, body } = await senders[kind]!({ template: { id } })
      expect([status, body.code]).toEqual([404, 33404])
    }
  })

  test('a preview counts the languages', async () => {
    const { id } = (await create({ language: LANGUAGE })).body
    await fixture.api('PATCH', `/contacts/by-phone/${ANN}`, { body: { customFields: { Language: 'Spanish' } } })
    const recipients = MEMBERS.map((to) => ({ to }))
    const preview = async (kind: string, request: object) =>
      (await fixture.api('POST', '/messaging/preview', { body: { kind, request: { from: FROM, ...request } } })).body
    const counts = (english: number, spanish: number) => [
      { language: 'English', recipients: english },
      { language: 'Spanish', recipients: spanish },
    ]
    expect((await preview('message', { to: ANN, template: { id } })).templates).toEqual([
      { id, version: 1, languages: counts(0, 1) },
    ])
    expect((await preview('broadcast', { recipients, template: { id } })).templates).toEqual([
      { id, version: 1, languages: counts(MEMBERS.length, 0) },
    ])
    const wrong = await preview('message', { to: ANN, body: 'Hi', template: { id } })
    expect(faultsOf(wrong)).toEqual({ 'request.template': 'must not be given together with body' })
  })

  test('a message names the version when it is read and listed', async () => {
    const { id } = (await create({ body: 'Hi' })).body
    const { body } = await fixture.send({ body: undefined, template: { id } })
    expect((await fixture.read(body.id)).template).toEqual({ id, version: 1 })
    const { results } = (await fixture.api('GET', '/messaging/message?limit=1')).body
    expect(results[0].template).toEqual({ id, version: 1 })
    expect((await fixture.send()).body).not.toHaveProperty('template')
  })

  test('a schedule exchanges a template for a body', async () => {
    const { id } = (await create()).body
    const schedule = (await senders['schedule']!({ template: { id } })).body
    expect(schedule).not.toHaveProperty('body')
    const path = `/messaging/broadcast/schedules/${schedule.id}`
    const patch = async (body: object) => (await fixture.api('PATCH', path, { body })).body
    const withBody = await patch({ body: 'Own' })
    expect([withBody.body, withBody.template]).toEqual(['Own', undefined])
    expect((await patch({ template: { id } })).template).toEqual({ id })
    expect(faultsOf(await patch({ template: { id }, body: 'Own' }))).toHaveProperty('template')
    const refused = await fixture.api('DELETE', `/templates/${id}`)
    expect([refused.status, refused.body.details]).toEqual([409, { schedules: [schedule.id] }])
  })
})

test('the dashboard has the templates of the account, which editors may change', async () => {
  const { id } = (await create()).body
  const viewer = await signedInTo(fixture, 'viewer')
  expect((await viewer('GET', `/templates/${id}`)).body.name).toBe('Welcome')
  expect((await viewer('GET', `/templates/${id}/versions`)).body.totalCount).toBe(1)
  expect((await viewer('PATCH', `/templates/${id}`, { body: { body: 'x' } })).status).toBe(403)
  const editor = await signedInTo(fixture, 'editor')
  expect((await editor('PATCH', `/templates/${id}`, { body: { body: 'x' } })).body.version).toBe(2)
  expect((await editor('DELETE', `/templates/${id}`)).status).toBe(204)
})
