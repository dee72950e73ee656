import { TOPICS, type AccountId } from '@carillon/core'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { aPerson, type Person } from '../testing/fixtures/dashboard-fixture.js'
import { ANN, BOB, openMessaging, SMS } from '../testing/fixtures/messaging-fixture.js'
import { readingEvents, type ReadEvents } from '../testing/read-events.js'

const TIMES = { pollMs: 2, checkMs: 2, heartbeatMs: 60_000 }

let adapters: MemoryAdapters
let fixture: Awaited<ReturnType<typeof openMessaging<MemoryAdapters>>>
let person: Person
let account: AccountId
let stopping: AbortController
const streams: ReadEvents[] = []

beforeEach(async () => {
  adapters = inMemory()
  stopping = new AbortController()
  fixture = await openMessaging(adapters, { dashboard: { adapters, stopping: stopping.signal, liveTimes: TIMES } })
  account = (await fixture.useCases.readAccount.execute({ name: 'Acme' })).id
  person = await aPerson(adapters, { roles: { [account]: 'viewer' } })
})
afterEach(() => streams.splice(0).forEach((stream) => stream.close()))

async function watch({ token = person.token, lastId }: { token?: string; lastId?: string | undefined } = {}) {
  const headers = { cookie: `carillon_session=${token}`, ...(lastId !== undefined && { 'last-event-id': lastId }) }
  const stream = await readingEvents(`${fixture.url}/dashboard/api/v1/accounts/${account}/live`, headers)
  streams.push(stream)
  return stream
}

describe('a stream', () => {
  test('is not cached or buffered on its way, and begins with the position of the reader', async () => {
    const stream = await watch()
    expect(stream.status).toBe(200)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(await stream.begun()).toMatch(/^([0-9a-f]{8}\.){7}[0-9a-f]{8}$/)
  })

  test('tells which conversation has a text, with ids and counts only', async () => {
    const stream = await watch()
    await stream.begun()
    await fixture.textFrom(ANN, 'Is it open on Sunday?')
    const event = await stream.next('conversations')
    expect(event.data).toEqual({ ids: [expect.stringMatching(/^cnv_/)], counts: { unread: 1 } })
    expect(await stream.next('messages')).toMatchObject({ data: { ids: [expect.stringMatching(/^msg_/)], counts: {} } })
    expect(stream.text()).not.toMatch(/Sunday|2025550123/)
  })

  test('tells about a send and the credits that it took', async () => {
    const stream = await watch()
    await stream.begun()
    const { body } = await fixture.send()
    expect((await stream.next('credits')).data).toEqual({ ids: [], counts: {} })
    expect((await stream.next('messages')).data).toEqual({ ids: [body.id], counts: {} })
  })

  test('tells about a change by another user', async () => {
    const stream = await watch()
    await stream.begun()
    const editor = await aPerson(adapters, { roles: { [account]: 'editor' } })
    const path = `/accounts/${account}/contacts/by-phone/${ANN}`
    expect((await fixture.dashboard('PATCH', path, { body: { lastName: 'Lee' } }, editor.token)).status).toBe(200)
    expect((await stream.next('contacts')).data).toEqual({ ids: [], counts: {} })
  })

  test('tells nothing about other accounts', async () => {
    const stream = await watch()
    await stream.begun()
    await fixture.openPoor()
    await fixture.sendOfPoor()
    await fixture.enroll(BOB)
    await stream.next('contacts')
    expect(stream.topics()).toEqual(['contacts'])
  })

  test('continues after the last event with what has changed since', async () => {
    const first = await watch()
    const begun = await first.begun()
    first.close()
    await fixture.enroll(BOB)
    const second = await watch({ lastId: begun })
    expect((await second.next('contacts')).data).toEqual({ ids: [], counts: {} })
    const { id } = await second.next('contacts', 0)
    second.close()
    const third = await watch({ lastId: id })
    await third.begun()
    await fixture.textFrom(ANN, 'Hi')
    await third.next('conversations')
    expect(third.topics()).not.toContain('contacts')
  })

  test.each(['', 'x', '1', 'a.b.c', 'f'.repeat(200)])(
    'begins with everything after the unknown id %j',
    async (lastId) => {
      const stream = await watch({ lastId })
      await stream.begun()
      await fixture.send()
      await stream.next('messages')
      if (lastId !== '') expect(stream.topics().slice(0, TOPICS.length)).toEqual(TOPICS)
    },
  )

  test('has comments while nothing happens', async () => {
    const dashboard = { adapters, liveTimes: { ...TIMES, heartbeatMs: 2 } }
    fixture = await openMessaging(adapters, { dashboard })
    const stream = await watch()
    await stream.matching(/(:\n\n){3}/)
    expect(stream.topics()).toEqual([])
  })

  test('outlives a failure of the database', async () => {
    const stream = await watch()
    await stream.begun()
    const { run } = adapters.unitOfWork
    let failures = 0
    adapters.unitOfWork.run = () => {
      failures++
      return Promise.reject(new Error('down'))
    }
    await fixture.logged('an account that is shown live cannot be read')
    adapters.unitOfWork.run = run.bind(adapters.unitOfWork)
    expect(failures).toBeGreaterThan(0)
    await fixture.send()
    await stream.next('messages')
  })
})

describe('a stream ends', () => {
  test('when its user signs out', async () => {
    const stream = await watch()
    await stream.begun()
    await fixture.dashboard('DELETE', '/session', {}, person.token)
    await stream.ended()
    expect((await watch()).status).toBe(401)
  })

  test('when the session expires, which the stream does not prevent', async () => {
    const stream = await watch()
    await stream.begun()
    adapters.clock.advance(12 * 3_600_000)
    await stream.ended()
  })

  test('when the user loses the role, or is disabled', async () => {
    for (const change of [{ roles: [] }, { disabledAt: adapters.clock.now() }]) {
      const { user, token } = await aPerson(adapters, { roles: { [account]: 'viewer' } })
      const stream = await watch({ token })
      await stream.begun()
      await adapters.unitOfWork.run(({ users }) => users.save({ ...user, ...change }))
      await stream.ended()
    }
  })

  test('when the server stops, and none begins then', async () => {
    const stream = await watch()
    await stream.begun()
    stopping.abort()
    await stream.ended()
    expect((await watch()).status).toBe(503)
  })
})

describe('streams are limited', () => {
  test('to six for a session', async () => {
    const open = await Promise.all(Array.from({ length: 6 }, () => watch()))
    expect(open.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const refused = await watch()
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    const other = await aPerson(adapters, { roles: { [account]: 'viewer' } })
    expect((await watch({ token: other.token })).status).toBe(200)
  })
})

test('a request for the head of a stream ends at once', async () => {
  const { status } = await fixture.dashboard('HEAD', `/accounts/${account}/live`, {}, person.token)
  expect(status).toBe(200)
})

test('sends nothing for a message of the account that is read only', async () => {
  const stream = await watch()
  await stream.begun()
  await fixture.api('GET', '/messaging/message')
  await fixture.send({ ...SMS })
  await stream.next('messages')
  expect(new Set(stream.topics())).toEqual(new Set(['credits', 'messages']))
})
