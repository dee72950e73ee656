import { describe, expect, test } from '@jest/globals'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import type { BroadcastingGiven } from './broadcasting-fixture.js'
import { describeAutomaticPause } from './automatic-pause.contract.js'
import {
  CANARY,
  HALF_LANDLINES,
  LATER,
  MINUTE,
  pausesFixture,
  REFUSED,
  type PausingAdapters,
} from './pauses-fixture.js'

/** What canaries and the automatic pause of an account promise, on any unit of work. */
export function describeCanaries(openAdapters: () => Promise<PausingAdapters>) {
  const open = async (given?: BroadcastingGiven) => pausesFixture(await openAdapters(), given)

  describe('a canary', () => {
    test('goes first, and the others follow when its wait is over', async () => {
      const { start, work, pass, read, provider, hasRepeats } = await open()
      const { broadcast } = await start({ canary: CANARY })
      expect(broadcast.canary).toEqual({ ...CANARY, stopWhen: { failedOver: 0.05, optedOutOver: 0.02, atLeast: 20 } })
      await work()
      await pass(4)
      expect(provider.submitted).toHaveLength(40)
      expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { sent: 40, queued: 80 } })
      await pass(1)
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 120 } })
      expect(hasRepeats()).toBe(false)
    })

    test('pauses the broadcast as soon as too many of its messages fail, and tells why', async () => {
      const { start, work, pass, read, refuse, provider, eventsOf, clock } = await open()
      refuse(3, 40)
      const pausedAt = clock.now().toISOString()
      const { broadcast } = await start({ canary: CANARY })
      await work()
      const because = { rule: 'canary', limit: 'failedOver', allowed: 0.05, found: 0.3, of: 40 }
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', pausedAt, pausedBecause: because })
      expect(await eventsOf('broadcast.paused')).toMatchObject([
        { data: { broadcast: { id: broadcast.id, pausedBecause: because }, because } },
      ])
      await pass(60)
      expect(provider.submitted).toHaveLength(40)
    })

    test('is overruled by an operator who resumes: the others go, and are not judged again', async () => {
      const { start, work, pass, read, refuse, resume, eventsOf } = await open({
        account: { autoPause: { failedOver: 0.1, atLeast: 10 } },
      })
      refuse(3, 120)
      const { broadcast } = await start({ canary: CANARY })
      await work()
      await pass(10)
      await resume(broadcast.id)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 84, failed: 36 } })
      expect(await eventsOf('broadcast.paused')).toHaveLength(1)
    })

    test('counts those who were texted and then opt out within the wait', async () => {
      const { start, work, pass, read, optOut, phones, clock, provider } = await open()
      const { broadcast } = await start({ canary: CANARY })
      await work()
      await pass(2)
      await optOut(phones[0]!, clock.now())
      await optOut(phones[100]!, clock.now())
      await pass(1)
      const because = { rule: 'canary', limit: 'optedOutOver', allowed: 0.02, found: 0.025, of: 40 }
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', pausedBecause: because })
      await pass(20)
      expect(provider.submitted).toHaveLength(40)
    })

    test('waits longer while too few outcomes are known', async () => {
      const provider = scriptedProvider()
      provider.script.push(...Array.from({ length: 40 }, () => LATER))
      const { start, work, read } = await open({ provider })
      const { broadcast } = await start({ canary: CANARY })
      await work()
      expect(await read(broadcast.id)).toMatchObject({ counts: { sent: 0, queued: 120 } })
      expect(provider.submitted).toHaveLength(40)
    })

    test('is judged by what there is once all its outcomes are known', async () => {
      const { start, work, pass, read, optOutNumber, phones, provider } = await open()
      const { broadcast } = await start({ canary: { ...CANARY, stopWhen: { atLeast: 40 } } })
      await optOutNumber(phones[0]!)
      provider.script.push(REFUSED, REFUSED, REFUSED)
      await work()
      await pass(4)
      expect(await read(broadcast.id)).toMatchObject({ status: 'sending' })
      await pass(1)
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', pausedBecause: { of: 39, found: 0.0769 } })
    })

    test('has nothing to wait for if none of its recipients may be texted', async () => {
      const { start, work, pass, read, optOutNumber, phones } = await open()
      const { broadcast } = await start({ canary: { recipients: 2, waitMinutes: 5, stopWhen: { failedOver: 0 } } })
      for (const phone of phones.slice(0, 2)) await optOutNumber(phone)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { failed: 2, queued: 118 } })
      await pass(20)
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 118, failed: 2 } })
    })

    test('takes in the next recipients if none of its own may be texted, and is judged by these', async () => {
      const { start, work, pass, read, optOutNumber, phones, refuse } = await open()
      const { broadcast } = await start({
        canary: { recipients: 10, waitMinutes: 5, stopWhen: { failedOver: 0.5, atLeast: 5 } },
      })
      for (const phone of phones.slice(0, 20)) await optOutNumber(phone)
      refuse(10, 100)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { failed: 10, queued: 110 } })
      await pass(20)
      expect(await read(broadcast.id)).toMatchObject({
        status: 'paused',
        counts: { sent: 0, queued: 80 },
        pausedBecause: { rule: 'canary', limit: 'failedOver', found: 1 },
      })
    })

    test('of which nobody may be texted does not hold up a broadcast of which nobody may be texted', async () => {
      const { start, work, pass, read, optOutNumber, phones } = await open()
      const { broadcast } = await start({ canary: { recipients: 2, waitMinutes: 5 } })
      for (const phone of phones) await optOutNumber(phone)
      await work()
      await pass(45)
      expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { failed: 120, queued: 0 } })
    })

    test('is still judged after a pause by request', async () => {
      const { start, work, pass, read, pause, resume, refuse } = await open()
      const { broadcast } = await start({ canary: { ...CANARY, stopWhen: { atLeast: 40 } } })
      await pause(broadcast.id)
      await pass(10)
      refuse(3, 40)
      await resume(broadcast.id)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', counts: { failed: 12, queued: 80 } })
    })

    test('releases the others when a broadcast is resumed that a request had paused during the wait', async () => {
      const { start, work, pass, read, pause, resume } = await open()
      const { broadcast } = await start({ canary: CANARY })
      await work()
      await pause(broadcast.id)
      await pass(10)
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', counts: { sent: 40 } })
      await resume(broadcast.id)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 120 } })
    })

    test('that stopped its broadcast expires with all who waited for it', async () => {
      const { start, work, clock, read, refuse, failures } = await open()
      refuse(3, 40)
      const { broadcast } = await start({ canary: CANARY, expiresAt: new Date(clock.now().getTime() + 10 * MINUTE) })
      await work()
      clock.advance(10 * MINUTE)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 28, failed: 92 } })
      expect(await failures(broadcast.id)).toEqual([
        { type: 'expired', count: 80 },
        { type: 'carrier_rejected', count: 12 },
      ])
    })

    test('does not count landlines that the account does not text, whether they are newly found or known', async () => {
      const account = { refuseLandlines: true }
      const { start, work, pass, read } = await open({ account, directory: HALF_LANDLINES })
      for (const how of ['newly found', 'known']) {
        const { broadcast } = await start({ canary: CANARY })
        await work()
        await pass(5)
        const status = { status: 'completed', counts: { sent: 60, failed: 60 } }
        expect([how, await read(broadcast.id)]).toMatchObject([how, status])
      }
    })

    test('counts numbers that the carrier refuses as invalid destinations', async () => {
      const { start, work, read, provider } = await open()
      for (let i = 0; i < 20; i++)
        provider.script.push({ kind: 'refused', type: 'invalid_destination', message: 'Unknown' })
      const { broadcast } = await start({ canary: CANARY })
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', pausedBecause: { found: 0.5, of: 40 } })
    })

    test('that is not smaller than the broadcast holds nobody back', async () => {
      const { start, work, read } = await open()
      const { broadcast } = await start({ canary: { recipients: 120 } })
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 120 } })
    })
  })

  describeAutomaticPause(open)
}
