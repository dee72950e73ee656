import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { streamModule } from '../testing/page-modules.js'

const { listen } = await streamModule

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const BEGINNING = { results: [], isWhole: true }

test('the stream is live once the initial texts have arrived, and not before', () => {
  const { received, streams } = opened()
  streams[0]!.dispatchEvent(new Event('open'))
  expect(received).toEqual([])
  streams[0]!.emit('texts', BEGINNING)
  expect(received).toEqual([BEGINNING, 'live'])
  streams[0]!.emit('text', { id: '1' })
  streams[0]!.emit('cleared', {})
  expect(received.slice(2)).toEqual([{ id: '1' }, 'cleared'])
})

test('after a lost connection the browser reconnects, or the page does if the browser gives up', () => {
  const { received, streams } = opened()
  streams[0]!.emit('texts', BEGINNING)
  streams[0]!.fail(FakeSource.CONNECTING)
  jest.advanceTimersByTime(3_000)
  expect(streams).toHaveLength(1)
  streams[0]!.fail(FakeSource.CLOSED)
  jest.advanceTimersByTime(2_000)
  expect(streams).toHaveLength(2)
  expect(received.at(-1)).toBe('reconnecting')
  streams[1]!.emit('texts', BEGINNING)
  expect(received.at(-1)).toBe('live')
})

test('the stream reconnects after two missing heartbeats, but not after one', () => {
  const { received, streams } = opened()
  streams[0]!.emit('texts', BEGINNING)
  for (let i = 0; i < 3; i++) {
    jest.advanceTimersByTime(29_000)
    streams[0]!.emit('alive', {})
  }
  expect(received.at(-1)).toBe('live')
  jest.advanceTimersByTime(35_000)
  expect(received.at(-1)).toBe('reconnecting')
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('a hidden tab has no connection, and connects again when it is shown', () => {
  const { streams, setVisible } = opened()
  streams[0]!.emit('texts', BEGINNING)
  setVisible(false)
  expect(streams[0]!.isClosed).toBe(true)
  jest.advanceTimersByTime(100_000)
  expect(streams).toHaveLength(1)
  setVisible(true)
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

  emit(kind: string, data: object) {
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
  const received: unknown[] = []
  listen({
    onTexts: (beginning) => received.push(beginning),
    onText: (text) => received.push(text),
    onCleared: () => received.push('cleared'),
    onConnection: (state) => received.push(state),
  })
  const setVisible = (isVisible: boolean) => {
    page.hidden = !isVisible
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { received, streams, setVisible }
}
