import { ANN, BOB, NOW, phoneOf } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import type { Outbox } from '../outbox/outbox.js'
import { aBehaviour } from './a-behaviour.js'
import { describeConversation } from './describe-conversation.js'
import { aCandidate, candidates, outboxFixture } from './outbox-fixture.js'

/** The contract of both outboxes, besides that of every provider. `open` returns a function that reopens the outbox. */
export function describeOutbox(open: () => Promise<() => Promise<Outbox>>) {
  const openFixture = () => outboxFixture(open)

  describe('the behaviour', () => {
    test('is the same for every process', async () => {
      const { here, there, kinds } = await openFixture()
      await there.behave(aBehaviour({ outcome: 'unavailable', messagesPerSecond: 5 }))
      expect(await kinds([aCandidate()])).toEqual(['try-later'])
      expect(await here.general()).toEqual(aBehaviour({ outcome: 'unavailable', messagesPerSecond: 5 }))
      await here.behave(aBehaviour())
      expect(await kinds([aCandidate()], there)).toEqual(['accepted'])
    })

    test('refuses with a failure type of the service', async () => {
      const { here, terms } = await openFixture()
      await here.behave(aBehaviour({ to: ANN, outcome: 'opted_out' }))
      await here.behave(aBehaviour({ to: BOB, outcome: 'reject' }))
      const { responses } = await here.take([aCandidate({ to: ANN }), aCandidate({ to: BOB })], terms)
      expect(responses.map(({ outcome }) => outcome)).toEqual([
        { kind: 'refused', type: 'opted_out', message: expect.any(String) },
        { kind: 'refused', type: 'carrier_rejected', message: expect.any(String) },
      ])
      expect(await here.stats()).toEqual({ delivered: 0, deduplicated: 0, refused: 2 })
    })

    test('applies to the given number of submissions, in their order', async () => {
      const { here, kinds } = await openFixture()
      await here.behave(aBehaviour({ outcome: 'reject', times: 3 }))
      expect(await kinds(candidates(2))).toEqual(['refused', 'refused'])
      expect(await kinds(candidates(3))).toEqual(['refused', 'accepted', 'accepted'])
      expect(await kinds(candidates(1))).toEqual(['accepted'])
    })

    test('for one number overrides the behaviour for all numbers until it is used up', async () => {
      const { here, kinds } = await openFixture()
      await here.behave(aBehaviour({ outcome: 'unavailable' }))
      await here.behave(aBehaviour({ to: ANN, outcome: 'accept', times: 1 }))
      const two = [aCandidate({ to: ANN }), aCandidate({ to: ANN }), aCandidate({ to: BOB })]
      expect(await kinds(two)).toEqual(['accepted', 'try-later', 'try-later'])
    })

    test('for all numbers replaces every earlier behaviour for a single number', async () => {
      const { here, kinds } = await openFixture()
      await here.behave(aBehaviour({ to: ANN, outcome: 'reject' }))
      await here.behave(aBehaviour({ outcome: 'accept' }))
      expect(await kinds([aCandidate({ to: ANN })])).toEqual(['accepted'])
    })

    test('is not used up by repeated submissions', async () => {
      const { here, kinds } = await openFixture()
      const known = aCandidate()
      await kinds([known])
      await here.behave(aBehaviour({ outcome: 'reject', times: 1 }))
      expect(await kinds([{ ...known, id: 'another id' }])).toEqual(['accepted'])
      expect(await kinds(candidates(2))).toEqual(['refused', 'accepted'])
    })

    test('is counted exactly, even for concurrent submissions', async () => {
      const { here, there, kinds } = await openFixture()
      await here.behave(aBehaviour({ outcome: 'unavailable', times: 25 }))
      await here.behave(aBehaviour({ to: ANN, outcome: 'reject', times: 7 }))
      const batches = Array.from({ length: 20 }, (_, i) =>
        kinds([aCandidate({ to: ANN }), aCandidate({ to: BOB }), ...candidates(1)], i % 2 === 0 ? here : there),
      )
      const responses = (await Promise.all(batches)).flat()
      expect(responses.filter((kind) => kind === 'refused')).toHaveLength(7)
      expect(responses.filter((kind) => kind === 'try-later')).toHaveLength(25)
      expect((await here.stats()).delivered).toBe(60 - 7 - 25)
    })

    test('sets the latency of each message', async () => {
      const { here, terms } = await openFixture()
      await here.behave(aBehaviour({ outcome: 'accept', latencyMs: 5 }))
      await here.behave(aBehaviour({ to: ANN, outcome: 'slow', times: 1 }))
      const { responses } = await here.take([aCandidate({ to: ANN }), aCandidate({ to: ANN })], terms)
      expect(responses.map(({ latencyMs }) => latencyMs)).toEqual([2_000, 5])
      expect((await here.take([aCandidate({ to: BOB })], terms)).responses).toMatchObject([{ latencyMs: 5 }])
    })

    test('can disable and enable deduplication for every process', async () => {
      const { here, there, kinds } = await openFixture()
      const one = aCandidate()
      await here.behave(aBehaviour({ deduplicates: false }))
      for (const [id, outbox] of [
        ['a', here],
        ['b', there],
        ['c', here],
      ] as const) {
        await kinds([{ ...one, id }], outbox)
      }
      expect(await here.stats()).toEqual({ delivered: 3, deduplicated: 0, refused: 0 })
      await there.behave(aBehaviour())
      expect(
        (await here.take([{ ...one, id: 'd' }], { now: NOW, room: NO_ROOM, deduplicates: true })).responses,
      ).toEqual([{ outcome: { kind: 'accepted', providerId: 'a' }, latencyMs: null }])
      expect(await here.stats()).toEqual({ delivered: 3, deduplicated: 1, refused: 0 })
    })
  })

  describe('beyond the throughput', () => {
    test('messages are deferred, but repeats are not', async () => {
      const { here, terms } = await openFixture()
      const known = aCandidate()
      await here.take([known], terms)
      const room = { count: 1, afterMs: (beyond: number) => beyond * 100 }
      const { responses } = await here.take([...candidates(3), { ...known, id: 'another' }], { ...terms, room })
      expect(responses.map(({ outcome }) => outcome)).toEqual([
        { kind: 'accepted', providerId: expect.any(String) },
        { kind: 'try-later', afterMs: 100 },
        { kind: 'try-later', afterMs: 200 },
        { kind: 'accepted', providerId: known.id },
      ])
    })
  })

  describe('the phones', () => {
    test('show the newest messages first, of all numbers or of one, up to the limit', async () => {
      const { there, kinds } = await openFixture()
      const [one, two, three] = [aCandidate({ to: ANN }), aCandidate({ to: BOB }), aCandidate({ to: ANN })]
      for (const candidate of [one, two, three]) await kinds([candidate])
      const shown = async (to: string | null, limit: number) => (await there.list({ to, limit })).map(({ id }) => id)
      expect(await shown(null, 100)).toEqual([three.id, two.id, one.id])
      expect(await shown(null, 2)).toEqual([three.id, two.id])
      expect(await shown(ANN, 100)).toEqual([three.id, one.id])
      expect(await shown(phoneOf(7), 100)).toEqual([])
    })

    test('show no message that was refused or deferred', async () => {
      const { here, kinds } = await openFixture()
      await here.behave(aBehaviour({ outcome: 'reject', times: 1 }))
      const [refused, taken] = [aCandidate(), aCandidate({ mediaUrl: 'https://example.com/a.jpg' })]
      await kinds([refused, taken])
      expect(await here.list({ to: null, limit: 10 })).toMatchObject([{ ...taken, submittedAt: NOW }])
      expect(await here.findMessage(taken.id)).toMatchObject({ ...taken, submittedAt: NOW })
      expect(await here.findMessage(refused.id)).toBeNull()
    })

    test('are cleared, but keep their behaviour', async () => {
      const { here, there, kinds } = await openFixture()
      const one = aCandidate()
      await kinds([one])
      await kinds([{ ...one, id: 'again' }])
      await here.behave(aBehaviour({ to: BOB, outcome: 'reject' }))
      await here.clear()
      expect(await there.list({ to: null, limit: 10 })).toEqual([])
      expect(await there.stats()).toEqual({ delivered: 0, deduplicated: 0, refused: 0 })
      expect(await kinds([{ ...one, id: 'new' }, aCandidate({ to: BOB })])).toEqual(['accepted', 'refused'])
    })

    test('keep 5,000 texts in the order of arrival', async () => {
      const { here, kinds } = await openFixture()
      for (let slice = 0; slice < 5; slice++) {
        await kinds(candidates(1_000).map((one, i) => ({ ...one, body: `${slice * 1_000 + i}` })))
      }
      const bodies = (await here.list({ to: null, limit: 100_000 })).map(({ body }) => Number(body))
      expect(bodies).toEqual(Array.from({ length: 5_000 }, (_, i) => 4_999 - i))
    })
  })

  describeConversation(openFixture)
}

const NO_ROOM = { count: 0, afterMs: () => 0 }
