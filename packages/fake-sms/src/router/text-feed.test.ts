import { ANN, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { FakeSms } from '../fake-sms.js'
import { memoryOutbox } from '../outbox/memory-outbox.js'
import type { WrittenText } from '../outbox/stored-submission.js'
import type { FeedEvent } from './feed-changes.js'
import { TextFeed, type TextFeedOptions } from './text-feed.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const EMPTY: FeedEvent = { kind: 'texts', texts: [], isWhole: true }

test('a change by another process is seen within 250 ms', async () => {
  const { elsewhere, watch } = aFeed()
  const { received } = watch()
  await jest.advanceTimersByTimeAsync(0)
  expect(received).toEqual([EMPTY])
  await elsewhere.keepWritten(aText('one'))
  await jest.advanceTimersByTimeAsync(250)
  expect(received.slice(1)).toMatchObject([{ kind: 'text', text: { body: 'one' } }])
})

test('changes by this process are seen at once, and many changes need few queries', async () => {
  const { fake, watch, polls } = aFeed()
  const { received } = watch()
  await jest.advanceTimersByTimeAsync(100)
  const before = polls()
  for (const body of ['one', 'two', 'three']) await fake.keepWritten(aText(body))
  await jest.advanceTimersByTimeAsync(0)
  expect(received.slice(1)).toMatchObject([
    { text: { body: 'one' } },
    { text: { body: 'two' } },
    { text: { body: 'three' } },
  ])
  for (let i = 0; i < 50; i++) {
    await fake.keepWritten(aText(`more ${i}`))
    await jest.advanceTimersByTimeAsync(1)
  }
  expect(polls() - before).toBeLessThan(5)
  await jest.advanceTimersByTimeAsync(25)
  expect(received).toHaveLength(1 + 3 + 50)
})

test('a change during a query is seen by the next query, which follows soon', async () => {
  const { fake, watch, outbox } = aFeed()
  const texts = outbox.texts.bind(outbox)
  let finish = () => {}
  outbox.texts = async (query) => {
    const found = await texts(query)
    await new Promise<void>((resolve) => (finish = resolve))
    return found
  }
  const { received } = watch()
  await jest.advanceTimersByTimeAsync(0)
  await fake.keepWritten(aText('one'))
  const later = watch()
  outbox.texts = texts
  finish()
  await jest.advanceTimersByTimeAsync(25)
  expect(received).toMatchObject([EMPTY, { kind: 'text', text: { body: 'one' } }])
  expect(later.received).toMatchObject([{ kind: 'texts', texts: [{ body: 'one' }] }])
})

test('a watcher that throws does not affect other watchers', async () => {
  const errors: unknown[] = []
  const { feed, fake, watch } = aFeed({ onError: (error) => errors.push(error) })
  const broken = new Error('Broken')
  feed.watch(() => {
    throw broken
  })
  const { received } = watch()
  await jest.advanceTimersByTimeAsync(0)
  await fake.keepWritten(aText('one'))
  await jest.advanceTimersByTimeAsync(25)
  expect(received).toMatchObject([EMPTY, { kind: 'text', text: { body: 'one' } }])
  expect(errors).toEqual([broken, broken])
})

test('the first event says whether it contains all texts', async () => {
  const { fake, watch } = aFeed()
  for (let i = 0; i < 199; i++) await fake.keepWritten(aText(`${i}`))
  const first = watch()
  await jest.advanceTimersByTimeAsync(0)
  await fake.keepWritten(aText('one more'))
  const second = watch()
  await jest.advanceTimersByTimeAsync(25)
  expect(first.received[0]).toMatchObject({ kind: 'texts', isWhole: true })
  expect(second.received[0]).toMatchObject({ kind: 'texts', isWhole: false })
})

test('without watchers there are no timers and no queries', async () => {
  const { fake, watch, polls } = aFeed()
  await fake.keepWritten(aText('one'))
  expect([jest.getTimerCount(), polls()]).toEqual([0, 0])
  const watchers = [watch(), watch()]
  await jest.advanceTimersByTimeAsync(0)
  for (const { leave } of watchers) leave()
  const before = polls()
  await fake.keepWritten(aText('two'))
  expect([jest.getTimerCount(), polls()]).toEqual([0, before])
})

test('a watcher that leaves during a query gets nothing more, and a new watcher gets all texts', async () => {
  const { fake, watch } = aFeed()
  const { received, leave } = watch()
  jest.advanceTimersByTime(0)
  leave()
  await fake.keepWritten(aText('one'))
  const back = watch()
  await jest.advanceTimersByTimeAsync(25)
  expect(received).toEqual([])
  expect(back.received).toMatchObject([{ kind: 'texts', texts: [{ body: 'one' }] }])
})

function aFeed({ onError }: Partial<TextFeedOptions> = {}) {
  const [outbox, adapters] = [memoryOutbox(), inMemory()]
  const fake = new FakeSms({ ...adapters, outbox })
  const keptTexts = outbox.texts.bind(outbox)
  let polls = 0
  outbox.texts = (query) => {
    polls++
    return keptTexts(query)
  }
  const feed = new TextFeed({
    fakeSms: fake,
    onError:
      onError ??
      ((error) => {
        throw error
      }),
  })
  const watch = () => {
    const received: FeedEvent[] = []
    return { received, leave: feed.watch((events) => void received.push(...events)) }
  }
  return { feed, fake, outbox, elsewhere: new FakeSms({ ...adapters, outbox }), watch, polls: () => polls }
}

let texts = 0

function aText(body: string): WrittenText {
  const id = `sim_${String(texts++).padStart(6, '0')}`
  return { id, from: ANN, to: '+12025550199', body, mediaUrl: null, writtenAt: NOW }
}
