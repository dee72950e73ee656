import { ANN, BOB } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { FakeSms, type FakeSmsOptions } from './fake-sms.js'
import { memoryOutbox } from './outbox/memory-outbox.js'
import { aBehaviour } from './testing/a-behaviour.js'

const DEADLINE = { deadlineMs: 5_000 }

function opened(options: FakeSmsOptions = {}) {
  const adapters = inMemory()
  const outbox = memoryOutbox()
  const fake = new FakeSms({ ...adapters, ...options, outbox })
  return { fake, twin: new FakeSms({ ...adapters, ...options, outbox }), clock: adapters.clock }
}

let made = 0
function aText(to: string = ANN) {
  return { reference: `text ${++made}`, from: '+12025550199', to, body: 'Hi', mediaUrl: null }
}

/** Advances the clock to the end of each pending wait while the call lasts. Returns the result and the duration. */
async function timed<T>({ clock }: Pick<ReturnType<typeof opened>, 'clock'>, call: Promise<T>) {
  const startMs = clock.now().getTime()
  let isOver = false
  const over = call.finally(() => (isOver = true))
  while (!isOver) {
    const wakeAt = clock.nextWakeAt()
    if (wakeAt !== null) clock.set(wakeAt)
    await new Promise(setImmediate)
  }
  return { answer: await over, afterMs: clock.now().getTime() - startMs }
}

const ACCEPTED = { kind: 'accepted', providerId: expect.stringMatching(/^sim_[0-9a-z]{26}$/) }

test('by default the provider accepts everything at once, deduplicates, and answers queries by reference', async () => {
  const { fake, clock } = opened()
  expect(await timed({ clock }, fake.submit([aText()], DEADLINE))).toEqual({ answer: [ACCEPTED], afterMs: 0 })
  expect(fake).toMatchObject({ deduplicates: true, canBeAsked: true })
})

test('the provider responds after its latency, which a behaviour can change', async () => {
  const fixture = opened({ latencyMs: 40 })
  expect(await timed(fixture, fixture.fake.submit([aText()], DEADLINE))).toEqual({ answer: [ACCEPTED], afterMs: 40 })
  await fixture.fake.behave(aBehaviour({ latencyMs: 300 }))
  expect(await timed(fixture, fixture.fake.submit([aText()], DEADLINE))).toEqual({
    answer: [ACCEPTED],
    afterMs: 300,
  })
  await fixture.fake.behave(aBehaviour({ outcome: 'reject', latencyMs: 0 }))
  expect(await timed(fixture, fixture.fake.submit([aText()], DEADLINE))).toMatchObject({ afterMs: 0 })
})

test('a slow response takes 2 s; after the deadline the outcome is unknown, but the phone has the text', async () => {
  const fixture = opened()
  await fixture.fake.behave(aBehaviour({ outcome: 'slow' }))
  expect(await timed(fixture, fixture.fake.submit([aText()], DEADLINE))).toEqual({
    answer: [ACCEPTED],
    afterMs: 2_000,
  })
  await fixture.fake.behave(aBehaviour({ outcome: 'slow', latencyMs: 8_000 }))
  const text = aText()
  const late = await timed(fixture, fixture.fake.submit([text], DEADLINE))
  expect(late).toEqual({ answer: [{ kind: 'unknown' }], afterMs: 5_000 })
  expect(await fixture.fake.list({ to: ANN, limit: 1 })).toMatchObject([text])
  expect(await fixture.fake.find([text.reference], DEADLINE)).toEqual([ACCEPTED])
})

test('the phone already has the text before a slow response', async () => {
  const { fake, clock } = opened()
  await fake.behave(aBehaviour({ outcome: 'slow' }))
  const text = aText()
  const submitting = fake.submit([text], DEADLINE)
  while (clock.nextWakeAt() === null) await new Promise(setImmediate)
  expect(await fake.list({ to: ANN, limit: 1 })).toMatchObject([text])
  await timed({ clock }, submitting)
})

test('in a batch, only the slow messages have an unknown outcome', async () => {
  const fixture = opened()
  await fixture.fake.behave(aBehaviour({ to: BOB, outcome: 'slow', latencyMs: 60_000 }))
  const { answer } = await timed(fixture, fixture.fake.submit([aText(), aText(BOB), aText()], DEADLINE))
  expect(answer).toEqual([ACCEPTED, { kind: 'unknown' }, ACCEPTED])
})

test('the provider accepts a limited number of messages a second, and says when to retry the others', async () => {
  const { fake, clock } = opened({ messagesPerSecond: 2 })
  const later = (afterMs: number) => ({ kind: 'try-later', afterMs })
  expect(await fake.submit([aText(), aText(), aText()], DEADLINE)).toEqual([ACCEPTED, ACCEPTED, later(500)])
  clock.advance(500)
  expect(await fake.submit([aText(), aText()], DEADLINE)).toEqual([ACCEPTED, later(500)])
  await fake.behave(aBehaviour({ messagesPerSecond: 1_000 }))
  expect((await fake.submit([aText(), aText(), aText()], DEADLINE)).map(({ kind }) => kind)).not.toContain('try-later')
})

test('a behaviour overrides the constructor options, in other processes too', async () => {
  const { fake, twin } = opened({ deduplicates: false, canBeAsked: false })
  expect(fake).toMatchObject({ deduplicates: false, canBeAsked: false })
  await fake.behave(aBehaviour({ deduplicates: true, canBeAsked: true }))
  expect(fake).toMatchObject({ deduplicates: true, canBeAsked: true })
  await twin.open()
  expect(twin).toMatchObject({ deduplicates: true, canBeAsked: true })
  await fake.behave(aBehaviour())
  await twin.submit([aText()], DEADLINE)
  expect(twin).toMatchObject({ deduplicates: false, canBeAsked: false })
})

test('a listener that throws affects neither the submission nor the other listeners', async () => {
  const [broken, errors, calls] = [new Error('Broken'), [] as unknown[], [] as string[]]
  const { fake } = opened({ onError: (error) => errors.push(error) })
  fake.onChange(() => {
    throw broken
  })
  fake.onChange(() => void calls.push('the other'))
  expect(await fake.submit([aText()], DEADLINE)).toEqual([ACCEPTED])
  expect({ errors, calls }).toEqual({ errors: [broken], calls: ['the other'] })
})

test('a listener is called for each change to the texts, when the change can already be read', async () => {
  const { fake, clock } = opened()
  const counts: Promise<number>[] = []
  const end = fake.onChange(() => counts.push(fake.texts({ phone: null, limit: 10 }).then(({ length }) => length)))
  const written = { id: 'sim_x', from: ANN, to: '+12025550199', body: 'Hi', mediaUrl: null, writtenAt: clock.now() }
  await fake.submit([aText(), aText()], DEADLINE)
  await fake.keepWritten(written)
  await fake.keepReceipt({ reference: 'text', failure: null })
  await fake.clear()
  end()
  await fake.keepWritten(written)
  expect(await Promise.all(counts)).toEqual([2, 3, 3, 0])
})
