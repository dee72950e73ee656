import { describe, expect, test } from '@jest/globals'
import { conversationIdOf, messageIdAt, type Message, type PhoneNumber } from '@carillon/core'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ANN, BOB } from '../fixtures/builders.js'
import { aClick, aMessage, aReceipt, anInboundText } from '../fixtures/sending-builders.js'
import { DONE, aSentMessage, retentionStoreFixture } from './retention-store-fixture.js'

/** The part of the retention store's contract for messages. */
export function describeTrimmedMessages(open: OpenTestAdapters) {
  const openFixture = () => retentionStoreFixture(open)

  describe('messages', () => {
    test('that were created at the given instant or before are deleted if they were sent or received, or have failed', async () => {
      const { account, put, has, trimMessages } = await openFixture()
      const failure = { type: 'expired', message: 'Too late' } as const
      const old = await put(
        aSentMessage(account.id, 100),
        aSentMessage(account.id, 1, { status: 'failed', sentAt: null, failure }),
        anInboundText({ account: account.id, createdAt: after(2) }),
      )
      const [young] = await put(aSentMessage(account.id, 100.001))
      expect(await trimMessages()).toEqual({ taken: 3, next: null })
      for (const message of old) expect(await has(message)).toBe(false)
      expect(await has(young!)).toBe(true)
    })

    test('that were the newest of a conversation are deleted with the conversation', async () => {
      const { account, put, run, trimMessages } = await openFixture()
      const receive = async (from: PhoneNumber, seconds: number) => {
        const text = anInboundText({ account: account.id, from, createdAt: after(seconds) })
        await put(text)
        await run(({ conversations }) => conversations.receive([{ ...text, from }]))
        return conversationIdOf(text.id)
      }
      const ended = await receive(ANN, 2)
      const goesOn = await receive(BOB, 2)
      await receive(BOB, 101)
      await trimMessages()
      await run(async ({ conversations }) => {
        expect(await conversations.find(account.id, ended)).toBeNull()
        expect(await conversations.find(account.id, goesOn)).toMatchObject({ phone: BOB, lastAt: after(101) })
      })
    })

    test('that are queued are kept, however old they are', async () => {
      const { account, put, has, trimMessages } = await openFixture()
      const [submitting, waiting] = await put(
        aMessage({ account: account.id }),
        aMessage({ account: account.id, phase: 'waiting' }),
      )
      expect(await trimMessages()).toEqual(DONE)
      expect([await has(submitting!), await has(waiting!)]).toEqual([true, true])
    })

    test('are deleted oldest first, up to the limit, and each step starts where the previous one ended', async () => {
      const { sent, has, trimMessages } = await openFixture()
      const some = await sent(5, 1, 3, 2, 4)
      const left = async () => {
        const there = await Promise.all(some.map(has))
        return some.filter((_, i) => there[i]).map(({ createdAt }) => createdAt)
      }
      const first = await trimMessages(2)
      expect(first).toEqual({ taken: 2, next: after(2) })
      expect(await left()).toEqual([after(5), after(3), after(4)])
      const second = await trimMessages(2, { from: first.next })
      expect(second).toEqual({ taken: 2, next: after(4) })
      expect(await trimMessages(2, { from: second.next })).toEqual({ taken: 1, next: null })
      expect(await left()).toEqual([])
    })

    test('that were created before the start of the span are skipped', async () => {
      const { sent, has, trimMessages } = await openFixture()
      const [before, at] = await sent(1, 2)
      expect(await trimMessages(9, { from: after(2) })).toEqual({ taken: 1, next: null })
      expect([await has(before!), await has(at!)]).toEqual([true, false])
    })

    test('with the same creation time are all deleted, however small the limit is', async () => {
      const { sent, trimMessages } = await openFixture()
      await sent(7, 7, 7)
      const counts = [2, 2, 2].map(() => () => trimMessages(2, { from: after(7) }))
      expect([(await counts[0]!()).taken, (await counts[1]!()).taken, (await counts[2]!()).taken]).toEqual([2, 1, 0])
    })

    test('are deleted with their message links, and later clicks on the links count for the bare link', async () => {
      const { account, run, sent, annotated, clicksOf, trimMessages } = await openFixture()
      const [old, young] = await sent(1, 200)
      const urls = [await annotated(old!), await annotated(young!)]
      const follow = (code: string) => run(({ clicks }) => clicks.record(aClick({ account: account.id, code })))
      for (const { code } of urls) expect(await follow(code)).toMatchObject({ people: 1 })
      await trimMessages()
      expect(await clicksOf(old!)).toEqual([])
      expect(await clicksOf(young!)).toMatchObject([{ people: 1, clicks: [{ agent: 'Mozilla/5.0' }] }])
      expect(await follow(urls[0]!.code)).toMatchObject({ code: null, message: null, people: 1 })
      expect(await follow(urls[1]!.code)).toMatchObject({ message: young!.id, people: 2 })
    })

    test('are deleted with the networks from which their message links were followed', async () => {
      const { account, run, sent, annotated, trimMessages } = await openFixture()
      const [old, young] = await sent(1, 200)
      const urls = [await annotated(old!), await annotated(young!)]
      const follow = (code: string) =>
        run(({ clicks }) => clicks.record(aClick({ account: account.id, code, network: 7 })))
      for (const { code } of urls) expect(await follow(code)).toMatchObject({ isRepeat: false })
      await trimMessages()
      await run(({ clicks }) => clicks.add(account.id, urls))
      expect(await follow(urls[0]!.code)).toMatchObject({ people: 1, isRepeat: false })
      expect(await follow(urls[1]!.code)).toMatchObject({ people: 1, isRepeat: true })
    })

    test('are deleted with their message links; the number of sent links is kept, and no click day is added', async () => {
      const { account, run, sent, annotated, trimMessages, neighbour } = await openFixture()
      const some = await sent(1, 2, -90_000, 3, 200)
      const [{ link, code }] = [await annotated(some[0]!)]
      for (const message of some.slice(1)) await annotated(message)
      const eventsOf = (of = account.id) =>
        run(async ({ clicks }) => ({
          sent: await clicks.sentOf(of, link),
          knows: await clicks.knows(of, link),
          totals: (await clicks.totalsOf(of, [link])).get(link),
          days: await clicks.days(of, link, { from: '2026-01-01', to: '2026-12-31' }),
        }))
      const never = { knows: true, totals: undefined, days: [] }
      for (const limit of [1, 2, 2]) {
        await trimMessages(limit)
        expect(await eventsOf()).toEqual({ ...never, sent: 5 })
      }
      await run(({ clicks }) => clicks.record(aClick({ account: account.id, link, code })))
      const once = { people: 1, bots: 0, recipients: 0 }
      expect(await eventsOf()).toMatchObject({ sent: 5, totals: once, days: [{ day: '2026-03-01', ...once }] })
      expect(await eventsOf((await neighbour()).id)).toEqual({ ...never, knows: false, sent: 0 })
    })

    test('that were received and then deleted can be received again with the same provider id', async () => {
      const { account, put, run, trimMessages } = await openFixture()
      const text = (seconds: number) =>
        anInboundText({ account: account.id, createdAt: after(seconds), providerId: `SM${seconds}` })
      const [old, young] = [text(1), text(200)]
      await put(old, young)
      await trimMessages()
      const again = [old, young].map(({ providerId }) => anInboundText({ account: account.id, providerId }))
      expect(await run(({ messages }) => messages.add(again))).toEqual(new Set([again[0]!.id]))
    })

    test('are deleted together with the receipts that were stored for them', async () => {
      const { account, run, put, trimMessages } = await openFixture()
      const broadcast = aBroadcast({ account: account.id })
      const at = (position: number, seconds: number): Message =>
        aSentMessage(account.id, seconds, { id: messageIdAt(broadcast.id, position), broadcast: broadcast.id })
      const some = await put(at(0, 1), at(1, 200))
      await run(async ({ messages }) => {
        for (const message of some) await messages.keepReceipt(aReceipt({ message }))
      })
      await trimMessages()
      const kept = await run(({ messages }) =>
        messages.withReceiptKept(account.id, broadcast.id, { from: 0, until: 9 }),
      )
      expect(kept).toEqual([some[1]!.id])
    })

    test('are deleted from the possible opt-outs too', async () => {
      const { account, run, put, trimMessages } = await openFixture()
      const text = (seconds: number) => anInboundText({ account: account.id, createdAt: after(seconds) })
      const some = await put(text(1), text(200))
      await run(async ({ possibleOptOuts }) => {
        for (const message of some) await possibleOptOuts.add(message)
      })
      await trimMessages()
      const page = { page: 1, limit: 10 }
      const listed = await run(({ possibleOptOuts }) => possibleOptOuts.list(account.id, page))
      expect(listed).toEqual({ ...page, totalCount: 1, results: [some[1]] })
    })

    test('of another account are kept', async () => {
      const { put, has, neighbour, trimMessages } = await openFixture()
      const [theirs] = await put(aSentMessage((await neighbour()).id, 1))
      expect(await trimMessages()).toEqual(DONE)
      expect(await has(theirs!)).toBe(true)
      expect(await trimMessages(9, {}, theirs!.account)).toMatchObject({ taken: 1 })
    })

    test('are each deleted once by concurrent calls, until none are left', async () => {
      const { sent, trimMessages } = await openFixture()
      await sent(...Array.from({ length: 30 }, (_, i) => i))
      const counts = (await Promise.all(Array.from({ length: 4 }, () => trimMessages(10)))).map(({ taken }) => taken)
      for (let more = await trimMessages(); more.taken > 0; more = await trimMessages()) counts.push(more.taken)
      expect(counts.reduce((sum, count) => sum + count)).toBe(30)
    })
  })
}
