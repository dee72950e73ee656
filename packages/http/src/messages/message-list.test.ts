import type { SubmissionOutcome } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, AS_POOR, BOB, FROM, SHORT_CODE, openMessaging } from '../testing/fixtures/messaging-fixture.js'
import type { Json } from '../testing/test-api.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const UNKNOWN_ID = 'msg_00000000000000000000000000'
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'opted_out', message: 'Opted out at the carrier' }

describe('reading one message', () => {
  test('by an unknown or malformed id, or from another account, gets 404 with 33404', async () => {
    const { id } = (await fixture.send()).body
    await fixture.openPoor()
    const unknown = await fixture.api('GET', `/messaging/message/${UNKNOWN_ID}`)
    expect(unknown).toMatchObject({ status: 404, body: { code: 33404 } })
    const message = 'No message of this account has this id'
    for (const wrong of ['msg_1', 'x', id.toUpperCase(), `${id}%00`, '%ff', id.replace('msg_', 'con_')]) {
      expect(await fixture.api('GET', `/messaging/message/${wrong}`)).toMatchObject({
        status: 404,
        body: { code: 33404, message },
      })
    }
    const others = await fixture.api('GET', `/messaging/message/${id}`, AS_POOR)
    expect(others).toMatchObject({ status: 404, body: { code: 33404 } })
    expect((await fixture.api('GET', '/messaging/message', AS_POOR)).body).toMatchObject({
      totalCount: 0,
      results: [],
    })
    expect((await fixture.api('GET', '/account/credits', AS_POOR)).body.sms).toBe(0)
  })
})

describe('the list of messages', () => {
  const list = async (query = '') => (await fixture.api('GET', `/messaging/message${query}`)).body
  const bodiesOf = async (query = '') => (await list(query)).results.map(({ body }: Json) => body)

  /** Creates a message each minute from noon: to Ann, to Bob (refused), and from Ann. */
  beforeEach(async () => {
    await fixture.enroll(BOB)
    await fixture.send({ body: 'one' })
    fixture.clock.advance(60_000)
    fixture.provider.script.push(REFUSED)
    await fixture.send({ to: BOB, from: SHORT_CODE, body: 'two' })
    fixture.clock.advance(60_000)
    await fixture.textFrom(ANN, 'three')
  })

  test('is newest first, in pages', async () => {
    expect(await bodiesOf()).toEqual(['three', 'two', 'one'])
    expect(await list('?limit=2')).toMatchObject({ page: 1, limit: 2, totalCount: 3 })
    expect(await bodiesOf('?limit=2&page=2')).toEqual(['one'])
    expect((await list('?limit=1000')).limit).toBe(100)
  })

  test('shows an inbound message as sent at the time when it arrived', async () => {
    expect((await list()).results[0]).toEqual({
      id: expect.stringMatching(/^msg_/),
      direction: 'inbound',
      to: FROM,
      from: ANN,
      body: 'three',
      status: 'sent',
      sentAt: '2026-03-01T12:02:00.000Z',
      createdAt: '2026-03-01T12:02:00.000Z',
    })
  })

  test.each([
    ['direction=inbound', ['three']],
    ['direction=outbound', ['two', 'one']],
    ['to=%2B12025550123', ['one']],
    ['to=+12025550123', ['one']],
    ['from=%2B12025550123', ['three']],
    ['from=12345', ['two']],
    ['status=failed', ['two']],
    ['status=sent', ['three', 'one']],
    ['status=queued', []],
    ['createdFrom=2026-03-01T12:01:00Z', ['three', 'two']],
    ['createdFrom=2026-03-01T12:01:00.001Z', ['three']],
    ['createdTo=2026-03-01T12:01:00.000Z', ['two', 'one']],
    ['createdTo=2026-03-01T14:00%2B02:00', ['one']],
    ['createdTo=2026-03-01T14:00+02:00', ['one']],
    ['createdTo=2026-03-01T07:00:00-05:00', ['one']],
    ['createdFrom=2026-03-01T12:01:00Z&createdTo=2026-03-01T12:01:00Z', ['two']],
    ['direction=outbound&status=sent&to=%2B12025550123&from=%2B12025550100', ['one']],
    ['direction=&to=&from=&status=&createdFrom=&createdTo=', ['three', 'two', 'one']],
  ])('can be filtered by %s', async (query, bodies) => {
    expect(await bodiesOf(`?${query}`)).toEqual(bodies)
    expect((await list(`?${query}&limit=1`)).totalCount).toBe(bodies.length)
  })

  test.each([
    'direction=both',
    'direction=Inbound',
    'status=delivered',
    'status=sent,failed',
    'to=ann',
    'to=2025550123',
    'to=%2B1202',
    'from=1234567',
    'from=%00',
    'createdFrom=yesterday',
    'createdFrom=2026-03-01',
    'createdFrom=2026-03-01T12:00:00',
    'createdFrom=2026-02-30T12:00:00Z',
    'createdTo=2026-03-01T24:00:00Z',
    'createdTo=2026-03-01T12:60:00Z',
    'createdTo=2026-03-01T12:00:00%2B24:00',
    'createdTo=1772366400000',
    'status=sent&status=failed',
    'page=0',
    'limit=0',
  ])('refuses %s with 33400, and names the field', async (query) => {
    const { status, body } = await fixture.api('GET', `/messaging/message?${query}`)
    expect([status, body.code, body.details.fields[0].field]).toEqual([400, 33400, query.split('=')[0]])
  })
})
