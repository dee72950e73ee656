import {
  ERASED,
  ERASED_FAILURE,
  type LookedChunk,
  type MembershipEvent,
  type MessageLink,
  type PhoneNumber,
} from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, NOW, after, anEvent, ids } from '../fixtures/builders.js'
import { aClick, aReceipt, aMessageLink, anInboundText } from '../fixtures/sending-builders.js'
import { describeErasedContact } from './erased-contact.contract.js'
import { RECIPIENTS, TEMPLATE, anAttemptOn, erasureStoreFixture } from './erasure-store-fixture.js'

export function describeErasureStore(open: OpenTestAdapters) {
  describeErasedContact(open)

  const openErasures = () => erasureStoreFixture(open)

  describe('erasures: eraseMessages', () => {
    test('removes the personal data of a message, and keeps the data for counts and billing', async () => {
      const { eraseMessages, message, find } = await openErasures()
      const failure = { type: 'carrier_rejected', message: `${ANN} is not reachable` } as const
      const out = await message({
        body: 'Hi Ann',
        mediaUrl: 'https://m.example.com/ann.png',
        status: 'failed',
        sentAt: null,
        failure,
      })
      const back = await message(anInboundText({ account: out.account, body: 'It is me' }))
      expect(await eraseMessages()).toEqual({ erased: 2, inFlight: 0 })
      const erased = { body: '', mediaUrl: null }
      expect(await find(out)).toEqual({
        ...out,
        ...erased,
        to: ERASED,
        failure: { type: 'carrier_rejected', message: ERASED_FAILURE },
      })
      expect(await find(back)).toEqual({ ...back, ...erased, from: ERASED })
      expect(await eraseMessages()).toEqual({ erased: 0, inFlight: 0 })
    })

    test('removes a message from the possible opt-outs, and keeps those of other numbers', async () => {
      const { eraseMessages, message, account, run } = await openErasures()
      const possible = async (from: PhoneNumber) => {
        const text = await message(anInboundText({ account: account.id, from, body: 'stop it' }))
        await run(({ possibleOptOuts }) => possibleOptOuts.add(text))
        return text
      }
      await possible(ANN)
      const kept = await possible(BOB)
      await eraseMessages()
      const page = { page: 1, limit: 10 }
      const listed = await run(({ possibleOptOuts }) => possibleOptOuts.list(account.id, page))
      expect(listed).toEqual({ ...page, totalCount: 1, results: [kept] })
    })

    test('keeps messages of other numbers and other accounts, and messages that the account sent from the number', async () => {
      const { eraseMessages, message, find, neighbour } = await openErasures()
      const next = await neighbour()
      const others = [
        await message({ to: BOB }),
        await message({ account: next.id }),
        await message({ from: ANN, to: CAT }),
        await message(anInboundText({ account: (await message({ to: BOB })).account, to: ANN, from: BOB })),
      ]
      expect(await eraseMessages()).toEqual({ erased: 0, inFlight: 0 })
      for (const one of others) expect(await find(one)).toEqual(one)
    })

    test('keeps and counts messages that are being submitted, and erases waiting messages', async () => {
      const { eraseMessages, message, find } = await openErasures()
      const submitting = await message({ status: 'queued', phase: 'submitting', sentAt: null })
      const waiting = await message({ status: 'queued', phase: 'waiting', sentAt: null })
      expect(await eraseMessages()).toEqual({ erased: 1, inFlight: 1 })
      expect(await find(submitting)).toEqual(submitting)
      expect(await find(waiting)).toMatchObject({ to: ERASED, phase: 'waiting', status: 'queued' })
    })

    test('erases at most the given number of messages per call, and continues with the next call', async () => {
      const { eraseMessages, message } = await openErasures()
      for (let i = 0; i < 5; i++) await message()
      expect((await eraseMessages(2)).erased).toBe(2)
      expect((await eraseMessages(2)).erased).toBe(2)
      expect((await eraseMessages(2)).erased).toBe(1)
      expect((await eraseMessages(2)).erased).toBe(0)
    })

    test('frees the keys of the erased messages, whose responses contain the body, and no other keys', async () => {
      const { eraseMessages, message, run, account } = await openErasures()
      const [ann, bob] = [await message({ idempotencyKey: 'one' }), await message({ to: BOB, idempotencyKey: 'two' })]
      const reused = await message({ idempotencyKey: 'two', status: 'failed', failure: FAILURE, sentAt: null })
      const name = (key: string) => ({ account: account.id, scope: 'message', key }) as const
      await run(async ({ idempotencyKeys }) => {
        for (const { id, idempotencyKey, body } of [ann, bob]) {
          await idempotencyKeys.bind(
            { ...name(idempotencyKey!), target: id, answer: { body }, expiresAt: after(60) },
            NOW,
          )
        }
      })
      expect((await eraseMessages()).erased).toBe(2)
      expect(await run(({ messages }) => messages.find(account.id, reused.id))).toMatchObject({ idempotencyKey: null })
      expect(await run(({ idempotencyKeys }) => idempotencyKeys.find(name('one')))).toBeNull()
      expect(await run(({ idempotencyKeys }) => idempotencyKeys.find(name('two')))).toMatchObject({ target: bob.id })
    })

    test('removes the individual clicks, and the failure text of a stored receipt, but no click counts', async () => {
      const { eraseMessages, message, run, account } = await openErasures()
      const [ann, bob] = [await message(), await message({ to: BOB })]
      const failure = { type: 'carrier_rejected', message: `${ANN} is gone` } as const
      await run(async ({ messages, clicks }) => {
        for (const one of [ann, bob]) {
          await messages.keepReceipt(aReceipt({ message: one, failure }))
          const messageLink = aMessageLink({ account: account.id, message: one.id })
          await clicks.add(account.id, [messageLink])
          await clicks.record(aClick({ account: account.id, code: messageLink.code, agent: `Phone of ${one.to}` }))
        }
      })
      await eraseMessages()
      await run(async ({ messages, clicks }) => {
        const receipts = await messages.takeReceipts(account.id, [ann.id, bob.id])
        const texts = new Map(receipts.map((receipt) => [receipt.message, receipt.failure!.message]))
        expect([texts.get(ann.id), texts.get(bob.id)]).toEqual([ERASED_FAILURE, `${ANN} is gone`])
        expect(await clicks.of(account.id, ann.id)).toMatchObject([{ people: 1, clicks: [] }])
        expect(await clicks.of(account.id, bob.id)).toMatchObject([{ people: 1, clicks: [{ visitor: 'person' }] }])
      })
    })

    test('removes the networks from which the URLs in the messages were followed', async () => {
      const { eraseMessages, message, run, account } = await openErasures()
      const urls = [await message(), await message({ to: BOB })].map(({ id }) =>
        aMessageLink({ account: account.id, message: id }),
      )
      await run(({ clicks }) => clicks.add(account.id, urls))
      const follow = ({ code }: MessageLink) =>
        run(({ clicks }) => clicks.record(aClick({ account: account.id, code, network: 7 })))
      for (const url of urls) await follow(url)
      await eraseMessages()
      expect(await follow(urls[0]!)).toMatchObject({ isRepeat: false })
      expect(await follow(urls[1]!)).toMatchObject({ isRepeat: true })
    })
  })

  describe('erasures: eraseRecipients', () => {
    test('removes the number, text, media and key, and keeps the positions of all recipients', async () => {
      const { eraseRecipients, broadcast, chunkOf } = await openErasures()
      const one = await broadcast({ cursor: 2, waiting: [{ index: 1, sinceMs: 0, dueMs: 0 }] })
      const before = await chunkOf(one)
      expect(await eraseRecipients()).toEqual({ erased: 1, inFlight: 0, last: null })
      expect(await chunkOf(one)).toEqual({
        ...before,
        recipients: {
          phones: [BOB, ERASED, CAT],
          keys: ['bob-1', null, null],
          bodies: ['For Bob', '', 'For Cat'],
          mediaUrls: [null, null, null],
          templates: [TEMPLATE, null, null],
        },
      })
      expect(await eraseRecipients()).toEqual({ erased: 0, inFlight: 0, last: null })
    })

    test('skips a chunk if its open attempt includes the number, and processes the chunk otherwise', async () => {
      const { eraseRecipients, broadcast, chunkOf } = await openErasures()
      const inFlight = [
        await broadcast({ cursor: 3, attempt: anAttemptOn(0, 1) }),
        await broadcast({ cursor: 3, attempt: { ...anAttemptOn(0), stopped: [1] } }),
        await broadcast({ cursor: 3, attempt: { ...anAttemptOn(0), overdue: [1] } }),
      ]
      const free = await broadcast({ cursor: 1, attempt: anAttemptOn(0) })
      expect(await eraseRecipients()).toEqual({ erased: 1, inFlight: 3, last: null })
      for (const one of inFlight) expect((await chunkOf(one)).recipients).toEqual(RECIPIENTS)
      expect((await chunkOf(free)).recipients.phones).toEqual([BOB, ERASED, CAT])
    })

    test('processes chunks in steps, by broadcast and chunk number, and counts those in flight in each step', async () => {
      const { eraseRecipients, broadcast } = await openErasures()
      const busy = await broadcast({ cursor: 3, attempt: anAttemptOn(1) })
      const others = [await broadcast({}, { phones: [BOB, CAT, BOB] }), await broadcast(), await broadcast()]
      const [first, , third] = [busy, ...others].map(({ id }) => ({ broadcast: id, number: 0 })).sort(inOrder)
      expect(await eraseRecipients(null, 3)).toEqual({ erased: 1, inFlight: 1, last: third })
      expect(await eraseRecipients(third, 3)).toEqual({ erased: 1, inFlight: 0, last: null })
      expect(await eraseRecipients(first, 4)).toEqual({ erased: 0, inFlight: 0, last: null })
    })

    test('keeps numbers that only start or end with the same digits, and the numbers of other accounts', async () => {
      const { eraseRecipients, broadcast, chunkOf, neighbour } = await openErasures()
      const phones = [`${ANN}9`, BOB, `+44${ANN.slice(1)}`] as PhoneNumber[]
      const others = [await broadcast({}, { phones }), await broadcast({}, { account: (await neighbour()).id })]
      expect(await eraseRecipients()).toEqual({ erased: 0, inFlight: 0, last: null })
      expect((await chunkOf(others[0]!)).recipients.phones).toEqual(phones)
      expect((await chunkOf(others[1]!)).recipients).toEqual(RECIPIENTS)
    })
  })

  describe('erasures: eraseEvents', () => {
    const eventFor = (account: MembershipEvent['account'], phoneNumber: PhoneNumber) =>
      anEvent({
        account,
        data: {
          contact: { id: ids.next('con'), phoneNumber },
          group: { id: ids.next('grp'), name: 'VIP' },
          reason: 'DIRECT',
        },
      })

    test('deletes the events that contain the number, with their deliveries, in steps', async () => {
      const { eraseEvents, endpoint, keep, run, account } = await openErasures()
      const hook = await endpoint()
      const events = [
        eventFor(account.id, BOB),
        eventFor(account.id, ANN),
        eventFor(account.id, CAT),
        eventFor(account.id, ANN),
      ]
      await keep(...events)
      expect(await eraseEvents(null, 3)).toEqual({ erased: 1, last: events[2]!.id })
      expect(await eraseEvents(events[2]!.id, 3)).toEqual({ erased: 1, last: null })
      expect(await eraseEvents()).toEqual({ erased: 0, last: null })
      const due = await run(({ deliveries }) => deliveries.due(hook, { now: NOW, limit: 100, except: [] }))
      expect(due.map(({ delivery }) => delivery.event).sort()).toEqual([events[0]!.id, events[2]!.id])
      for (const { id } of [events[1]!, events[3]!]) {
        expect(await run(({ deliveries }) => deliveries.find(hook, id))).toBeNull()
      }
    })

    test('keeps events in the outbox until they are relayed', async () => {
      const { eraseEvents, endpoint, keep, run, events, account } = await openErasures()
      await endpoint()
      await run((stores) => stores.events.append(account.id, [eventFor(account.id, ANN)]))
      expect(await eraseEvents()).toEqual({ erased: 0, last: null })
      expect(await events()).toHaveLength(1)
      await keep()
      expect(await eraseEvents()).toEqual({ erased: 1, last: null })
    })
  })
}

const FAILURE = { type: 'expired', message: 'Too late' } as const

const inOrder = (one: LookedChunk, other: LookedChunk) => (one.broadcast < other.broadcast ? -1 : 1)
