import { ANN, BOB } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { memoryOutbox } from '../outbox/memory-outbox.js'
import { NOTHING, OURS, simOf, type SimGiven } from '../testing/sim.js'

const openSim = (given?: SimGiven) => simOf(inMemory(), given)
const REFERENCE = `acc_${'0'.repeat(26)}.msg_${'0'.repeat(26)}`

describe('GET /sim/events', () => {
  test('is a stream that proxies must not buffer', async () => {
    const { watch } = await openSim()
    const { status, headers, nextFrame } = await watch()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(await nextFrame()).toBe('retry: 1000')
  })

  test('begins with the newest 200 texts, in the same form as GET /sim/texts', async () => {
    const { call, fake, watch } = await openSim()
    const all = Array.from({ length: 210 }, (_, i) => `text ${i}`)
    const submission = { from: OURS, to: ANN, mediaUrl: null }
    await fake.submit(
      all.map((body) => ({ ...submission, reference: body, body })),
      { deadlineMs: 60_000 },
    )
    const { body } = await call('GET', '/texts?limit=200')
    expect(body['results']).toHaveLength(200)
    expect(await (await watch()).next()).toEqual({ event: 'texts', data: { ...body, isWhole: false } })
  })

  test('sends each new text, whether received, written or refused', async () => {
    const { call, send, watch } = await openSim()
    const { next } = await watch()
    expect(await next()).toEqual(NOTHING)
    await send(ANN, 'one')
    expect(await next()).toMatchObject({ event: 'text', data: { body: 'one', state: 'arrived' } })
    await call('POST', '/inbound', { from: BOB, to: OURS, body: 'two' })
    expect(await next()).toMatchObject({ event: 'text', data: { phone: BOB, body: 'two', state: 'written' } })
    await call('PUT', '/behaviour', { outcome: 'reject' })
    await send(ANN, 'three')
    expect(await next()).toMatchObject({ event: 'text', data: { body: 'three', state: 'refused' } })
    const { body } = await call('GET', '/texts?limit=1')
    expect(body).toMatchObject({ results: [{ body: 'three' }] })
  })

  test('sends a text again when a receipt has changed it', async () => {
    const { call, send, watch } = await openSim()
    await send(ANN, 'one', { reference: REFERENCE })
    const { next } = await watch()
    expect(await next()).toMatchObject({ event: 'texts', data: { results: [{ state: 'arrived' }] } })
    await call('POST', '/receipts', { reference: REFERENCE, status: 'failed' })
    expect(await next()).toMatchObject({
      event: 'text',
      data: { state: 'failed', failure: { type: 'carrier_rejected' } },
    })
    await call('POST', '/receipts', { reference: REFERENCE, status: 'delivered' })
    expect(await next()).toMatchObject({ event: 'text', data: { body: 'one', state: 'delivered' } })
  })

  test('reports that the outbox was cleared, and then sends new texts', async () => {
    const { call, send, watch } = await openSim()
    await send(ANN, 'one')
    const { next } = await watch()
    await next()
    await call('DELETE', '/messages')
    expect(await next()).toEqual({ event: 'cleared', data: {} })
    await send(ANN, 'two')
    expect(await next()).toMatchObject({ event: 'text', data: { body: 'two' } })
  })

  test('sends the same events to every watcher, but first all texts to a watcher that connects later', async () => {
    const { send, watch } = await openSim()
    const first = await watch()
    await first.next()
    await send(ANN, 'one')
    const one = await first.next()
    const second = await watch()
    expect(await second.next()).toEqual({ event: 'texts', data: { results: [one!.data], isWhole: true } })
    await send(ANN, 'two')
    expect(await second.next()).toEqual(await first.next())
    second.leave()
    await send(ANN, 'three')
    expect(await first.next()).toMatchObject({ data: { body: 'three' } })
  })

  test('responds to HEAD at once, and leaves other methods to the server', async () => {
    const { url, call } = await openSim()
    const response = await fetch(`${url}/events`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await response.text()).toBe('')
    expect(await call('POST', '/events')).toEqual({ status: 404, body: { passedOn: 'path' } })
  })

  test('reports once that the outbox cannot be read, and continues when it can be read again', async () => {
    const outbox = memoryOutbox()
    const texts = outbox.texts.bind(outbox)
    const errors: unknown[] = []
    const gone = new Error('The database is gone')
    let failuresLeft = 0
    outbox.texts = (query) => (failuresLeft-- > 0 ? Promise.reject(gone) : texts(query))
    const { send, watch } = await openSim({ outbox, onError: (error) => errors.push(error) })
    const { next } = await watch()
    await next()
    failuresLeft = 2
    await send(ANN, 'one')
    expect(await next()).toMatchObject({ event: 'text', data: { body: 'one' } })
    expect(errors).toEqual([gone])
  })
})
