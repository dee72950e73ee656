import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { aClick } from '../fixtures/sending-builders.js'
import { DONE, UNTIL, retentionStoreFixture } from './retention-store-fixture.js'

/** The part of the retention store's contract for clicks. */
export function describeTrimmedClicks(open: OpenTestAdapters) {
  const openFixture = () => retentionStoreFixture(open)

  describe('clicks', () => {
    test('are deleted oldest first, up to the limit, and their counts are kept', async () => {
      const { account, run, sent, annotated, clicksOf, trimClicks } = await openFixture()
      const [message] = await sent(1)
      const { code } = await annotated(message!)
      const at = [after(101), after(1), after(3), after(2)]
      const follow = (given: { at: Date; code?: string; visitor?: 'bot' }) =>
        run(({ clicks }) => clicks.record(aClick({ account: account.id, ...given })))
      for (const one of at) await follow({ at: one, code })
      await follow({ at: after(4), visitor: 'bot' })
      const times = async () => (await clicksOf(message!))[0]!.clicks.map((click) => click.at)
      expect(await trimClicks(2)).toEqual({ taken: 2, next: after(2) })
      expect(await times()).toEqual([after(101), after(3)])
      expect(await trimClicks(2, { from: after(2) })).toEqual({ taken: 2, next: after(4) })
      expect(await trimClicks(2, { from: after(4) })).toEqual(DONE)
      expect(await clicksOf(message!)).toMatchObject([{ people: 4, firstAt: after(1), clicks: [{ at: after(101) }] }])
      expect(await follow({ at: UNTIL })).toMatchObject({ code: null, people: 1, bots: 1 })
      expect(await follow({ at: after(300), code })).toMatchObject({ people: 5 })
      expect(await times()).toEqual([after(101), after(300)])
    })

    test('of another account are kept', async () => {
      const { run, neighbour, trimClicks } = await openFixture()
      const next = await neighbour()
      await run(({ clicks }) => clicks.record(aClick({ account: next.id })))
      expect(await trimClicks()).toEqual(DONE)
      expect(await trimClicks(9, {}, next.id)).toMatchObject({ taken: 1 })
    })
  })
}
