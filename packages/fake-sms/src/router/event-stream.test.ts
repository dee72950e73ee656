import { ANN } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import type { Request, Response } from 'express'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FakeSms } from '../fake-sms.js'
import { NOTHING, OURS, simOf, type SimGiven } from '../testing/sim.js'
import { eventStream } from './event-stream.js'
import { TextFeed } from './text-feed.js'

const openSim = (given?: SimGiven) => simOf(inMemory(), given)

describe('a stream of events', () => {
  test('accepts 50 watchers at once, and another watcher after one has left', async () => {
    const { call, watch } = await openSim()
    const watchers = await Promise.all(Array.from({ length: 50 }, watch))
    expect(await call('GET', '/events')).toMatchObject({
      status: 503,
      body: { code: 33503, message: 'At most 50 clients can watch at a time' },
    })
    watchers[0]!.leave()
    let another = await watch()
    while (another.status === 503) another = await watch()
    expect(await another.next()).toEqual(NOTHING)
  })

  test('ends when the service stops, and then refuses new watchers', async () => {
    const stopping = new AbortController()
    const { call, watch } = await openSim({ stopping: stopping.signal })
    const watchers = [await watch(), await watch()]
    for (const { next } of watchers) await next()
    stopping.abort()
    for (const { next } of watchers) expect(await next()).toBeNull()
    expect(await call('GET', '/events')).toMatchObject({ status: 503, body: { code: 33503 } })
  })

  test('disconnects a watcher that is sent far more than it reads, and no other watcher', async () => {
    const { send, watch } = await openSim()
    const [reader, idler] = [await watch(), await watch()]
    for (const { next } of [reader, idler]) await next()
    const body = 'x'.repeat(2_000_000)
    for (let i = 0; i < 30; i++) {
      await send(ANN, body, { reference: `${i}` })
      expect(await reader.next()).toMatchObject({ data: { reference: `${i}` } })
    }
    await expect(toItsEnd(idler)).rejects.toThrow('terminated')
    await send(ANN, 'last')
    expect(await reader.next()).toMatchObject({ data: { body: 'last' } })
  })

  test('stops listening for changes when the last watcher has left', async () => {
    const { fake, watch } = await openSim()
    const onChange = fake.onChange.bind(fake)
    const hasLeft = new Promise<void>((resolve) => {
      fake.onChange = (listener) => {
        const end = onChange(listener)
        return () => {
          end()
          resolve()
        }
      }
    })
    const { next, leave } = await watch()
    await next()
    leave()
    await hasLeft
  })

  test('does not begin for a client that has already left', async () => {
    const fake = new FakeSms(inMemory())
    const feed = new TextFeed({ fakeSms: fake, onError: () => {} })
    const watched: unknown[] = []
    feed.watch = (watcher) => {
      watched.push(watcher)
      return () => {}
    }
    const handler = eventStream({ feed, stopping: null })
    const leaving = new AbortController()
    const isOver = new Promise<void>((resolve) => {
      const server = createServer((req, res) => {
        res.once('close', () => {
          server.close()
          void handler(req as Request, res as Response, () => {})
          resolve()
        })
        leaving.abort()
      })
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        fetch(`http://127.0.0.1:${port}`, { signal: leaving.signal }).catch(() => {})
      })
    })
    await isOver
    expect(watched).toEqual([])
  })

  test('is closed when the service stops, even if a watcher does not read', async () => {
    const stopping = new AbortController()
    const { send, watch } = await openSim({ stopping: stopping.signal })
    const [reader, idler] = [await watch(), await watch()]
    for (const { next } of [reader, idler]) await next()
    await send(ANN, 'x'.repeat(20_000_000))
    await reader.next()
    stopping.abort()
    expect(await reader.next()).toBeNull()
    await expect(toItsEnd(idler)).rejects.toThrow('terminated')
  })
})

async function toItsEnd({ next }: { next(): Promise<unknown> }) {
  while ((await next()) !== null);
}

const ALL_BUT_INTERVALS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const

afterEach(() => void jest.useRealTimers())

describe('a watcher with much to read', () => {
  const long = 'x'.repeat(100_000)
  const submissions = Array.from({ length: 200 }, (_, i) => {
    return { reference: `long ${i}`, from: OURS, to: ANN, body: long, mediaUrl: null }
  })

  test('is not disconnected while it reads, however large the first event is', async () => {
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] })
    const { send, fake, watch } = await openSim()
    await fake.submit(submissions, { deadlineMs: 60_000 })
    // The initial event is sent to the watchers in the order in which they connected.
    const [slow, quick] = [await watch(), await watch()]
    await quick.next()
    for (const body of ['one', 'two']) {
      await send(ANN, body)
      await quick.next()
    }
    jest.advanceTimersByTime(15_000)
    expect(await slow.next()).toMatchObject({ event: 'texts' })
    jest.advanceTimersByTime(15_000)
    expect([await slow.next(), await slow.next()]).toMatchObject([{ data: { body: 'one' } }, { data: { body: 'two' } }])
  })

  test('is disconnected if it reads nothing between two heartbeats', async () => {
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] })
    const { fake, watch } = await openSim()
    await fake.submit(submissions, { deadlineMs: 60_000 })
    const [idler, reader] = [await watch(), await watch()]
    await reader.next()
    // More than two heartbeats, because the socket buffers still accept data for a while.
    for (let i = 0; i < 50; i++) {
      jest.advanceTimersByTime(15_000)
      await new Promise(setImmediate)
    }
    await expect(toItsEnd(idler)).rejects.toThrow('terminated')
    expect(await reader.nextFrame()).toContain('event: alive')
  })
})

describe('a stream without changes', () => {
  test('sends a heartbeat every 15 seconds while it is open', async () => {
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] })
    const { watch } = await openSim()
    const { nextFrame, leave } = await watch()
    await nextFrame()
    expect(await nextFrame()).toContain('event: texts')
    for (let i = 0; i < 3; i++) {
      jest.advanceTimersByTime(15_000)
      expect(await nextFrame()).toBe('event: alive\ndata: {}')
    }
    leave()
    while (jest.getTimerCount() > 0) await new Promise(setImmediate)
  })
})
