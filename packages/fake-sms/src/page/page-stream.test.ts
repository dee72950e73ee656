import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { streamModule } from '../testing/page-modules.js'

const { listen } = await streamModule

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const BEGINNING = { results: [], isWhole: true }

test('the stream is live once the initial texts have arrived, and not before', () => {
  const { told, streams } = opened()
  streams[0]!.dispatchEvent(new Event('open'))
  expect(told).toEqual([])
  streams[0]!.tell('texts', BEGINNING)
  expect(told).toEqual([BEGINNING, 'live'])
  streams[0]!.tell('text', { id: '1' })
  streams[0]!.tell('cleared', {})
  expect(told.slice(2)).toEqual([{ id: '1' }, 'cleared'])
})

test('after a lost connection the browser reconnects, or the page does if the browser gives up', () => {
  const { told, streams } = opened()
  streams[0]!.tell('texts', BEGINNING)
  streams[0]!.fail(FakeSource.CONNECTING)
  jest.advanceTimersByTime(3_000)
  expect(streams).toHaveLength(1)
  streams[0]!.fail(FakeSource.CLOSED)
  jest.advanceTimersByTime(2_000)
  expect(streams).toHaveLength(2)
  expect(told.at(-1)).toBe('reconnecting')
  streams[1]!.tell('texts', BEGINNING)
  expect(told.at(-1)).toBe('live')
})

test('the stream reconnects after two missing heartbeats, but not after one', () => {
  const { told, streams } = opened()
  streams[0]!.tell('texts', BEGINNING)
  for (let i = 0; i < 3; i++) {
    jest.advanceTimersByTime(29_000)
    streams[0]!.tell('alive', {})
  }
  expect(told.at(-1)).toBe('live')
  jest.advanceTimersByTime(35_000)
  expect(told.at(-1)).toBe('reconnecting')
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('a hidden tab has no connection, and connects again when it is shown', () => {
  const { streams, look } = opened()
  streams[0]!.tell('texts', BEGINNING)
  look(false)
  expect(streams[0]!.isClosed).toBe(true)
  jest.advanceTimersByTime(100_000)
  expect(streams).toHaveLength(1)
  look(true)
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
  expect(opened({ isHidden: true }).streams).toEqual([])
})

class FakeSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly CLOSED = 2
  readyState = FakeSource.CONNECTING
  isClosed = false

  close() {
    this.isClosed = true
  }

  tell(kind: string, data: object) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }))
  }

  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

/** A page in a fake browser. */
function opened({ isHidden = false } = {}) {
  const streams: FakeSource[] = []
  const page = Object.assign(new EventTarget(), { baseURI: 'http://localhost/sim/', hidden: isHidden })
  class EventSource extends FakeSource {
    constructor() {
      super()
      streams.push(this)
    }
  }
  Object.assign(globalThis, { document: page, EventSource })
  const told: unknown[] = []
  listen({
    onTexts: (beginning) => told.push(beginning),
    onText: (text) => told.push(text),
    onCleared: () => told.push('cleared'),
    onConnection: (state) => told.push(state),
  })
  const look = (isLooking: boolean) => {
    page.hidden = !isLooking
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { told, streams, look }
}
