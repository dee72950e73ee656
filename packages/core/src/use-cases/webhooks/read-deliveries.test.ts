import { NOW, after, aWebhookResponse, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ListDeliveries, ReadDelivery, type ListDeliveriesInput } from './read-delivery.js'

/**
 * Three events, a second apart: the first is delivered, the second waits for its second try, the third for its first.
 */
async function open() {
  const fixture = await webhookFixture(inMemory({ now: NOW }))
  const { account, unitOfWork, clock, happen, relay, work } = fixture
  const endpoint = await fixture.hook()
  fixture.webhookSender.nextAnswers.push(aWebhookResponse(204), aWebhookResponse(503))
  const events: string[] = []
  for (const seconds of [0, 1, 2]) {
    clock.set(after(seconds))
    const [event] = await happen(1, { type: seconds === 2 ? 'contacts.group.opted_out' : 'contacts.group.opted_in' })
    events.push(event!.id)
    await relay()
    if (seconds < 2) await work()
  }
  const name = { accountName: account.name, id: endpoint.id as string }
  const page = { page: 1, limit: 10 }
  const list = (given: Partial<ListDeliveriesInput> = {}) =>
    new ListDeliveries({ unitOfWork }).execute({ ...name, filter: {}, page, ...given })
  return {
    ...fixture,
    events,
    endpoint,
    list,
    listed: async (filter: ListDeliveriesInput['filter'] = {}) =>
      (await list({ filter })).results.map(({ delivery }) => events.indexOf(delivery.event)),
    read: (event: string, one: Partial<typeof name> = {}) =>
      new ReadDelivery({ unitOfWork }).execute({ ...name, event, ...one }),
  }
}

describe('the deliveries of an endpoint', () => {
  test('are listed with their last attempt, newest event first', async () => {
    const { list, listed } = await open()
    expect(await listed()).toEqual([2, 1, 0])
    expect(await list()).toMatchObject({
      page: 1,
      limit: 10,
      totalCount: 3,
      results: [
        { delivery: { status: 'pending', attempts: 0 }, last: null },
        { delivery: { status: 'pending', attempts: 1 }, last: { number: 1, answer: { status: 503 } } },
        { delivery: { status: 'delivered', attempts: 1 }, last: { number: 1, answer: { status: 204 } } },
      ],
    })
  })

  test('have no next try while the endpoint is disabled, and the same next try again once it is enabled', async () => {
    const { list, read, events, endpoint, change } = await open()
    const nexts = async () => [
      ...(await list()).results.map(({ delivery }) => delivery.nextAt),
      (await read(events[1]!)).delivery.nextAt,
    ]
    const before = await nexts()
    expect(before).toEqual([after(2), expect.any(Date), null, before[1]])
    await change(endpoint, { disabled: { at: after(2), reason: 'operator' } })
    expect(await nexts()).toEqual([null, null, null, null])
    await change(endpoint, { disabled: null })
    expect(await nexts()).toEqual(before)
  })

  test('can be filtered by status, by type, and by event', async () => {
    const { listed, events } = await open()
    expect(await listed({ status: 'pending' })).toEqual([2, 1])
    expect(await listed({ type: 'contacts.group.opted_in' })).toEqual([1, 0])
    expect(await listed({ status: 'pending', type: 'contacts.group.opted_in' })).toEqual([1])
    expect(await listed({ event: events[0] })).toEqual([0])
    expect(await listed({ event: events[0], status: 'pending' })).toEqual([])
  })

  test.each(['', 'evt_', 'evt_\0', `evt_${'0'.repeat(26)}`])('are empty for an unknown event: %j', async (event) => {
    const { list } = await open()
    expect(await list({ filter: { event } })).toEqual({ page: 1, limit: 10, totalCount: 0, results: [] })
  })

  test('are listed in pages', async () => {
    const { list, events } = await open()
    const second = await list({ page: { page: 2, limit: 2 } })
    expect(second).toMatchObject({ page: 2, limit: 2, totalCount: 3, results: [{ delivery: { event: events[0] } }] })
  })

  test('are not found for an unknown endpoint', async () => {
    const { list, hook, neighbour } = await open()
    const theirs = await hook({ account: (await neighbour()).id })
    for (const id of ['', 'whk_', theirs.id]) {
      await expect(list({ id })).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
    }
    await expect(list({ accountName: 'Nobody' })).rejects.toMatchObject({ code: 'account-not-found' })
  })
})

describe('a delivery', () => {
  test('is read with its event and all attempts, oldest first', async () => {
    const { read, events, clock, nextAt, endpoint, work } = await open()
    clock.set(after(7))
    await work()
    expect(await nextAt(endpoint)).toBeNull()
    const { delivery, event, attempts } = await read(events[1]!)
    expect(delivery).toMatchObject({ event: events[1], endpoint: endpoint.id, status: 'delivered', attempts: 2 })
    expect(event.at).toEqual(after(1))
    expect(JSON.parse(event.data)).toMatchObject({ reason: 'DIRECT' })
    expect(attempts).toMatchObject([
      { number: 1, answer: { status: 503 } },
      { number: 2, answer: { status: 204 } },
    ])
  })

  test.each(['', 'evt_', 'evt_\0', `evt_${'0'.repeat(26)}`])('of an unknown event is not found: %j', async (event) => {
    const { read } = await open()
    await expect(read(event)).rejects.toMatchObject({ code: 'webhook-delivery-not-found' })
  })

  test('of an event for which the endpoint has no delivery is not found', async () => {
    const { read, hook, events } = await open()
    const { id } = await hook()
    await expect(read(events[0]!, { id })).rejects.toMatchObject({ code: 'webhook-delivery-not-found' })
  })

  test('of an unknown endpoint or account is not found', async () => {
    const { read, events } = await open()
    await expect(read(events[0]!, { id: 'whk_' })).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
    await expect(read(events[0]!, { accountName: 'Nobody' })).rejects.toMatchObject({ code: 'account-not-found' })
  })
})
