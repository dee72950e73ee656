import { memberNumber, NOW, throttlingFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { AcceptDecision } from '../../stores/single-send-store.js'

const HOUR_MS = 3_600_000
const TRY_LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }

const open = (messagesPerSecond: number | null = 1, given: Partial<Parameters<typeof throttlingFixture>[1]> = {}) =>
  throttlingFixture(inMemory({ now: NOW }), { messagesPerSecond, members: 200, credits: 1_000, ...given })

describe('a sender with a rate', () => {
  test('submits a single message at once while a slot is free', async () => {
    const { send, provider, credits } = await open(2)
    expect((await send()).message).toMatchObject({ status: 'sent', sentAt: NOW.toISOString() })
    expect((await send()).message.status).toBe('sent')
    expect(provider.submitted).toHaveLength(2)
    expect(await credits()).toEqual({ sms: 996, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('queues messages without a slot, and sends them in order when slots become free', async () => {
    const { send, provider, clock, work, credits } = await open(1)
    const sent = []
    for (let i = 0; i < 4; i++) sent.push((await send({ to: memberNumber(i) })).message)
    expect(sent.map(({ status }) => status)).toEqual(['sent', 'queued', 'queued', 'queued'])
    expect(await credits()).toMatchObject({ sms: 992, reserved: { sms: 6 } })
    for (const length of [2, 3, 4]) {
      clock.advance(999)
      await work()
      expect(provider.submitted).toHaveLength(length - 1)
      clock.advance(1)
      await work()
      expect(provider.submitted).toHaveLength(length)
    }
    expect(provider.submitted.map(({ to }) => to)).toEqual([0, 1, 2, 3].map(memberNumber))
    expect(await credits()).toEqual({ sms: 992, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('waits the same time for the next slot, however slowly the provider responds', async () => {
    const fixture = await open(1)
    const { send, provider, clock, work } = fixture
    provider.script.push(async () => {
      clock.advance(3_000)
      return { kind: 'accepted', providerId: 'slow' }
    })
    await send()
    clock.advance(999)
    expect((await send()).message.status).toBe('queued')
    clock.advance(1)
    await work()
    expect(provider.submitted).toHaveLength(2)
  })

  test('returns the first response for a repeat of a queued message, before and after it is sent', async () => {
    const { send, clock, work } = await open(1)
    await send()
    const first = await send({ idempotencyKey: 'order-1' })
    expect(first).toMatchObject({ message: { status: 'queued' }, replayed: false })
    expect(await send({ idempotencyKey: 'order-1' })).toEqual({ ...first, replayed: true })
    clock.advance(1_000)
    await work()
    expect(await send({ idempotencyKey: 'order-1' })).toEqual({ ...first, replayed: true })
  })

  test('does not send to a recipient who opts out while the message waits for a slot', async () => {
    const { send, clock, work, optOutNumber, stored, provider, credits } = await open(1)
    await send()
    const { message } = await send({ to: memberNumber(1), idempotencyKey: 'order-1' })
    await optOutNumber(memberNumber(1))
    clock.advance(1_000)
    await work()
    expect(await stored(message.id)).toMatchObject({ status: 'failed', failure: { type: 'opted_out_before_send' } })
    expect(provider.submitted).toHaveLength(1)
    expect(await credits()).toMatchObject({ sms: 998, reserved: { sms: 0 } })
  })

  test('refuses the same messages as without a rate, without using a slot for them', async () => {
    const { send, provider } = await open(1)
    await expect(send({ to: '+12025550111' })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
    expect((await send()).message.status).toBe('sent')
    expect(provider.submitted).toHaveLength(1)
  })

  test('sends the reply to a keyword when a slot is free', async () => {
    const { send, askForHelp, provider, clock, work } = await open(1)
    await send()
    await askForHelp()
    expect(provider.submitted).toHaveLength(1)
    clock.advance(1_000)
    await work()
    expect(provider.submitted[1]!.body).toContain('Reply STOP')
  })

  test('counts a retried message like any other', async () => {
    const { send, provider, clock, work } = await open(1)
    provider.script.push(TRY_LATER)
    await send()
    clock.advance(1_500)
    expect((await send({ to: memberNumber(1) })).message.status).toBe('sent')
    await work()
    expect(provider.submitted).toHaveLength(2)
    clock.advance(1_000)
    await work()
    expect(provider.submitted[2]).toEqual(provider.submitted[0])
  })

  test('counts a message that is submitted again after a crash like any other', async () => {
    const { send, provider, clock, work } = await open(1)
    provider.script.push(() => new Promise(() => undefined))
    void send()
    await provider.untilSubmitted(1)
    clock.advance(10_000)
    expect((await send({ to: memberNumber(1) })).message.status).toBe('sent')
    await work()
    expect(provider.submitted).toHaveLength(2)
    clock.advance(1_000)
    await work()
    expect(provider.submitted[2]).toEqual(provider.submitted[0])
  })

  test('does not count a query to the provider about a submission', async () => {
    const provider = scriptedProvider({ deduplicates: false, canBeAsked: true })
    const { send, clock, work, stored } = await open(1, { provider })
    provider.script.push(() => new Promise(() => undefined))
    provider.found.push({ kind: 'accepted', providerId: 'found' })
    void send()
    await provider.untilSubmitted(1)
    clock.advance(10_000)
    expect((await send({ to: memberNumber(1) })).message.status).toBe('sent')
    await work()
    const [, inDoubt] = provider.submitted[0]!.reference.split('.')
    expect(await stored(inDoubt!)).toMatchObject({ status: 'sent', providerId: 'found' })
    expect(provider.submitted).toHaveLength(2)
  })

  test('whose rate is removed sends all queued messages at once', async () => {
    const { send, work, clock, provider, run, account } = await open(1)
    for (let i = 0; i < 5; i++) await send()
    await run(async ({ senders }) => {
      const [sender] = await senders.of(account.id)
      await senders.put({ ...sender!, messagesPerSecond: null })
    })
    clock.advance(4_000)
    await work()
    expect(provider.submitted).toHaveLength(5)
  })
})

/** Runs `meanwhile` after a send is accepted and before its first attempt begins. */
async function interrupted(meanwhile: (fixture: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const adapters = inMemory({ now: NOW })
  const { unitOfWork } = adapters
  let interrupt: (() => Promise<void>) | null = null
  const run: typeof unitOfWork.run = (work) => unitOfWork.run(work)
  const runOne: typeof unitOfWork.runOne = async (work) => {
    const result = await unitOfWork.runOne(work)
    const [decision] = result as readonly (AcceptDecision | object | null)[]
    if (decision && 'isAccepted' in decision && decision.isAccepted) {
      const now = interrupt
      interrupt = null
      await now?.()
    }
    return result
  }
  const fixture = await throttlingFixture({ ...adapters, unitOfWork: { run, runOne } }, { messagesPerSecond: 10 })
  interrupt = () => meanwhile(fixture)
  return fixture
}

describe('a message that is accepted but not yet submitted', () => {
  test('is not submitted again if a worker has already submitted it', async () => {
    const { send, stored, provider, credits } = await interrupted(async ({ clock, work }) => {
      clock.advance(9_000)
      await work()
    })
    const { message } = await send()
    expect(message.status).toBe('sent')
    expect(await stored(message.id)).toMatchObject({ status: 'sent', attempt: 1 })
    expect(provider.submitted).toHaveLength(1)
    expect((await credits()).reserved.sms).toBe(0)
  })

  test('is owned for the full length of an attempt by the process that begins it', async () => {
    const { send, provider, clock, work } = await interrupted(async (fixture) => fixture.clock.advance(3_000))
    provider.script.push(() => new Promise(() => undefined))
    void send()
    await provider.untilSubmitted(1)
    clock.advance(8_999)
    await work()
    expect(provider.submitted).toHaveLength(1)
    clock.advance(5_000)
    await work()
    expect(provider.submitted).toHaveLength(2)
  })
})

describe('waiting for a slot', () => {
  test('never makes a message fail, however long it takes', async () => {
    const { send, stored, clock, work, failures } = await open(0.001)
    const ids = []
    for (let i = 0; i < 6; i++) ids.push((await send({ to: memberNumber(i) })).message.id)
    for (let step = 0; step < 5 * 1_000; step += 100) {
      clock.advance(100_000)
      await work()
    }
    for (const id of ids) expect(await stored(id)).toMatchObject({ status: 'sent', attempt: 1 })
    expect(failures).toEqual([])
  })

  test('does not shorten the hour of tries', async () => {
    const { send, stored, clock, work, provider } = await open(0.0005)
    await send()
    await send({ to: memberNumber(1) })
    const { message } = await send({ to: memberNumber(2) })
    clock.advance(2_000_000)
    await work()
    provider.script.push(TRY_LATER)
    clock.advance(2_000_000)
    await work()
    expect(await stored(message.id)).toMatchObject({ status: 'queued', attempt: 1 })
    clock.advance(2_000_000)
    await work()
    expect(await stored(message.id)).toMatchObject({ status: 'sent', attempt: 2 })
    expect(clock.now().getTime() - NOW.getTime()).toBeGreaterThan(HOUR_MS)
  })

  test('does not use up the hour of tries, which starts with the first, even if no worker ran for hours', async () => {
    const { send, stored, clock, work, provider } = await open(1)
    await send()
    const { message } = await send({ to: memberNumber(1) })
    clock.advance(3 * HOUR_MS)
    provider.script.push(TRY_LATER)
    await work()
    expect(await stored(message.id)).toMatchObject({ status: 'queued', attempt: 1 })
    clock.advance(60_000)
    await work()
    expect(await stored(message.id)).toMatchObject({ status: 'sent', attempt: 2 })
  })

  test('does not extend the hour of tries: a message fails if the provider accepts nothing for an hour', async () => {
    const { send, stored, clock, work, provider } = await open(1)
    await send()
    provider.script.push(...Array.from({ length: 99 }, () => TRY_LATER))
    const { message } = await send()
    for (let minute = 0; minute <= 61; minute++) {
      clock.advance(60_000)
      await work()
    }
    expect(await stored(message.id)).toMatchObject({ failure: { type: 'provider_unavailable' } })
  })
})
