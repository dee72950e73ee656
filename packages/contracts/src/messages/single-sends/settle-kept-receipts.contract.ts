import { describe, expect, test } from '@jest/globals'
import { aReceipt } from '../../fixtures/sending-builders.js'
import { sentOf, waitingOf, type SingleSendStoreFixture } from './single-send-store-fixture.js'

/** In a unit of work, where a receipt that is found can be processed in the same transaction. */
export function describeKeptReceipts(openFixture: () => Promise<SingleSendStoreFixture>) {
  describe('settling an attempt whose receipt was kept', () => {
    test('returns a receipt that was kept earlier, once the message has ended', async () => {
      const { accepted, settle, run } = await openFixture()
      const message = await accepted()
      const receipt = aReceipt({ message })
      const other = aReceipt({ message: await accepted() })
      await run(async ({ messages }) => {
        await messages.keepReceipt(receipt)
        await messages.keepReceipt(other)
      })
      expect(await settle(waitingOf(message))).toEqual({ receipt: null })
      await run(({ messages }) => messages.save([message]))
      expect(await settle(sentOf(message))).toEqual({ receipt })
      await run(({ messages }) => messages.save([message]))
      expect(await settle(sentOf(message, { entries: [] }))).toEqual({ receipt: null })
    })

    test('returns a receipt that is kept concurrently', async () => {
      const { account, accepted, settle, run } = await openFixture()
      const message = await accepted()
      const receipt = aReceipt({ message, failure: { type: 'carrier_rejected', message: 'No' } })
      let lockIsTaken = () => {}
      const locked = new Promise<void>((resolve) => (lockIsTaken = resolve))
      const keeping = run(async ({ messages }) => {
        await messages.lock(account.id, [message.id])
        lockIsTaken()
        for (let i = 0; i < 20; i++) await messages.find(account.id, message.id)
        await messages.keepReceipt(receipt)
      })
      await locked
      const [settled] = await Promise.all([settle(sentOf(message)), keeping])
      expect(settled).toEqual({ receipt })
    })
  })
}
