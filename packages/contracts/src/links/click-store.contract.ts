import { describe, expect, test } from '@jest/globals'
import { CLICKS_KEPT_MAX, type MessageLink } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids } from '../fixtures/builders.js'
import { aMessageLink } from '../fixtures/sending-builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { describeBroadcastClicks } from './broadcast-clicks.contract.js'
import { describeClickDays } from './click-days.contract.js'
import { describeClickRecipients } from './click-recipients.contract.js'
import { clickStoreFixture, LINK } from './click-store-fixture.js'
import { describeRepeatedClicks } from './repeated-clicks.contract.js'

const NO_CLICKS = { people: 0, bots: 0, repeats: 0, firstAt: null, lastAt: null }

export function describeClickStore(open: OpenTestAdapters) {
  const openFixture = (...links: readonly string[]) => clickStoreFixture(open, links.length === 0 ? undefined : links)

  describe('clicks', () => {
    test('of a message are listed by link, for all links in it, with zero counts before the first click', async () => {
      const { messageLinks, of } = await openFixture(LINK, 'go.example.com/Sale', 'a.example.com/z')
      const expected = [messageLinks[2]!, messageLinks[1]!, messageLinks[0]!].map(({ link, code, message }) => {
        return { ...NO_CLICKS, link, code, message, clicks: [] }
      })
      expect(await of()).toEqual(expected)
    })

    test('of an unknown message, or of a message without links, are an empty list', async () => {
      const { accepted, of } = await openFixture()
      expect(await of((await accepted()).id)).toEqual([])
      expect(await of(ids.next('msg'))).toEqual([])
    })

    test('are counted for their message, and kept one by one in order of arrival', async () => {
      const { record, followed, of, message } = await openFixture()
      const came = [
        followed({ at: after(2), agent: 'Safari' }),
        followed({ at: after(1), agent: null }),
        followed({ at: after(3), agent: 'Bot 🔔', visitor: 'bot' }),
      ]
      const head = { link: LINK, code: came[0]!.code, message }
      const two = { ...head, people: 2, bots: 0, repeats: 0, firstAt: after(1), lastAt: after(2) }
      const isRepeat = false
      expect(await record(came[0]!)).toEqual({ ...two, people: 1, firstAt: after(2), lastAt: after(2), isRepeat })
      expect(await record(came[1]!)).toEqual({ ...two, isRepeat })
      expect(await record(came[2]!)).toEqual({ ...two, bots: 1, isRepeat })
      const clicks = came.map(({ at, visitor, agent }) => ({ at, visitor, agent }))
      expect(await of()).toEqual([{ ...two, bots: 1, clicks }])
    })

    test('of bots do not change the first and last click times', async () => {
      const { record, followed } = await openFixture()
      expect(await record(followed({ visitor: 'bot' }))).toMatchObject({ ...NO_CLICKS, bots: 1 })
      await record(followed({ at: after(5) }))
      for (const at of [after(1), after(9)]) await record(followed({ at, visitor: 'bot' }))
      const expected = { people: 1, bots: 3, firstAt: after(5), lastAt: after(5) }
      expect(await record(followed({ at: after(5) }))).toMatchObject({ ...expected, people: 2 })
    })

    test('without a code are counted together, and not for any message', async () => {
      const { record, click, of } = await openFixture()
      expect(await record(click())).toMatchObject({
        link: LINK,
        code: null,
        message: null,
        people: 1,
        firstAt: after(0),
      })
      expect(await record(click({ at: after(1), visitor: 'bot' }))).toMatchObject({ people: 1, bots: 1 })
      expect(await of()).toMatchObject([{ ...NO_CLICKS, clicks: [] }])
    })

    test('with a code that was never sent count like clicks without a code', async () => {
      const { record, click } = await openFixture()
      await record(click())
      for (const code of ['AAAAAAAAAA', 'BBBBBBBBBB']) await record(click({ code }))
      expect(await record(click())).toMatchObject({ code: null, message: null, people: 4 })
    })

    test('with a code of another link or account count like clicks without a code', async () => {
      const { record, click, sent, neighbour, of, message } = await openFixture()
      const [there] = await sent({ link: 'go.example.com/other', code: 'otherLink1' })
      const none = { code: null, message: null }
      expect(await record(click({ code: there!.code }))).toMatchObject({ ...none, link: LINK, people: 1 })
      const other = await neighbour()
      const [ours] = await of()
      expect(await record(click({ account: other.id, code: ours!.code }))).toMatchObject({ ...none, people: 1 })
      expect([...(await of(message)), ...(await of(there!.message))]).toMatchObject([NO_CLICKS, NO_CLICKS])
    })

    test('are counted separately for each message and link, even if two links have the same code', async () => {
      const { record, click, sent, of } = await openFixture()
      const [one] = await sent({ code: 'sameSame00' })
      const [two, three] = await sent({ code: 'another000' }, { link: 'go.example.com/b', code: 'sameSame00' })
      await record(click({ code: one!.code }))
      await record(click({ code: two!.code }))
      expect(await record(click({ code: two!.code }))).toMatchObject({ message: two!.message, people: 2 })
      expect(await record(click({ link: three!.link, code: three!.code }))).toMatchObject({ message: three!.message })
      expect(await of(one!.message)).toMatchObject([{ people: 1 }])
      expect(await of(two!.message)).toMatchObject([{ people: 1 }, { people: 2 }])
    })

    test('of another account are not visible, even for the same message id', async () => {
      const { of, neighbour, message, record, followed } = await openFixture()
      await record(followed())
      expect(await of(message, (await neighbour()).id)).toEqual([])
    })

    test('are all counted, but only the first clicks by people and by bots are kept', async () => {
      const { run, followed, record, of } = await openFixture()
      await run(async ({ clicks }) => {
        for (let i = 0; i <= CLICKS_KEPT_MAX; i++) await clicks.record(followed({ agent: `b${i}`, visitor: 'bot' }))
        for (let i = 0; i < CLICKS_KEPT_MAX; i++) await clicks.record(followed({ agent: `p${i}` }))
      })
      expect(await record(followed({ agent: 'not kept', at: after(9) }))).toMatchObject({
        people: CLICKS_KEPT_MAX + 1,
        bots: CLICKS_KEPT_MAX + 1,
        lastAt: after(9),
      })
      const { clicks } = (await of())[0]!
      const first = (kind: string) => Array.from({ length: CLICKS_KEPT_MAX }, (_, i) => `${kind}${i}`)
      expect(clicks.map(({ agent }) => agent)).toEqual([...first('b'), ...first('p')])
    })

    test.each(['with a code', 'without a code'])('that arrive concurrently %s are all counted', async (way) => {
      const { record, followed, click, of } = await openFixture()
      const one = way === 'with a code' ? followed : click
      const came = Array.from({ length: 20 }, (_, i) => one({ at: after(i), visitor: i % 4 === 0 ? 'bot' : 'person' }))
      const counts = await Promise.all(came.map(record))
      const places = counts.map(({ people, bots }) => people + bots)
      expect(places.sort((a, b) => a - b)).toEqual(came.map((_, i) => i + 1))
      const all = await record(one({ at: after(0) }))
      expect(all).toMatchObject({ people: 16, bots: 5, firstAt: after(0), lastAt: after(19) })
      if (one === followed) expect((await of())[0]!.clicks).toHaveLength(21)
    })

    test('of a failed unit of work are not counted', async () => {
      const { run, followed, of } = await openFixture()
      await expectRolledBack(run, ({ clicks }) => clicks.record(followed()))
      expect(await of()).toMatchObject([{ ...NO_CLICKS, clicks: [] }])
    })
  })

  describe('message links', () => {
    test('can be added without their messages, and their clicks are counted', async () => {
      const { run, account, record, click, of, message } = await openFixture()
      const [one, two] = [ids.next('msg'), ids.next('msg')].map((id) =>
        aMessageLink({ account: account.id, message: id }),
      ) as [MessageLink, MessageLink]
      await run(({ clicks }) => clicks.add(account.id, [two, one]))
      expect(await of(one.message)).toMatchObject([{ ...NO_CLICKS, code: one.code, message: one.message }])
      expect(await record(click({ code: two.code }))).toMatchObject({ message: two.message, people: 1 })
      expect([...(await of(one.message)), ...(await of(message))]).toMatchObject([NO_CLICKS, NO_CLICKS])
    })

    test('do not change when they are added again', async () => {
      const { run, account, record, click, of } = await openFixture()
      const [first, more] = [ids.next('msg'), ids.next('msg')].map((message) =>
        aMessageLink({ account: account.id, message }),
      ) as [MessageLink, MessageLink]
      await run(({ clicks }) => clicks.add(account.id, [first]))
      await record(click({ code: first.code }))
      await run(({ clicks }) => clicks.add(account.id, [{ ...first, message: more.message }, more, first]))
      expect(await of(first.message)).toMatchObject([{ people: 1, code: first.code }])
      expect(await of(more.message)).toMatchObject([{ people: 0, code: more.code }])
    })

    test('can be added as an empty list, and as lists of 300 in concurrent calls', async () => {
      const { run, account, of } = await openFixture()
      const many = Array.from({ length: 300 }, () => aMessageLink({ account: account.id }))
      await run(({ clicks }) => clicks.add(account.id, []))
      const orders = [many, many.toReversed(), many, many.toReversed()]
      await Promise.all(orders.map((some) => run(({ clicks }) => clicks.add(account.id, some))))
      for (const { message, code } of many.slice(-3)) expect(await of(message)).toMatchObject([{ ...NO_CLICKS, code }])
    })
  })

  describeClickDays(open)
  describeClickRecipients(open)
  describeBroadcastClicks(open)
  describeRepeatedClicks(open)
}
