import { describe, expect, test } from '@jest/globals'
import type { BroadcastingGiven } from './broadcasting-fixture.js'
import { CANARY, HALF_LANDLINES, inSmallSlices, type pausesFixture } from './pauses-fixture.js'

type Open = (given?: BroadcastingGiven) => ReturnType<typeof pausesFixture>

/** What the setting `autoPause` of an account promises. */
export function describeAutomaticPause(open: Open) {
  describe('the automatic pause of an account', () => {
    const autoPause = { failedOver: 0.2, atLeast: 50 }

    test.each(['broadcast', 'batch'] as const)('stops a %s of which too many messages fail', async (kind) => {
      const provider = inSmallSlices()
      const { start, work, pass, read, refuse, phones } = await open({ provider, account: { autoPause } })
      refuse(3, 50)
      const bodies = kind === 'batch' ? phones.map(() => 'Hello') : null
      const recipients = { phones, keys: null, bodies, mediaUrls: null }
      const { broadcast } = await start({ kind, recipients, body: kind === 'batch' ? null : 'Hello' })
      await work()
      await pass(5)
      const because = { rule: 'autoPause', limit: 'failedOver', allowed: 0.2, found: 0.3, of: 50 }
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', pausedBecause: because })
      expect(provider.submitted).toHaveLength(50)
    })

    test('is not repeated after an operator has resumed', async () => {
      const provider = inSmallSlices()
      const { start, work, resume, read, refuse } = await open({ provider, account: { autoPause } })
      refuse(3, 120)
      const { broadcast } = await start()
      await work()
      await resume(broadcast.id)
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 84, failed: 36 } })
    })

    test('does not apply to an account that has not set it, and not to messages that were never submitted', async () => {
      const without = await open({ provider: inSmallSlices() })
      without.refuse(10, 120)
      const { broadcast } = await without.start()
      await without.work()
      expect(await without.read(broadcast.id)).toMatchObject({ status: 'failed', counts: { failed: 120 } })
      const set = await open({ provider: inSmallSlices(), account: { autoPause } })
      const started = await set.start()
      for (const phone of set.phones.slice(0, 60)) await set.optOutNumber(phone)
      await set.work()
      expect(await set.read(started.broadcast.id)).toMatchObject({ status: 'completed', counts: { failed: 60 } })
    })

    test('does not apply to landlines that the account does not text', async () => {
      const account = { autoPause, refuseLandlines: true }
      const { start, work, read } = await open({ provider: inSmallSlices(), account, directory: HALF_LANDLINES })
      const { broadcast } = await start()
      await work()
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 60, failed: 60 } })
    })

    test('applies when a canary has passed', async () => {
      const provider = inSmallSlices()
      const { start, work, pass, read, refuse } = await open({ provider, account: { autoPause } })
      refuse(0, 40)
      refuse(6, 50)
      const { broadcast } = await start({ canary: CANARY })
      await work()
      await pass(5)
      expect(await read(broadcast.id)).toMatchObject({ status: 'paused', pausedBecause: { rule: 'autoPause', of: 90 } })
    })
  })
}
