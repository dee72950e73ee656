import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { ANN, openMessaging } from '../testing/fixtures/messaging-fixture.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>
let call: Awaited<ReturnType<typeof signedInTo>>

beforeEach(async () => {
  fixture = await open()
  call = await signedInTo(fixture, 'editor')
})

const DRAFT = { body: 'Hello', numbers: ['+1 (202) 555-0123', 'nobody'], form: { to: 'numbers', groups: [] } }
const create = (fields: object = {}) => call('POST', '/drafts', { body: { ...DRAFT, ...fields } })
const save = (id: string, etag: string | null, fields: object = {}) =>
  call('PUT', `/drafts/${id}`, {
    body: { ...DRAFT, ...fields },
    headers: { ...(etag !== null && { 'If-Match': etag }) },
  })

test('a draft is kept with who wrote it, and its numbers in the form in which they are erased', async () => {
  const { status, body, headers } = await create()
  expect(status).toBe(201)
  const by = { id: call.user.id, name: 'Ann Lee' }
  const saved = { ...DRAFT, numbers: [ANN, 'nobody'], createdBy: by, updatedBy: by }
  expect(body).toMatchObject(saved)
  const read = await call('GET', `/drafts/${body.id}`)
  expect([read.body, read.headers.get('etag')]).toEqual([body, headers.get('etag')])
  const other = await signedInTo(fixture, 'sender')
  expect((await other('GET', '/drafts')).body.results).toEqual([
    {
      id: body.id,
      body: 'Hello',
      numberCount: 2,
      createdBy: by,
      createdAt: body.createdAt,
      updatedBy: by,
      updatedAt: body.updatedAt,
    },
  ])
})

test('the second of two tabs is refused with the state of the first', async () => {
  const { body, headers } = await create()
  const etag = headers.get('etag')!
  const first = await save(body.id, etag, { body: 'First' })
  expect([first.status, first.body.body]).toEqual([200, 'First'])
  const second = await save(body.id, etag, { body: 'Second' })
  expect([second.status, second.body.code]).toEqual([412, 33412])
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  expect((await save(body.id, null)).status).toBe(428)
  expect((await call('GET', `/drafts/${body.id}`)).body.body).toBe('First')
})

test('a sent draft is not listed, but can be taken up again', async () => {
  const { body, headers } = await create()
  const sent = await save(body.id, headers.get('etag'), { isSent: true })
  const count = async () => (await call('GET', '/drafts')).body.results.length
  expect([sent.status, await count()]).toEqual([200, 0])
  await save(body.id, sent.headers.get('etag'))
  expect(await count()).toBe(1)
})

test('the list names the template of a draft, as long as the account has it', async () => {
  const { body: template } = await call('POST', '/templates', { body: { name: 'Welcome', body: 'Hi' } })
  const of = (source: string, id: string) => ({ form: { source, template: id } })
  await create({ body: 'Own', ...of('text', template.id) })
  await create({ body: '', ...of('template', template.id) })
  await create({ body: '', ...of('template', 'Welcome') })
  const listed = async () =>
    (await call('GET', '/drafts')).body.results.map((draft: { template?: object }) => draft.template).reverse()
  expect(await listed()).toEqual([undefined, { id: template.id, name: 'Welcome' }, { id: 'Welcome' }])
  await call('DELETE', `/templates/${template.id}`)
  expect(await listed()).toEqual([undefined, { id: template.id }, { id: 'Welcome' }])
})

test('a draft is deleted once', async () => {
  const { id } = (await create()).body
  const remove = () => call('DELETE', `/drafts/${id}`)
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect((await save(id, '"a"')).body.code).toBe(33404)
  expect((await call('GET', '/drafts/drf_1')).status).toBe(404)
})

test.each([
  { body: 'x'.repeat(2_001) },
  { numbers: Array.from({ length: 2_001 }, () => 'x') },
  { numbers: ['x'.repeat(101)] },
  { numbers: ['\0'] },
  { form: { text: 'x'.repeat(20_000) } },
  { form: [] },
  { form: 'x' },
])('%#: too much is refused', async (fields) => expect((await create(fields)).status).toBe(400))

test('an account has at most 200 drafts', async () => {
  for (let i = 0; i < 200; i++) await create()
  const { status, body } = await create()
  expect([status, body.code]).toEqual([409, 33409])
})
