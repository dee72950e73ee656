import { describe, expect, test } from '@jest/globals'
import {
  FREE,
  MMS_PRICE,
  NO_CREDITS,
  type IdempotencyKeyRecord,
  type Message,
  type Sender,
  type SendLimits,
} from '@carillon/core'
import { ANN, BOB, NOW, after, ids } from '../fixtures/builders.js'
import { aReceipt } from '../fixtures/sending-builders.js'
import {
  KEY,
  acceptanceOf,
  messageLinksOf,
  keyWithResponse,
  failedOf,
  sentOf,
  waitingOf,
  type SingleSendStoreFixture,
} from './single-send-store-fixture.js'

const NO_LIMITS: SendLimits = { dailyQuota: null }
const PLAIN = 'https://example.com/a.png'

/**
 * The part of the send store's contract for methods that use one statement: `acceptAtOnce` has the effect of `accept`
 * or no effect at all.
 */
export function describeAtOnce(openFixture: () => Promise<SingleSendStoreFixture>) {
  describe('acceptAtOnce', () => {
    test.each([null, KEY])('stores the same data as `accept`, key: %s', async (idempotencyKey) => {
      const { acceptAtOnce, message, find, job, key, balance, facts } = await openFixture()
      const mms = message({ mediaUrl: PLAIN, cost: MMS_PRICE, idempotencyKey })
      expect(await acceptAtOnce(mms)).toBe(true)
      expect(await find(mms)).toEqual(mms)
      expect(await key()).toEqual(acceptanceOf(mms).key)
      expect(await balance()).toEqual({ sms: 8, mms: 1, reserved: { sms: 2, mms: 1 } })
      expect((await facts()).acceptedThatDay).toBe(1)
      expect(await job(mms)).toMatchObject({ ...acceptanceOf(mms).job, attempt: 1 })
    })

    test.each([1, 2, 60])('stores the message links once: %i', async (count) => {
      const { acceptAtOnce, message, clicksOf } = await openFixture()
      const one = message({ idempotencyKey: KEY })
      const messageLinks = messageLinksOf(one, count)
      expect(await acceptAtOnce(one, NO_LIMITS, { messageLinks })).toBe(true)
      expect(await acceptAtOnce(one, NO_LIMITS, { messageLinks })).toBe(false)
      expect(await clicksOf(one)).toMatchObject(messageLinks.map(({ link, code }) => ({ link, code, message: one.id })))
    })

    test('stores the message links of only one of several concurrent sends with one key', async () => {
      const { acceptAtOnce, message, clicksOf } = await openFixture()
      const twins = Array.from({ length: 6 }, () => message({ idempotencyKey: KEY }))
      const bound = await Promise.all(
        twins.map((twin) => acceptAtOnce(twin, NO_LIMITS, { messageLinks: messageLinksOf(twin, 2) })),
      )
      expect(bound.filter(Boolean)).toHaveLength(1)
      const stored = await Promise.all(twins.map((twin) => clicksOf(twin)))
      expect(stored.map(({ length }) => length)).toEqual(bound.map((done) => (done ? 2 : 0)))
    })

    test('accepts a message without cost, and can use the last credits and the rest of the daily quota', async () => {
      const { acceptAtOnce, message, balance } = await openFixture()
      expect(await acceptAtOnce(message({ cost: FREE }), NO_LIMITS, { entries: [] })).toBe(true)
      expect(await acceptAtOnce(message({ cost: { sms: 10, mms: 2 } }), { dailyQuota: 2 })).toBe(true)
      expect(await balance()).toEqual({ sms: 0, mms: 0, reserved: { sms: 10, mms: 2 } })
    })

    test.each(OBSTACLES)('changes nothing if %s', async (_, arrange) => {
      const fixture = await openFixture()
      const { acceptAtOnce, message, balance, facts, run, account } = fixture
      const { limits = NO_LIMITS, ...given } = await arrange(fixture)
      const one = message(given)
      const counted = [await balance(), (await facts()).acceptedThatDay]
      const key = await fixture.key()
      expect(await acceptAtOnce(one, limits, { messageLinks: messageLinksOf(one, 2) })).toBe(false)
      expect(await fixture.clicksOf(one)).toEqual([])
      expect([await balance(), (await facts()).acceptedThatDay]).toEqual(counted)
      expect(await fixture.key()).toEqual(key)
      const stored = await run(({ messages }) => messages.find(account.id, one.id))
      expect(stored === null || stored.body !== one.body).toBe(true)
    })

    test('compares the quota only with the count of the given day', async () => {
      const { acceptAtOnce, accept, message, facts } = await openFixture()
      await accept(message(), { day: '2026-03-02' })
      expect(await acceptAtOnce(message(), { dailyQuota: 1 })).toBe(true)
      expect(await facts({ day: '2026-03-02' })).toMatchObject({ acceptedThatDay: 1 })
    })

    test('never exceeds the credits or the quota when called concurrently', async () => {
      const { acceptAtOnce, message, balance } = await openFixture()
      const many = () => Promise.all(Array.from({ length: 9 }, () => acceptAtOnce(message(), { dailyQuota: 4 })))
      expect((await many()).filter(Boolean)).toHaveLength(4)
      const rest = await Promise.all(Array.from({ length: 9 }, () => acceptAtOnce(message())))
      expect(rest.filter(Boolean)).toHaveLength(1)
      expect(await balance()).toEqual({ ...NO_CREDITS, mms: 2, reserved: { sms: 10, mms: 0 } })
    })

    test('succeeds only once when called concurrently with the same key or message', async () => {
      const { acceptAtOnce, message, balance, key, facts } = await openFixture()
      const twins = Array.from({ length: 8 }, () => message({ idempotencyKey: KEY }))
      const bound = await Promise.all(twins.map((twin) => acceptAtOnce(twin)))
      expect(bound.filter(Boolean)).toHaveLength(1)
      expect(await key()).toEqual(acceptanceOf(twins[bound.indexOf(true)]!).key)
      const one = message()
      const same = await Promise.all(twins.map(() => acceptAtOnce(one)))
      expect(same.filter(Boolean)).toHaveLength(1)
      expect(await balance()).toMatchObject({ sms: 6, reserved: { sms: 4 } })
      expect((await facts()).acceptedThatDay).toBe(2)
    })

    test('never overdraws the credits or binds a key twice, even if `accept` runs concurrently', async () => {
      const { acceptAtOnce, accept, message, balance, run, query } = await openFixture()
      const long = (one: Message) =>
        run(async ({ singleSends }) => {
          const facts = await singleSends.facts(query({ message: one.id, key: one.idempotencyKey }))
          return facts.key === null && facts.balance.sms >= 2 && (await singleSends.accept(acceptanceOf(one))) === null
        })
      const keyed = Array.from({ length: 6 }, () => message({ idempotencyKey: KEY }))
      const under = await Promise.all(keyed.map((one, i) => (i % 2 === 0 ? acceptAtOnce(one) : long(one))))
      expect(under.filter(Boolean)).toHaveLength(1)
      const free = Array.from({ length: 10 }, () => message())
      const spent = await Promise.all(free.map((one, i) => (i % 2 === 0 ? acceptAtOnce(one) : long(one))))
      expect(spent.filter(Boolean)).toHaveLength(4)
      expect(await accept(message({ cost: FREE }), { entries: [] })).toBeNull()
      expect(await balance()).toMatchObject({ sms: 0, reserved: { sms: 10 } })
    })

    test('takes effect either before or after a concurrent STOP', async () => {
      const { acceptAtOnce, message, run, account, consent, find } = await openFixture()
      for (let round = 0; round < 5; round++) {
        await run(({ consents }) => consents.save([consent]))
        const one = message({ cost: FREE })
        const [accepted, wasThere] = await Promise.all([
          acceptAtOnce(one, NO_LIMITS, { entries: [] }),
          run(async ({ consents, messages }) => {
            const locked = (await consents.lock(account.id, [ANN])).get(ANN)!
            await consents.save([{ ...locked, optedOutAt: NOW }])
            return (await messages.find(account.id, one.id)) !== null
          }),
        ])
        expect((await find(one)) !== null).toBe(accepted)
        expect(accepted).toBe(wasThere)
      }
    })
  })

  describe('settleAtOnce', () => {
    test.each([sentOf, failedOf, waitingOf])('stores the same data as `settle`: %p', async (outcomeOf) => {
      const [quick, long] = [await openFixture(), await openFixture()]
      const outcomes = []
      for (const [fixture, settle] of [
        [quick, quick.settleAtOnce],
        [long, long.settle],
      ] as const) {
        await fixture.listenTo('message.sent', 'message.failed')
        const message = await fixture.accepted({ idempotencyKey: KEY })
        const settlement = outcomeOf(message)
        expect([true, { receipt: null }]).toContainEqual(await settle(settlement))
        expect(await fixture.find(message)).toEqual(settlement.message)
        const bound = await fixture.key()
        expect(bound?.target ?? message.id).toBe(message.id)
        const [events, job] = [await fixture.events(), await fixture.job(message)]
        outcomes.push([await fixture.balance(), bound?.expiresAt, events.map(({ type }) => type), job?.runAt])
      }
      expect(outcomes[0]).toEqual(outcomes[1])
    })

    test.each<[string, Partial<Message>]>([
      ['has a newer attempt', { attempt: 2 }],
      ['is waiting', { phase: 'waiting' }],
      ['has ended', { phase: null, status: 'sent', sentAt: after(0.5) }],
    ])('changes nothing once the message %s', async (_, taken) => {
      const { accepted, settleAtOnce, find, balance, key, run } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      await run(({ messages }) => messages.save([{ ...message, ...taken }]))
      expect(await settleAtOnce(sentOf(message))).toBe(false)
      expect(await find(message)).toEqual({ ...message, ...taken })
      expect(await key()).toEqual(acceptanceOf(message).key)
      expect(await balance()).toMatchObject({ sms: 8, reserved: { sms: 2 } })
    })

    test('changes nothing if a receipt was kept before; `settle` handles that case', async () => {
      const { accepted, settleAtOnce, settle, find, run } = await openFixture()
      const message = await accepted()
      const receipt = aReceipt({ message })
      await run(({ messages }) => messages.keepReceipt(receipt))
      expect(await settleAtOnce(sentOf(message))).toBe(false)
      expect(await find(message)).toEqual(message)
      expect(await settle(sentOf(message))).toEqual({ receipt })
    })

    test('settles once, even if `settle` runs concurrently', async () => {
      const { accepted, settleAtOnce, settle, balance } = await openFixture()
      const message = await accepted({ idempotencyKey: KEY })
      const ways = [settleAtOnce, settle, settleAtOnce, settle]
      const done = await Promise.all(ways.map((way) => way(sentOf(message))))
      expect(done.filter((one) => one !== null && one !== false)).toHaveLength(1)
      expect(await balance()).toEqual({ ...NO_CREDITS, sms: 8, mms: 2 })
    })
  })
}

type Obstacle = Partial<Message> & { readonly limits?: SendLimits }

const withSender = (given: Partial<Sender>) => async (fixture: SingleSendStoreFixture) => {
  await fixture.run(({ senders }) => senders.put({ ...fixture.sender, ...given }))
  return { mediaUrl: PLAIN }
}

const underKey =
  (record: (message: Message) => IdempotencyKeyRecord | null) => async (fixture: SingleSendStoreFixture) => {
    const first = await fixture.accepted({ idempotencyKey: KEY })
    await fixture.settle(sentOf(first, { key: record(first) }))
    return { idempotencyKey: KEY }
  }

/** Everything that makes `acceptAtOnce` return false: the send is refused, or requires `accept`. */
const OBSTACLES: readonly [string, (fixture: SingleSendStoreFixture) => Promise<Obstacle>][] = [
  ['the sender does not exist', async () => ({ from: '54321' })],
  ['the sender is inactive', withSender({ status: 'inactive' })],
  ['the sender cannot send MMS', withSender({ mms: false })],
  ['the sender has a rate', withSender({ messagesPerSecond: 1_000 })],
  [
    'another account has the sender',
    async (fixture) =>
      withSender({ account: (await fixture.neighbour()).id, number: '54321' })(fixture).then(() => ({ from: '54321' })),
  ],
  ['the recipient has no consent record', async () => ({ to: BOB })],
  [
    'the recipient is in no group',
    async ({ run, consent }) =>
      run(({ consents }) => consents.save([{ ...consent, activeGroups: 0 }])).then(() => ({})),
  ],
  ['the recipient has opted out', async ({ optOut }) => optOut(ANN).then(() => ({}))],
  ['there are too few SMS credits', async () => ({ cost: { sms: 11, mms: 0 } })],
  ['there are too few MMS credits', async () => ({ cost: { sms: 2, mms: 3 } })],
  ['the quota is reached', async ({ accepted }) => accepted().then(() => ({ limits: { dailyQuota: 1 } }))],
  ['the quota is zero', async () => ({ limits: { dailyQuota: 0 } })],
  ['the key is bound', async ({ accepted }) => accepted({ idempotencyKey: KEY }).then(() => ({ idempotencyKey: KEY }))],
  ['the key has a response', underKey((message) => keyWithResponse(message, after(60)))],
  ['the key has expired', underKey((message) => keyWithResponse(message, after(-60)))],
  [
    'the message was accepted before',
    async ({ accepted }) => accepted({ id: ids.next('msg') }).then(({ id }) => ({ id, body: 'Again' })),
  ],
]
