import { describe, expect, test } from '@jest/globals'
import {
  conversationIdOf,
  type AccountId,
  type ConversationQuery,
  type Message,
  type MessageId,
  type PhoneNumber,
} from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ANN, BOB, CAT, ids } from '../fixtures/builders.js'
import { aMessage, anInboundText } from '../fixtures/sending-builders.js'
import { aUser } from '../users/user-builders.js'

const OURS = '+12025550199'
const ALL: ConversationQuery = { status: null, unread: false, phone: null, assignee: null, after: null, limit: 10 }

export function describeConversationStore(open: OpenTestAdapters) {
  async function openStore() {
    const fixture = await accountFixture(await open())
    const { run } = fixture
    const account = fixture.account.id
    return {
      ...fixture,
      /** Stores a text from the phone, and adds it to its conversation. */
      receive: (from: PhoneNumber, seconds: number, given: Partial<Message> = {}) =>
        run(async ({ messages, conversations }) => {
          const text = anInboundText({ account, to: OURS, createdAt: after(seconds), ...given, from })
          await messages.add([text])
          await conversations.receive([{ ...text, from }])
          return text
        }),
      list: (query: Partial<ConversationQuery> = {}, of = account) =>
        run(({ conversations }) => conversations.list(of, { ...ALL, ...query })),
      find: (text: Message, of = account) =>
        run(({ conversations }) => conversations.find(of, conversationIdOf(text.id))),
      close: (text: Message, of = account) =>
        run(async ({ conversations }) => {
          const conversation = await conversations.lock(of, conversationIdOf(text.id))
          if (conversation !== null) await conversations.save({ ...conversation, status: 'closed', unread: 0 })
          return conversation
        }),
    }
  }

  describe('conversations', () => {
    test('begin with the first text of a person, and have the newest text and the names of the contact', async () => {
      const { receive, find, contact, account } = await openStore()
      const first = await receive(ANN, 1)
      const id = conversationIdOf(first.id)
      const begun = { id, account: account.id, number: OURS, phone: ANN, status: 'open' } as const
      expect(await find(first)).toEqual({
        ...begun,
        unread: 1,
        lastMessage: first.id,
        lastAt: after(1),
        text: first,
        firstName: null,
        lastName: null,
        assignee: null,
        assigneeName: null,
      })
      await contact({ phone: ANN, firstName: 'Ann', lastName: 'Lee' })
      const second = await receive(ANN, 3)
      await receive(ANN, 2)
      expect(await find(first)).toEqual({
        ...begun,
        unread: 3,
        lastMessage: second.id,
        lastAt: after(3),
        text: second,
        firstName: 'Ann',
        lastName: 'Lee',
        assignee: null,
        assigneeName: null,
      })
      expect(await find(second)).toBeNull()
    })

    test('are separate for each number of the account', async () => {
      const { receive, list } = await openStore()
      await receive(ANN, 1)
      await receive(ANN, 2, { to: '+12025550198' })
      expect((await list()).map(({ number, phone }) => [number, phone])).toEqual([
        ['+12025550198', ANN],
        [OURS, ANN],
      ])
    })

    test('are one, even if the first texts of a person arrive at once', async () => {
      const { receive, list } = await openStore()
      await Promise.all([receive(ANN, 1), receive(ANN, 1), receive(ANN, 1)])
      expect(await list()).toMatchObject([{ phone: ANN, unread: 3 }])
    })

    test('are the same, whether their texts are added together or one after the other', async () => {
      const phones = [ANN, BOB, CAT]
      const received = (account: AccountId) =>
        Array.from({ length: 24 }, (_, n) => {
          const [from, to] = [phones[n % 3]!, n % 5 === 0 ? '+12025550198' : OURS]
          return { ...anInboundText({ account, to, createdAt: after((n * 7) % 10) }), from }
        })
      const outcome = async (isTogether: boolean) => {
        const { run, account, list } = await openStore()
        const texts = received(account.id)
        const steps = isTogether ? [texts.slice(0, 4), [], texts.slice(4)] : texts.map((text) => [text])
        await run(({ messages }) => messages.add(texts))
        for (const step of steps) await run(({ conversations }) => conversations.receive(step))
        const place = (id: MessageId) => texts.findIndex((text) => text.id === id)
        return (await list())
          .map(({ id, number, phone, unread, lastAt, lastMessage }) => {
            const first = texts.findIndex((text) => conversationIdOf(text.id) === id)
            return { number, phone, unread, lastAt, last: place(lastMessage), first }
          })
          .sort((one, other) => one.first - other.first)
      }
      const together = await outcome(true)
      expect(together).toEqual(await outcome(false))
      expect(together.map(({ unread }) => unread).reduce((one, other) => one + other)).toBe(24)
    })

    test('are opened again by a text', async () => {
      const { receive, find, close } = await openStore()
      const text = await receive(ANN, 1)
      expect(await close(text)).toMatchObject({ phone: ANN, status: 'open', unread: 1 })
      expect(await find(text)).toMatchObject({ status: 'closed', unread: 0 })
      await receive(ANN, 2)
      expect(await find(text)).toMatchObject({ status: 'open', unread: 1 })
    })

    test('are listed by their newest text, newest first, then by descending id', async () => {
      const { receive, list } = await openStore()
      const [ann, bob] = [await receive(ANN, 1), await receive(BOB, 2)]
      const cat = await receive(CAT, 2)
      await receive(ANN, 2)
      const ids = [ann, bob, cat]
        .map(({ id }) => conversationIdOf(id))
        .sort()
        .reverse()
      const listed = await list()
      expect(listed.map(({ id }) => id)).toEqual(ids)
      const [first] = listed
      const rest = await list({ after: { at: first!.lastAt, id: first!.id } })
      expect(rest.map(({ id }) => id)).toEqual(ids.slice(1))
      expect((await list({ limit: 2 })).map(({ id }) => id)).toEqual(ids.slice(0, 2))
    })

    test('are listed by status, by whether they are unread, and by number', async () => {
      const { receive, list, close } = await openStore()
      await receive(ANN, 1)
      await close(await receive(BOB, 2))
      const phones = async (query: Partial<ConversationQuery>) => (await list(query)).map(({ phone }) => phone)
      expect(await phones({ status: 'open' })).toEqual([ANN])
      expect(await phones({ status: 'closed' })).toEqual([BOB])
      expect(await phones({ unread: true })).toEqual([ANN])
      expect(await phones({ phone: BOB })).toEqual([BOB])
      expect(await phones({ phone: BOB, unread: true })).toEqual([])
    })

    test('have an assignee, who stays when they are opened again, and are listed by assignee', async () => {
      const { receive, find, list, run, account } = await openStore()
      const olivia = aUser({ name: 'Olivia' })
      await run(({ users }) => users.add(olivia))
      const [ann] = [await receive(ANN, 1), await receive(BOB, 2)]
      await run(async ({ conversations }) => {
        const conversation = await conversations.lock(account.id, conversationIdOf(ann.id))
        await conversations.save({ ...conversation!, assignee: olivia.id })
      })
      await receive(ANN, 3)
      expect(await find(ann)).toMatchObject({ assignee: olivia.id, assigneeName: 'Olivia', unread: 2 })
      const phones = async (query: Partial<ConversationQuery>) => (await list(query)).map(({ phone }) => phone)
      expect(await phones({ assignee: olivia.id })).toEqual([ANN])
      expect(await phones({ assignee: 'nobody' })).toEqual([BOB])
      expect(await phones({ assignee: ids.next('usr') })).toEqual([])
    })

    test('belong to one account', async () => {
      const { receive, list, find, close, neighbour } = await openStore()
      const { id: other } = await neighbour()
      const ours = await receive(ANN, 1)
      await receive(ANN, 2, { account: other })
      expect(await list()).toMatchObject([{ lastAt: after(1) }])
      expect(await list({}, other)).toMatchObject([{ account: other, lastAt: after(2) }])
      expect(await find(ours, other)).toBeNull()
      expect(await close(ours, other)).toBeNull()
    })

    test('have the texts in both directions between the two numbers, newest first', async () => {
      const { receive, run, account } = await openStore()
      const first = await receive(ANN, 1)
      const to = (phone: string, seconds: number, from = OURS) =>
        aMessage({ account: account.id, to: phone, from, createdAt: after(seconds) })
      const reply = to(ANN, 2)
      await run(({ messages }) => messages.add([reply, to(BOB, 2), to(ANN, 2, '+12025550198')]))
      const last = await receive(ANN, 3)
      await receive(BOB, 4)
      await receive(ANN, 4, { to: '+12025550198' })
      const conversation = { account: account.id, number: OURS, phone: ANN }
      await run(async ({ conversations }) => {
        expect(await conversations.thread(conversation, { after: null, limit: 10 })).toEqual([last, reply, first])
        expect(await conversations.thread(conversation, { after: null, limit: 2 })).toEqual([last, reply])
        const place = { at: reply.createdAt, id: reply.id }
        expect(await conversations.thread(conversation, { after: place, limit: 2 })).toEqual([first])
      })
    })
  })
}
