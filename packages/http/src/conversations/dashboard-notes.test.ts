import type { AccountId, ConversationId } from '@carillon/core'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { aPerson, type Person } from '../testing/fixtures/dashboard-fixture.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

const ANN = '+12025550123'
const OURS = '+12025550100'

let adapters: MemoryAdapters
let fixture: TestApi
let account: string
let conversation: string
let ed: Person
let sam: Person

beforeEach(async () => {
  adapters = inMemory()
  fixture = await openTestApi(adapters)
  await applyAcme(fixture)
  account = (await fixture.useCases.listAccounts.execute())[0]!.id
  const text = { from: ANN, to: OURS, body: 'Is it open?', mediaUrl: null, providerId: 'text-1' }
  await fixture.useCases.receiveInbound.execute(text)
  ed = await aPerson(adapters, { name: 'Ed', passwordHash: 'x', roles: { [account]: 'editor' } })
  sam = await aPerson(adapters, { name: 'Sam', passwordHash: 'x', roles: { [account]: 'editor' } })
  conversation = (await as(ed)('GET', '/conversations')).body.results[0].id
})

const as = (person: Person) => (method: string, path: string, body?: object) =>
  fixture.dashboard(method, `/accounts/${account}${path}`, body === undefined ? {} : { body }, person.token)

test('notes about a conversation have their authors, oldest first', async () => {
  const path = `/conversations/${conversation}/notes`
  const first = await as(ed)('POST', path, { body: ' Asked about Sunday ' })
  expect([first.status, first.body]).toMatchObject([
    201,
    { author: { id: ed.user.id, name: 'Ed' }, body: 'Asked about Sunday' },
  ])
  const second = await as(sam)('POST', path, { body: 'Answered' })
  expect((await as(ed)('GET', path)).body).toEqual({ results: [first.body, second.body] })
})

test('people remove their own notes, and admins those of everybody', async () => {
  const admin = await aPerson(adapters, { roles: { [account]: 'admin' } })
  const path = `/conversations/${conversation}/notes`
  const [one, two] = [await as(ed)('POST', path, { body: 'One' }), await as(ed)('POST', path, { body: 'Two' })]
  const statuses = []
  for (const [person, note] of [
    [sam, one],
    [ed, one],
    [ed, one],
    [admin, two],
  ] as const)
    statuses.push((await as(person)('DELETE', `${path}/${note.body.id}`)).status)
  expect(statuses).toEqual([403, 204, 404, 204])
  expect((await as(ed)('GET', path)).body).toEqual({ results: [] })
})

test('a note without text, with more than 2,000 characters, or beyond the 200th is refused', async () => {
  const path = `/conversations/${conversation}/notes`
  expect((await as(ed)('POST', path, { body: '  ' })).status).toBe(400)
  expect((await as(ed)('POST', path, { body: 'x'.repeat(2_001) })).status).toBe(400)
  expect((await as(ed)('POST', path, { body: 'x'.repeat(2_000) })).status).toBe(201)
  await adapters.unitOfWork.run(async ({ notes }) => {
    const [note] = await notes.list(account as AccountId, conversation as ConversationId)
    for (let i = 1; i < 200; i++) await notes.add({ ...note!, id: adapters.ids.next('nte') })
  })
  const refused = await as(ed)('POST', path, { body: 'One more' })
  expect([refused.status, refused.body.details]).toEqual([409, { limit: 200 }])
})

test('conversations are given to users of the account, listed by assignee, and taken back', async () => {
  const path = `/conversations/${conversation}`
  const given = await as(sam)('PATCH', path, { assigneeId: ed.user.id })
  expect(given.body.assignee).toEqual({ id: ed.user.id, name: 'Ed' })
  const found = async (assignee: string) =>
    (await as(ed)('GET', `/conversations?assignee=${assignee}`)).body.results.length as number
  expect([await found(ed.user.id), await found(sam.user.id), await found('nobody')]).toEqual([1, 0, 0])
  const taken = await as(sam)('PATCH', path, { assigneeId: null })
  expect([taken.body.assignee, await found('nobody')]).toEqual([undefined, 1])
  const stranger = await aPerson(adapters, {})
  expect((await as(sam)('PATCH', path, { assigneeId: stranger.user.id })).status).toBe(404)
  expect((await as(sam)('PATCH', path, { assigneeId: 'Ed' })).status).toBe(400)
})

test('viewers see the names of the active users with a role in the account', async () => {
  const viewer = await aPerson(adapters, { name: 'Vi', passwordHash: 'x', roles: { [account]: 'viewer' } })
  await aPerson(adapters, { name: 'Not yet', roles: { [account]: 'viewer' } })
  const { body } = await as(viewer)('GET', '/colleagues')
  expect(body.results).toEqual([ed, sam, viewer].map(({ user: { id, name } }) => ({ id, name })))
})
