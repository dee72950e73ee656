import { describe, expect, test } from '@jest/globals'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import type { BroadcastingGiven } from './broadcasting-fixture.js'
import { inSmallSlices, LATER, MINUTE, pausesFixture, type PausingAdapters } from './pauses-fixture.js'

const DAY = 24 * 60 * MINUTE

/** What pausing and the expiry of a broadcast promise, on any unit of work. */
export function describePauses(openAdapters: () => Promise<PausingAdapters>) {
  const open = async (given?: BroadcastingGiven) => pausesFixture(await openAdapters(), given)

  describe('pausing a broadcast', () => {
    test('answers with the messages that are being submitted, and nothing else is submitted after it', async () => {
      const provider = inSmallSlices()
      const { start, pause, work, read } = await open({ provider })
      const { broadcast } = await start()
      let answer = () => {}
      const answered = new Promise<void>((resolve) => (answer = resolve))
      provider.script.push(async () => {
        await answered
        return { kind: 'accepted', providerId: 'late' }
      })
      const working = work()
      await provider.untilSubmitted(50)
      expect(await pause(broadcast.id)).toMatchObject({ broadcast: { status: 'paused' }, inFlight: 50 })
      answer()
      await working
      expect(provider.submitted).toHaveLength(50)
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', counts: { queued: 70, sent: 50 } })
      expect(await pause(broadcast.id)).toMatchObject({ inFlight: 0 })
    })

    test('counts messages in doubt as in flight, but not messages that wait for another attempt', async () => {
      const provider = scriptedProvider()
      const { start, pause, work } = await open({ provider })
      provider.script.push(LATER, LATER, { kind: 'unknown' })
      const { broadcast } = await start()
      await work()
      expect(await pause(broadcast.id)).toMatchObject({ broadcast: { counts: { queued: 3 } }, inFlight: 1 })
    })

    test('survives its workers, and nobody is texted twice after it is resumed', async () => {
      const provider = inSmallSlices()
      const { start, pause, resume, work, pass, read, hasRepeats } = await open({ provider })
      const { broadcast } = await start()
      provider.script.push(...Array.from({ length: 49 }, () => LATER), async () => {
        await pause(broadcast.id)
        return LATER
      })
      await work()
      await pass(30)
      const before = provider.submitted.splice(0).length
      expect(before).toBe(50)
      await resume(broadcast.id)
      await pass(30)
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 120, failed: 0 } })
      expect([provider.submitted.length, hasRepeats()]).toEqual([120, false])
    })

    test('is told to subscribers, once', async () => {
      const { start, pause, eventsOf } = await open()
      const { broadcast } = await start()
      await pause(broadcast.id)
      await pause(broadcast.id)
      expect(await eventsOf('broadcast.paused')).toMatchObject([
        { data: { broadcast: { id: broadcast.id, status: 'paused' }, because: { rule: 'request' } } },
      ])
    })
  })

  describe('an expired broadcast', () => {
    test('fails everyone who is still queued, releases their credits and keys, and ends, paused or not', async () => {
      const { start, pause, work, clock, read, failures, credits, eventsOf, phones, provider } = await open()
      const before = await credits()
      const keys = phones.map((_, i) => `key-${i}`)
      const recipients = { phones, keys, bodies: null, mediaUrls: null }
      const { broadcast } = await start({ recipients })
      await pause(broadcast.id)
      clock.advance(DAY - 1)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', counts: { queued: 120 } })
      clock.advance(1)
      await work()
      expect(await read(broadcast.id)).toMatchObject({
        status: 'failed',
        counts: { queued: 0, sent: 0, failed: 120 },
        startedAt: null,
        pausedAt: null,
        expiresAt: null,
        completedAt: clock.now().toISOString(),
      })
      expect(await failures(broadcast.id)).toEqual([{ type: 'expired', count: 120 }])
      expect(await credits()).toEqual(before)
      expect(await eventsOf('message.failed')).toHaveLength(120)
      expect(await eventsOf('broadcast.completed')).toHaveLength(1)
      expect((await start({ recipients })).broadcast.totalRecipients).toBe(120)
      expect(provider.submitted).toEqual([])
    })

    test('keeps what was sent, and fails those that wait for another attempt', async () => {
      const provider = scriptedProvider()
      const { start, work, clock, read, failures } = await open({ provider })
      provider.script.push(LATER, LATER)
      const { broadcast } = await start({ expiresAt: new Date(clock.now().getTime() + MINUTE) })
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { queued: 2, sent: 118 } })
      provider.script.push(LATER, LATER, LATER, LATER, LATER, LATER, LATER, LATER)
      clock.advance(MINUTE)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 118, failed: 2 } })
      expect(await failures(broadcast.id)).toEqual([{ type: 'expired', count: 2 }])
      expect(provider.submitted).toHaveLength(120)
    })

    test('ends although its sender is too slow for all', async () => {
      const { start, pass, clock, read, provider, credits } = await open({ sender: { messagesPerSecond: 1 } })
      const { sms } = await credits()
      const { broadcast } = await start({ expiresAt: new Date(clock.now().getTime() + 2 * MINUTE) })
      await pass(2)
      const { counts, status } = await read(broadcast.id)
      expect([status, counts.queued, counts.sent + counts.failed]).toEqual(['completed', 0, 120])
      expect([counts.sent > 0, counts.failed > 0]).toEqual([true, true])
      expect(provider.submitted).toHaveLength(counts.sent)
      expect(await credits()).toMatchObject({ sms: sms - 2 * counts.sent, reserved: { sms: 0 } })
    })

    test('is not resumed at the instant of its expiry', async () => {
      const { start, pause, resume, worker, clock, read, provider, hasRepeats } = await open()
      const { broadcast } = await start()
      await pause(broadcast.id)
      clock.advance(DAY)
      const round = { jobsMax: 16, lane: 'bulk', onFailure: () => {} } as const
      await Promise.all([resume(broadcast.id), worker().execute(round), worker().execute(round)])
      for (let left = 1; left > 0;) left = await worker().execute(round)
      expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { failed: 120 } })
      expect([provider.submitted.length, hasRepeats()]).toEqual([0, false])
    })

    test('can be canceled before, and then nobody fails', async () => {
      const { start, pause, cancel, work, clock, read, credits } = await open()
      const before = await credits()
      const { broadcast } = await start()
      await pause(broadcast.id)
      await cancel(broadcast.id)
      clock.advance(2 * DAY)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'canceled', counts: { failed: 0 } })
      expect(await credits()).toEqual(before)
    })
  })
}
