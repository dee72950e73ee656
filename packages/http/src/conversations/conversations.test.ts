import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

const ANN = '+12025550123'
const BOB = '+12025550124'
const OURS = '+12025550100'

let fixture: TestApi
let api: TestApi['api']
let vip: string

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  api = fixture.api
  vip = (await applyAcme(fixture))['VIP']!
})

let received = 0
const text = (from: string, body: string) =>
  fixture.useCases.receiveInbound.execute({
    from,
    to: OURS,
    body,
    mediaUrl: null,
    providerId: `text-${++received}`,
  })

test('conversations are listed by cursor, with the names of the contact and the newest text of the person', async () => {
  await api('POST', `/contacts/by-phone/${ANN}`, { body: { firstName: 'Ann' } })
  await text(ANN, 'Is it open?')
  await text(ANN, 'On Sunday?')
  await text(BOB, 'Hello')
  const { status, body } = await api('GET', '/conversations?limit=1')
  expect(status).toBe(200)
  expect(body.results).toMatchObject([{ number: OURS, phoneNumber: BOB, status: 'open', unreadCount: 1 }])
  const rest = await api('GET', `/conversations?cursor=${body.nextCursor}`)
  expect(rest.body).toMatchObject({
    results: [{ phoneNumber: ANN, firstName: 'Ann', unreadCount: 2, lastReceived: { body: 'On Sunday?', from: ANN } }],
    nextCursor: null,
  })
})

test('the list is filtered by status, by whether texts are unread, and by number', async () => {
  await text(ANN, 'Hello')
  await text(BOB, 'Hello')
  const [{ id, lastReceived }] = (await api('GET', `/conversations?phoneNumber=${BOB}`)).body.results
  await api('PATCH', `/conversations/${id}`, { body: { status: 'closed', readUntil: lastReceived.id } })
  const phones = async (query: string) =>
    (await api('GET', `/conversations?${query}`)).body.results.map((one: { phoneNumber: string }) => one.phoneNumber)
  expect(await phones('status=closed')).toEqual([BOB])
  expect(await phones('status=open')).toEqual([ANN])
  expect(await phones('unread=true')).toEqual([ANN])
  expect(await phones('unread=false')).toEqual([BOB, ANN])
  expect(await phones('phoneNumber=%2B12025550166')).toEqual([])
})

test('the thread has the texts in both directions with their outcomes, newest first', async () => {
  await api('POST', `/contacts/by-phone/${ANN}`)
  await api('POST', `/contacts/by-phone/${ANN}/groups/${vip}`)
  await text(ANN, 'Hello')
  await text(ANN, 'Is it open on Sunday?')
  await api('POST', '/messaging/message', { body: { to: ANN, from: OURS, body: 'Yes, from 10.' } })
  const [{ id }] = (await api('GET', '/conversations')).body.results
  const { body } = await api('GET', `/conversations/${id}/messages?limit=2`)
  expect(body.results).toMatchObject([
    { direction: 'outbound', body: 'Yes, from 10.', status: 'sent' },
    { direction: 'inbound', body: 'Is it open on Sunday?' },
  ])
  const rest = await api('GET', `/conversations/${id}/messages?cursor=${body.nextCursor}`)
  expect(rest.body.results[0]).toMatchObject({ direction: 'inbound', body: 'Hello' })
})

test('a closed conversation is opened by the next text of the person', async () => {
  await text(ANN, 'Hello')
  const [{ id, lastReceived }] = (await api('GET', '/conversations')).body.results
  const closed = await api('PATCH', `/conversations/${id}`, { body: { status: 'closed', readUntil: lastReceived.id } })
  expect(closed.body).toMatchObject({ id, status: 'closed', unreadCount: 0 })
  await text(ANN, 'Are you there?')
  expect((await api('GET', `/conversations/${id}`)).body).toMatchObject({ status: 'open', unreadCount: 1 })
})

test('a conversation stays unread if a text has arrived after the one that was read', async () => {
  await text(ANN, 'Hello')
  const [{ id, lastReceived }] = (await api('GET', '/conversations')).body.results
  await text(ANN, 'Are you there?')
  const { body } = await api('PATCH', `/conversations/${id}`, { body: { readUntil: lastReceived.id } })
  expect(body).toMatchObject({ status: 'open', unreadCount: 2 })
})

test('STOP is part of the conversation, and a reply is refused then', async () => {
  await text(ANN, 'STOP')
  const [{ id }] = (await api('GET', '/conversations')).body.results
  expect((await api('GET', `/conversations/${id}/messages`)).body.results).toMatchObject([
    { direction: 'outbound', body: 'Acme: You have opted out and will get no more messages from us.' },
    { direction: 'inbound', body: 'STOP' },
  ])
  const reply = await api('POST', '/messaging/message', { body: { to: ANN, from: OURS, body: 'Why?' } })
  expect(reply).toMatchObject({ status: 400, body: { code: 33029 } })
})

test('a text of a short code has no conversation', async () => {
  await text('72345', 'Hello')
  expect((await api('GET', '/conversations')).body).toEqual({ results: [], nextCursor: null })
})

test('a conversation that the account does not have is not found', async () => {
  for (const id of [`cnv_${'0'.repeat(26)}`, 'cnv_1', `msg_${'0'.repeat(26)}`]) {
    expect(await api('GET', `/conversations/${id}`)).toMatchObject({ status: 404, body: { code: 33404 } })
    expect((await api('GET', `/conversations/${id}/messages`)).status).toBe(404)
    expect((await api('PATCH', `/conversations/${id}`, { body: { status: 'closed' } })).status).toBe(404)
  }
})

test.each([
  ['cursor=nothing', 'cursor must be the nextCursor'],
  [`cursor=${Buffer.from(`2026-03-01T12:00:00.000Z msg_${'0'.repeat(26)}`).toString('base64url')}`, 'cursor must be'],
  ['status=new', 'status must be one of open, closed'],
  ['unread=yes', 'unread must be one of true, false'],
  ['phoneNumber=12', 'phoneNumber must be a number in E.164 form'],
])('the query %s is refused', async (query, message) => {
  const { status, body } = await api('GET', `/conversations?${query}`)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
})

test('a change that the conversation cannot have is refused', async () => {
  await text(ANN, 'Hello')
  const [{ id }] = (await api('GET', '/conversations')).body.results
  for (const body of [{ status: 'new' }, { readUntil: 'yesterday' }, { unreadCount: 0 }])
    expect((await api('PATCH', `/conversations/${id}`, { body })).status).toBe(400)
})
