import { ANN, BOB, NOW } from '@carillon/contracts'
import type { AccountId, MessageFailure } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import type { Candidate } from '../outbox/stored-submission.js'
import { aBehaviour } from './a-behaviour.js'
import { aCandidate, aWrittenText, OURS, type OutboxFixture } from './outbox-fixture.js'

/** The part of the outbox contract about texts in both directions, as the phones show them. */
export function describeConversation(openFixture: () => Promise<OutboxFixture>) {
  describe('the texts on phones', () => {
    test('show both directions of a conversation and refused texts, in every process', async () => {
      const { here, there, kinds, terms } = await openFixture()
      const hello = aCandidate({ mediaUrl: 'https://example.com/a.jpg' })
      await kinds([hello])
      const hi = aWrittenText({ mediaUrl: 'https://example.com/b.jpg' })
      const spam = aCandidate({ body: 'Spam' })
      await here.keepWritten(hi)
      await here.behave(aBehaviour({ outcome: 'reject' }))
      const { responses } = await here.take([spam], terms)
      const { type, message } = responses[0]!.outcome as MessageFailure & { kind: 'refused' }
      const conversation = { phone: ANN, sender: OURS, at: NOW, failure: null }
      const received = { ...conversation, direction: 'received' }
      expect(await there.texts({ phone: null, limit: 10 })).toEqual([
        {
          ...received,
          id: spam.id,
          body: 'Spam',
          mediaUrl: null,
          state: 'refused',
          failure: { type, message },
          reference: spam.reference,
        },
        {
          ...conversation,
          id: hi.id,
          direction: 'written',
          body: 'Hi',
          mediaUrl: 'https://example.com/b.jpg',
          state: 'written',
          reference: null,
        },
        {
          ...received,
          id: hello.id,
          body: 'Hello',
          mediaUrl: 'https://example.com/a.jpg',
          state: 'arrived',
          reference: hello.reference,
        },
      ])
    })

    test('show a text only once, in its first version, if it is stored twice', async () => {
      const { here, there, kinds } = await openFixture()
      const hi = aWrittenText()
      await kinds([aCandidate()])
      await here.keepWritten(hi)
      await kinds([aCandidate()])
      await there.keepWritten({ ...hi, body: 'Changed' })
      const texts = await here.texts({ phone: ANN, limit: 10 })
      expect(texts.map(({ state }) => state).sort()).toEqual(['arrived', 'arrived', 'written'])
      expect(texts.find(({ id }) => id === hi.id)).toMatchObject({ body: 'Hi' })
    })

    test('are returned for all phones or for one, sorted by id, newest first, up to the limit', async () => {
      const { here, kinds } = await openFixture()
      const question = aWrittenText({ body: 'question' })
      await kinds([aCandidate({ body: 'answer' }), aCandidate({ to: BOB, body: 'other' })])
      await here.keepWritten(question)
      await here.behave(aBehaviour({ outcome: 'reject' }))
      await kinds([aCandidate({ body: 'refused' })])
      await here.keepWritten(aWrittenText({ from: BOB, body: 'last' }))
      const bodies = async (phone: string | null, limit: number) =>
        (await here.texts({ phone, limit })).map(({ body }) => body)
      expect(await bodies(null, 10)).toEqual(['last', 'refused', 'other', 'answer', 'question'])
      expect(await bodies(null, 2)).toEqual(['last', 'refused'])
      expect(await bodies(ANN, 10)).toEqual(['refused', 'answer', 'question'])
      expect(await bodies(ANN, 2)).toEqual(['refused', 'answer'])
      expect(await bodies(BOB, 10)).toEqual(['last', 'other'])
    })

    test('show the state of the last receipt for a text, in every process', async () => {
      const { here, there, kinds } = await openFixture()
      const [handled, unhandled] = [aCandidate(), aCandidate()]
      await kinds([handled, unhandled])
      const failure = { type: 'expired', message: 'The phone was off' } as const
      const shown = async () =>
        (await there.texts({ phone: null, limit: 10 })).map((text) => [text.id, text.state, text.failure])
      await here.keepReceipt({ reference: handled.reference, failure })
      expect(await shown()).toEqual([
        [unhandled.id, 'arrived', null],
        [handled.id, 'failed', failure],
      ])
      await there.keepReceipt({ reference: handled.reference, failure: null })
      expect(await shown()).toContainEqual([handled.id, 'delivered', null])
    })

    test('show a receipt for every earlier copy with its reference, and for no other text', async () => {
      const { here, kinds } = await openFixture()
      await here.behave(aBehaviour({ deduplicates: false }))
      const copies = [aCandidate()]
      for (let i = 0; i < 2; i++) copies.push(aCandidate({ reference: copies[0]!.reference }))
      const refused = aCandidate({ to: BOB })
      await here.behave(aBehaviour({ to: BOB, outcome: 'reject' }))
      for (const one of [copies[0]!, copies[1]!, refused]) await kinds([one])
      for (const reference of [copies[0]!.reference, refused.reference, 'unknown']) {
        await here.keepReceipt({ reference, failure: null })
      }
      await kinds([copies[2]!])
      const states = (await here.texts({ phone: null, limit: 10 })).map(({ state }) => state)
      expect(states.sort()).toEqual(['arrived', 'delivered', 'delivered', 'refused'])
    })

    test('no longer include written texts, refused texts or receipts after the outbox is cleared', async () => {
      const { here, there, kinds } = await openFixture()
      const one = aCandidate()
      await here.behave(aBehaviour({ to: BOB, outcome: 'reject' }))
      await kinds([one, aCandidate({ to: BOB })])
      await here.keepWritten(aWrittenText())
      await here.keepReceipt({ reference: one.reference, failure: null })
      await there.clear()
      expect(await here.texts({ phone: null, limit: 10 })).toEqual([])
      await kinds([one])
      expect(await here.texts({ phone: null, limit: 10 })).toMatchObject([{ id: one.id, state: 'arrived' }])
    })

    test('are deleted for one phone and one account in every process, but not for other accounts', async () => {
      const { here, there, kinds } = await openFixture()
      const [one, other] = [aCandidate(), aCandidate({ from: THEIRS })]
      await kinds([one, other])
      await here.behave(aBehaviour({ to: ANN, outcome: 'reject' }))
      await here.keepWritten(aWrittenText())
      await here.keepWritten(aWrittenText({ to: THEIRS }))
      const ours = { account: accountOf(one), phone: ANN, senders: [OURS] }
      expect(await here.forget(ours)).toBe(true)
      expect((await there.texts({ phone: ANN, limit: 10 })).map(({ sender }) => sender)).toEqual([THEIRS, THEIRS])
      expect([...(await there.find([one.reference, other.reference])).keys()]).toEqual([other.reference])
      expect(await kinds([other, aCandidate()], there)).toEqual(['accepted', 'refused'])
      expect(await here.forget(ours)).toBe(false)
    })

    test('are not deleted by an account that has sent none, and the phone keeps its behaviour', async () => {
      const { here, there, kinds } = await openFixture()
      await here.behave(aBehaviour({ to: ANN, outcome: 'reject' }))
      expect(await here.forget({ account: accountOf(aCandidate()), phone: ANN, senders: [OURS] })).toBe(false)
      expect(await kinds([aCandidate()], there)).toEqual(['refused'])
    })

    test('are deleted together with the behaviour of the phone when none of its texts is left', async () => {
      const { here, there, kinds } = await openFixture()
      const [ann, bob] = [aCandidate(), aCandidate({ to: BOB })]
      const account = accountOf(ann)
      await kinds([ann, bob])
      await here.behave(aBehaviour({ to: ANN, outcome: 'reject' }))
      await here.behave(aBehaviour({ to: BOB, outcome: 'reject' }))
      await kinds([aCandidate({ reference: `${account}.refused` }), aCandidate({ to: BOB })])
      await here.keepWritten(aWrittenText())
      await here.keepWritten(aWrittenText({ from: BOB }))
      await here.keepReceipt({ reference: ann.reference, failure: null })
      expect(await here.forget({ account, phone: ANN, senders: [OURS] })).toBe(true)
      expect(await there.texts({ phone: ANN, limit: 10 })).toEqual([])
      expect(await there.list({ to: ANN, limit: 10 })).toEqual([])
      expect(await there.find([ann.reference, bob.reference])).toMatchObject({ size: 1 })
      expect((await there.texts({ phone: null, limit: 10 })).map(({ phone }) => phone)).toEqual([BOB, BOB, BOB])
      expect(await there.stats()).toMatchObject({ delivered: 1, refused: 1 })
      expect(await kinds([aCandidate(), aCandidate({ to: BOB })], there)).toEqual(['accepted', 'refused'])
    })
  })
}

const THEIRS = '+12025550111'

function accountOf({ reference }: Candidate): AccountId {
  return reference.split('.')[0] as AccountId
}
