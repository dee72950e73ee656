import { aTimetable, NOW, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'

const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'Spam' }
const ONCE = aTimetable('2026-03-01T13:00')
const CANARY = { recipients: 2, waitMinutes: 5, stopWhen: { atLeast: 2, failedOver: 0.4 } }
const WAVES = { recipientsPerWave: 3, waveIntervalMinutes: 10 }

const open = (given: SchedulingGiven = {}) =>
  schedulingFixture(inMemory({ now: NOW }), { contacts: Array.from({ length: 8 }, () => ({})), ...given })

describe('a schedule with a canary', () => {
  test('sends to the canary, and to the others after its wait', async () => {
    const { schedule, at, sentTo } = await open()
    const { canary } = await schedule(ONCE, { canary: CANARY })
    expect(canary).toMatchObject({ recipients: 2, waitMinutes: 5 })
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-01T13:04:59Z')
    expect(sentTo()).toHaveLength(2)
    await at('2026-03-01T13:06:00Z')
    expect(sentTo()).toHaveLength(8)
  })

  test('pauses the send when a limit is passed, and sends to the others after it is resumed', async () => {
    const { schedule, at, sentTo, sends, broadcast, resume, provider } = await open()
    provider.script.push(REFUSED)
    const { id } = await schedule(ONCE, { canary: CANARY })
    await at('2026-03-01T13:00:00Z')
    const { broadcastId } = (await sends(id))[0]!
    expect(await broadcast(broadcastId!)).toMatchObject({ status: 'paused', pausedBecause: { rule: 'canary', of: 2 } })
    await at('2026-03-01T14:00:00Z')
    expect(sentTo()).toHaveLength(2)
    await resume(broadcastId!)
    await at('2026-03-01T14:01:00Z')
    expect(sentTo()).toHaveLength(8)
  })

  test('takes in the next recipients if none of its own may be texted, and is judged by these', async () => {
    const { schedule, at, sentTo, sends, broadcast, resume, provider } = await open({
      account: { frequencyCaps: [{ messages: 1, per: '24h', group: null, counts: 'bulk' }] },
    })
    await schedule(ONCE, { waves: { recipientsPerWave: 2, waveIntervalMinutes: 1_440 } })
    await at('2026-03-01T13:00:00Z')
    expect(sentTo()).toHaveLength(2)
    provider.script.push(REFUSED, REFUSED)
    const { id } = await schedule(aTimetable('2026-03-01T13:05'), { canary: CANARY })
    await at('2026-03-01T13:05:00Z')
    for (let minute = 6; minute <= 20; minute++) await at(`2026-03-01T13:${String(minute).padStart(2, '0')}:00Z`)
    const { broadcastId } = (await sends(id))[0]!
    expect(await broadcast(broadcastId!)).toMatchObject({ status: 'paused', pausedBecause: { found: 1, of: 2 } })
    await resume(broadcastId!)
    await at('2026-03-01T13:30:00Z')
    expect(await broadcast(broadcastId!)).toMatchObject({ status: 'completed', counts: { sent: 4, failed: 4 } })
  })

  test('is judged between its waves', async () => {
    const { schedule, at, sentTo, sends, broadcast, optOut, contacts, resume } = await open()
    const { id } = await schedule(ONCE, { canary: CANARY, waves: WAVES })
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-01T13:09:59Z')
    expect(sentTo()).toHaveLength(2)
    await at('2026-03-01T13:10:00Z')
    expect(sentTo()).toHaveLength(5)
    await optOut(contacts[4]!.phone, new Date('2026-03-01T13:11:00Z'))
    await at('2026-03-01T13:20:00Z')
    const { broadcastId } = (await sends(id))[0]!
    const because = { rule: 'canary', limit: 'optedOutOver', allowed: 0.02, found: 0.2, of: 5 }
    expect(await broadcast(broadcastId!)).toMatchObject({ status: 'paused', pausedBecause: because })
    expect(sentTo()).toHaveLength(5)
    await resume(broadcastId!)
    await at('2026-03-01T13:21:00Z')
    expect(sentTo()).toHaveLength(8)
  })

  test('does not send its first wave sooner than the interval of the waves, nor than the wait of the canary', async () => {
    const { schedule, at, sentTo } = await open()
    await schedule(ONCE, { canary: { ...CANARY, waitMinutes: 15 }, waves: WAVES })
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-01T13:14:59Z')
    expect(sentTo()).toHaveLength(2)
    await at('2026-03-01T13:15:00Z')
    expect(sentTo()).toHaveLength(5)
  })

  test('cannot have a canary that is larger than its waves', async () => {
    const { schedule, change } = await open()
    const canary = { ...CANARY, recipients: 4 }
    const expected = 'canary.recipients must be at most waveConfig.recipientsPerWave, which is 3, got 4'
    await expect(schedule(ONCE, { canary, waves: WAVES })).rejects.toThrow(expected)
    const { id } = await schedule(ONCE, { canary })
    await expect(change(id, { waves: WAVES })).rejects.toThrow(expected)
    expect(await change(id, { canary: null, waves: WAVES })).not.toHaveProperty('canary')
  })
})

describe('the expiry of a send', () => {
  test('is 24 hours after its time, and later by its waves and its canary', async () => {
    const { schedule, at, sends, broadcast } = await open()
    const { id } = await schedule(ONCE, { canary: { ...CANARY, waitMinutes: 30 }, waves: WAVES })
    await at('2026-03-01T13:00:00Z')
    const { expiresAt } = await broadcast((await sends(id))[0]!.broadcastId!)
    expect(expiresAt).toBe('2026-03-02T13:50:00.000Z')
  })

  test('fails everyone of a paused send, also in waves that never began', async () => {
    const { schedule, at, sends, broadcast, pause, failures, sentTo } = await open()
    const { id } = await schedule(ONCE, { waves: WAVES })
    await at('2026-03-01T13:00:00Z')
    const { broadcastId } = (await sends(id))[0]!
    await pause(broadcastId!)
    const { expiresAt } = await broadcast(broadcastId!)
    expect(expiresAt).toBe('2026-03-02T13:20:00.000Z')
    await at('2026-03-01T18:00:00Z')
    await at(expiresAt!)
    expect(await broadcast(broadcastId!)).toMatchObject({ status: 'completed', counts: { sent: 3, failed: 5 } })
    expect([sentTo().length, failures]).toEqual([3, []])
  })
})
