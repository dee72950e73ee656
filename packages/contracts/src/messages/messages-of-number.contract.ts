import { describe, expect, test } from '@jest/globals'
import type { Message, NumberMessagesQuery } from '@carillon/core'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { ANN, BOB, after } from '../fixtures/builders.js'
import { aMessage, anInboundText } from '../fixtures/sending-builders.js'

/** The part of the message store's contract for the consent proof and the timeline of a number. */
export function describeMessagesOfNumber(openFixture: () => Promise<AccountFixture>) {
  const openMessages = async () => {
    const fixture = await openFixture()
    const { id: account } = fixture.account
    return {
      ...fixture,
      message: (given?: Partial<Message>) => aMessage({ account, ...given }),
      inbound: (given?: Partial<Message>) => anInboundText({ account, ...given }),
      add: (...many: readonly Message[]) => fixture.run(({ messages }) => messages.add(many)),
      ofConsent: (limit = 10, of = account) => fixture.run(({ messages }) => messages.ofConsent(of, ANN, limit)),
      ofNumber: (query: Partial<NumberMessagesQuery> = {}, of = account) =>
        fixture.run(({ messages }) => messages.ofNumber(of, ANN, { after: null, limit: 10, ...query })),
      sentTo: (of = account) => fixture.run(({ messages }) => messages.sentTo(of, ANN)),
    }
  }

  describe('messages about the consent of a number', () => {
    test('are the service texts to the number and all texts from it, newest first', async () => {
      const { message, inbound, add, ofConsent } = await openMessages()
      const purposes = ['opt-in', 'confirmation', 'answer', 'code'] as const
      const texts = purposes.map((purpose, i) => message({ purpose, createdAt: after(2 * i) }))
      const replies = [1, 3].map((second) => inbound({ createdAt: after(second) }))
      const others = [
        message(),
        message({ to: BOB, purpose: 'answer' }),
        inbound({ from: BOB }),
        message({ from: ANN, to: BOB, purpose: 'answer' }),
        inbound({ from: BOB, to: ANN }),
      ]
      await add(...texts, ...replies, ...others)
      const newest = [texts[3], texts[2], replies[1], texts[1], replies[0], texts[0]]
      expect(await ofConsent()).toEqual({ count: 6, newest })
    })

    test('with the same instant are in descending order of their ids', async () => {
      const { message, inbound, add, ofConsent } = await openMessages()
      const many = [message({ purpose: 'code' }), inbound(), message({ purpose: 'answer' }), inbound()]
      await add(...many)
      expect((await ofConsent()).newest).toEqual(many.toReversed())
    })

    test('are all counted, even beyond the limit', async () => {
      const { message, inbound, add, ofConsent } = await openMessages()
      const many = [1, 2, 3, 4, 5].map((second) =>
        second % 2 === 0
          ? inbound({ createdAt: after(second) })
          : message({ purpose: 'code', createdAt: after(second) }),
      )
      await add(...many, message(), inbound({ from: BOB }))
      expect(await ofConsent(3)).toEqual({ count: 5, newest: many.slice(2).toReversed() })
      expect(await ofConsent(5)).toEqual({ count: 5, newest: many.toReversed() })
    })

    test('exclude messages of other accounts', async () => {
      const { inbound, add, ofConsent, neighbour } = await openMessages()
      await add(inbound())
      expect(await ofConsent(10, (await neighbour()).id)).toEqual({ count: 0, newest: [] })
    })
  })

  describe('all messages of a number', () => {
    test('are those to it and from it, newest first, then by descending id', async () => {
      const { message, inbound, add, ofNumber, neighbour } = await openMessages()
      const many = [message(), inbound({ createdAt: after(1) }), message({ createdAt: after(1), purpose: 'answer' })]
      await add(...many, message({ to: BOB }), inbound({ from: BOB, to: ANN }), message({ from: ANN, to: BOB }))
      expect(await ofNumber()).toEqual([many[2], many[1], many[0]])
      expect(await ofNumber({}, (await neighbour()).id)).toEqual([])
    })

    test('are read in steps, each after the place of the previous one', async () => {
      const { message, inbound, add, ofNumber } = await openMessages()
      const many = [message(), inbound(), message({ createdAt: after(1) })]
      await add(...many)
      expect(await ofNumber({ limit: 2 })).toEqual([many[2], many[1]])
      const { createdAt: at, id } = many[1]!
      expect(await ofNumber({ after: { at, id } })).toEqual([many[0]])
      expect(await ofNumber({ after: { at, id: 'log_1' } })).toEqual([])
      expect(await ofNumber({ after: { at: after(1), id: 'log_1' } })).toEqual([many[1], many[0]])
    })
  })

  describe('messages that were sent to a number', () => {
    test('are counted, with the first and last send time', async () => {
      const { message, add, sentTo } = await openMessages()
      const sent = (second: number, given?: Partial<Message>) =>
        message({ status: 'sent', phase: null, sentAt: after(second), ...given })
      await add(sent(3), sent(1), sent(2))
      await add(sent(9, { to: BOB }), sent(9, { purpose: 'answer' }), message())
      await add(message({ status: 'failed', phase: null, failure: { type: 'opted_out', message: 'No' } }))
      expect(await sentTo()).toEqual({ count: 3, firstAt: after(1), lastAt: after(3) })
    })

    test('exclude inbound messages and messages of other accounts', async () => {
      const { message, inbound, add, sentTo, neighbour } = await openMessages()
      await add(inbound({ to: ANN, from: BOB }))
      const none = { count: 0, firstAt: null, lastAt: null }
      expect(await sentTo()).toEqual(none)
      await add(message({ status: 'sent', phase: null, sentAt: after(1) }))
      expect(await sentTo((await neighbour()).id)).toEqual(none)
    })
  })
}
