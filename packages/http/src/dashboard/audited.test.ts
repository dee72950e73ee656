import { setTimeout as wait } from 'node:timers/promises'
import type { AuditEntry } from '@carillon/core'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { memberNumber } from '../testing/fixtures/broadcast-fixture.js'
import { aPerson, type Person } from '../testing/fixtures/dashboard-fixture.js'
import { ANN, FROM, openMessaging, SMS } from '../testing/fixtures/messaging-fixture.js'
import { CSV } from '../testing/imports.js'
import type { Call } from '../testing/test-api.js'

let adapters: MemoryAdapters
let fixture: Awaited<ReturnType<typeof openMessaging<MemoryAdapters>>>
let person: Person
let account: string

beforeEach(async () => {
  adapters = inMemory()
  // A repeat that waits for the first request really waits, because nobody moves the clock meanwhile.
  fixture = await openMessaging({ ...adapters, timer: { wait } })
  account = (await fixture.useCases.readAccount.execute({ name: 'Acme' })).id
  person = await aPerson(adapters, { roles: { [account]: 'admin' } })
})

const dashboard = (method: string, path: string, call?: Call) =>
  fixture.dashboard(method, `/accounts/${account}${path}`, call, person.token)

const entries = (): Promise<readonly AuditEntry[]> =>
  adapters.unitOfWork.run(({ auditLog }) =>
    auditLog.list({ account: null, user: null, action: null, from: null, to: null, after: null, limit: 100 }),
  )

test('a change adds who made it, from where, in which session, and what was changed', async () => {
  const group = fixture.groups['News']
  await dashboard('POST', `/contacts/by-phone/+12025550144`, { body: { firstName: 'Cat' } })
  await dashboard('POST', `/contacts/by-phone/+12025550144/groups/${group}`)
  const [joined, created] = await entries()
  expect(created).toEqual({
    id: expect.stringMatching(/^aud_/),
    at: adapters.clock.now(),
    actor: { user: person.user.id },
    session: expect.stringMatching(/^ses_/),
    address: '127.0.0.1',
    account,
    action: 'contact.created',
    subjects: ['+1202…44', expect.stringMatching(/^con_/)],
    details: {},
  })
  expect(joined).toMatchObject({ action: 'membership.joined', subjects: ['+1202…44', group] })
  expect(JSON.stringify(await entries())).not.toMatch(/2025550144|Cat/)
})

test('a send has an entry with the id of its message, and without its text', async () => {
  const { status, body } = await dashboard('POST', '/messaging/message', { body: SMS })
  expect(status).toBe(201)
  expect(await entries()).toMatchObject([{ action: 'message.sent', subjects: [body.id] }])
  expect(JSON.stringify(await entries())).not.toMatch(/Hi|202555/)
})

test('a number of the account is masked too', async () => {
  const { token } = await aPerson(adapters, { isOwner: true })
  const removed = await fixture.dashboard('DELETE', `/accounts/${account}/numbers/${FROM}`, undefined, token)
  expect(removed.status).toBe(204)
  const masked = `${FROM.slice(0, 5)}…${FROM.slice(-2)}`
  expect(await entries()).toMatchObject([{ action: 'number.removed', subjects: [masked] }])
  expect(JSON.stringify(await entries())).not.toContain(FROM)
})

test('a refused change, a change of nothing, a preview and a read have none', async () => {
  const refused = [
    await dashboard('POST', '/messaging/message', { body: { ...SMS, to: '+12025550199' } }),
    await dashboard('POST', `/contacts/by-phone/${ANN}`, { body: {} }),
    await dashboard('POST', '/messaging/message', { body: {} }),
    await dashboard('DELETE', '/keys/key_unknown'),
    await dashboard('POST', '/messaging/broadcast/brc_00000000000000000000000000/cancel'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 409, 400, 404, 404])
  const preview = { kind: 'message', request: SMS }
  expect((await dashboard('POST', '/messaging/preview', { body: preview })).status).toBe(200)
  expect((await dashboard('GET', '/contacts')).status).toBe(200)
  expect(await entries()).toEqual([])
})

test('a request that is sent twice with one idempotency key has one entry', async () => {
  const body = { ...SMS, idempotencyKey: 'once' }
  const replies = await Promise.all([1, 2].map(() => dashboard('POST', '/messaging/message', { body })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect(replies[0]!.body.id).toBe(replies[1]!.body.id)
  expect(await entries()).toMatchObject([{ action: 'message.sent', subjects: [replies[0]!.body.id] }])
})

test('an import has one entry with at most 20 of its contacts, and a broadcast one with its id', async () => {
  const numbers = Array.from({ length: 1_500 }, (_, n) => memberNumber(n))
  const raw = `phoneNumber\n${numbers.join('\n')}\n`
  expect((await dashboard('POST', '/contacts/import?group=VIP', { raw, headers: CSV })).status).toBe(200)
  const [imported, ...others] = await entries()
  expect([imported!.action, imported!.subjects.length, others]).toEqual(['contacts.imported', 20, []])

  await fixture.useCases.grantCredits.execute({ accountName: 'Acme', amounts: { sms: 100_000, mms: 0 } })
  const body = { from: FROM, body: 'Sale!', recipients: numbers.map((to) => ({ to })) }
  const started = await dashboard('POST', '/messaging/broadcast', { body })
  expect(started.status).toBe(201)
  const [entry] = await entries()
  expect([entry!.action, entry!.subjects]).toEqual(['broadcast.started', [started.body.id]])
  expect(await entries()).toHaveLength(2)
})

test('the change is undone if its entry cannot be stored', async () => {
  const broken = {
    ...adapters,
    unitOfWork: {
      run: <T>(work: Parameters<typeof adapters.unitOfWork.run<T>>[0]) =>
        adapters.unitOfWork.run<T>((stores) => work({ ...stores, auditLog: { ...stores.auditLog, add: fail } })),
      runOne: () => Promise.reject(new Error('no')),
    },
  }
  const other = await openMessaging(adapters, { dashboard: { adapters: { ...broken, provider: fixture.provider } } })
  const send = () => other.dashboard('POST', `/accounts/${account}/messaging/message`, { body: SMS }, person.token)
  const before = (await fixture.api('GET', '/messaging/message')).body.totalCount
  expect((await send()).status).toBe(500)
  expect((await fixture.api('GET', '/messaging/message')).body.totalCount).toBe(before)
})

function fail(): never {
  throw new Error('The disk is full')
}
