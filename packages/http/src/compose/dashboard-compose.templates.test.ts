import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'

const MEDIA = 'https://a.example/bell.png'
const FIELD = 'contact_custom_field_1'
const SPANISH_SPEAKER = memberNumber(1)
const NUMBERS = [memberNumber(0), SPANISH_SPEAKER]

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>
let call: Awaited<ReturnType<typeof signedInTo>>
let id: string

beforeEach(async () => {
  fixture = await open()
  call = await signedInTo(fixture, 'sender')
  const field = { key: FIELD, label: 'Language', type: 'SINGLE_SELECT', options: ['English', 'Spanish'] }
  await fixture.declare({ customFields: [field] })
  const customFields = { Language: 'Spanish' }
  await fixture.api('PATCH', `/contacts/by-phone/${SPANISH_SPEAKER}`, { body: { firstName: 'Zoe', customFields } })
  const variants = { Spanish: { body: 'Hola {{contact_first_name}}', mediaUrl: MEDIA } }
  const body = { name: 'Welcome', body: 'Hello', language: { field: FIELD, default: 'English', variants } }
  id = (await fixture.api('POST', '/templates', { body })).body.id
})

const request = () => ({ audience: { numbers: NUMBERS }, template: { id } })
const compose = (fields: object = {}) =>
  call('POST', '/broadcasts/compose', {
    body: { ...request(), from: FROM, idempotencyKey: 'once', holdSeconds: 0, ...fields },
  })

test('a template is sent in the language of each person, with its version', async () => {
  const { status, body } = await compose()
  expect([status, body]).toMatchObject([201, { body: 'Hello', template: { id, version: 1 }, totalRecipients: 2 }])
  await fixture.work()
  const submitted = fixture.provider.submitted.map(({ to, body: text, mediaUrl }) => [to, text, mediaUrl])
  expect(submitted.toSorted()).toEqual([
    [memberNumber(0), 'Hello', null],
    [SPANISH_SPEAKER, 'Hola Zoe', MEDIA],
  ])
})

test('the members of a group get a template too', async () => {
  const { status, body } = await compose({ audience: { groups: [fixture.groups['VIP']] } })
  expect([status, body]).toMatchObject([201, { template: { id, version: 1 }, totalRecipients: 121 }])
})

test('the key of a message is refused for another template', async () => {
  const other = (await fixture.api('POST', '/templates', { body: { name: 'Bye', body: 'Bye' } })).body.id
  expect((await compose()).status).toBe(201)
  expect((await compose()).status).toBe(201)
  expect((await compose({ template: { id: other } })).body.code).toBe(33409)
})

test('the preview counts the people of each language', async () => {
  const { body } = await call('POST', '/broadcasts/compose/preview', { body: { ...request(), from: FROM } })
  const languages = [
    { language: 'English', recipients: 1 },
    { language: 'Spanish', recipients: 1 },
  ]
  expect(body).toMatchObject({ recipients: { accepted: 2 }, templates: [{ id, version: 1, languages }] })
})

test('samples show the text, language and media that each person gets', async () => {
  const { body } = await call('POST', '/broadcasts/compose/samples', { body: request() })
  expect(body.results).toMatchObject([
    { to: memberNumber(0), body: 'Hello', language: 'English', segments: 1 },
    { to: SPANISH_SPEAKER, body: 'Hola Zoe', language: 'Spanish', mediaUrl: MEDIA },
  ])
  expect(body.results[0]).not.toHaveProperty('mediaUrl')
})

test('samples of a template without languages name no language', async () => {
  const plain = (await fixture.api('POST', '/templates', { body: { name: 'Bye', body: 'Bye' } })).body.id
  const { body } = await call('POST', '/broadcasts/compose/samples', {
    body: { ...request(), template: { id: plain } },
  })
  expect(body.results[0]).toEqual(expect.not.objectContaining({ language: expect.anything() }))
  expect(body.results[0].body).toBe('Bye')
})

test('samples are refused with neither or both of body and template, and of a template that is missing', async () => {
  const codeWith = async (fields: object) =>
    (await call('POST', '/broadcasts/compose/samples', { body: { ...request(), ...fields } })).body.code
  expect([
    await codeWith({ template: undefined }),
    await codeWith({ body: 'Hello' }),
    await codeWith({ template: { id: 'tpl_1' } }),
  ]).toEqual([33400, 33400, 33404])
})
