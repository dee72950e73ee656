import { broadcastingFixture, NOW, scriptedProvider, type BroadcastingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { parseReference, type MessageFailure } from '../../model/messages/message.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { ReceiveReceipt } from '../messages/receive-receipt.js'

const TYPES = ['message.sent', 'message.failed', 'message.delivered', 'broadcast.completed'] as const
const HOUR = 3_600_000
const LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'Spam' }
const FAILED: MessageFailure = { type: 'carrier_rejected', message: 'Handset off' }
const NEITHER = { deduplicates: false, canBeAsked: false }

async function open(given?: BroadcastingGiven) {
  const adapters = inMemory({ now: NOW })
  const fixture = await broadcastingFixture(adapters, { members: 3, ...given })
  await fixture.listenTo(...TYPES)
  const receiveReceipt = new ReceiveReceipt(adapters)
  const reportOutcomeOf = async (reference: string, failure: MessageFailure | null) => {
    const { account, id: message } = parseReference(reference)!
    await receiveReceipt.execute({ account, message, at: adapters.clock.now(), failure })
  }
  const reportOutcome = async (failure: MessageFailure | null) => {
    for (const { reference } of fixture.provider.submitted) await reportOutcomeOf(reference, failure)
  }
  /** The number of events of each type. */
  const emitted = async () => {
    const types = (await fixture.events()).map(({ type }) => type)
    return Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]))
  }
  return { ...fixture, reportOutcome, reportOutcomeOf, emitted }
}

type Fixture = Awaited<ReturnType<typeof open>>
type EventCounts = Partial<Record<(typeof TYPES)[number], number>>
type Way = readonly [name: string, emitted: EventCounts, way: (fixture: Fixture, id: string) => Promise<unknown>]

const WAYS: readonly Way[] = [
  ['is sent', { 'message.sent': 3, 'broadcast.completed': 1 }, ({ work }) => work()],
  [
    'is partly refused',
    { 'message.sent': 2, 'message.failed': 1, 'broadcast.completed': 1 },
    ({ provider, work }) => {
      provider.script.push(REFUSED)
      return work()
    },
  ],
  [
    'fails completely',
    { 'message.failed': 3, 'broadcast.completed': 1 },
    ({ provider, work }) => {
      provider.script.push(REFUSED, REFUSED, REFUSED)
      return work()
    },
  ],
  [
    'has a recipient who opts out before the send begins',
    { 'message.sent': 2, 'message.failed': 1, 'broadcast.completed': 1 },
    async ({ phones, optOutNumber, work }) => {
      await optOutNumber(phones[1]!)
      await work()
    },
  ],
  [
    'is accepted on the second try',
    { 'message.sent': 3, 'broadcast.completed': 1 },
    async ({ provider, work, clock }) => {
      provider.script.push(LATER, LATER, LATER)
      await work()
      clock.advance(60_000)
      await work()
    },
  ],
  [
    'is not accepted for an hour',
    { 'message.failed': 3, 'broadcast.completed': 1 },
    async ({ provider, work, clock }) => {
      provider.script.push(LATER, LATER, LATER)
      await work()
      clock.advance(HOUR)
      await work()
    },
  ],
  [
    'has unknown outcomes, which are then resolved',
    { 'message.sent': 3, 'broadcast.completed': 1 },
    async ({ provider, work, clock }) => {
      provider.script.push(UNKNOWN, UNKNOWN)
      await work()
      clock.advance(60_000)
      await work()
    },
  ],
  ['waits', {}, async () => {}],
  [
    'is canceled twice before it begins',
    { 'broadcast.completed': 1 },
    async ({ cancel, work }, id) => {
      await cancel(id)
      await cancel(id)
      await work()
    },
  ],
  [
    'is canceled after it completed',
    { 'message.sent': 3, 'broadcast.completed': 1 },
    async ({ cancel, work }, id) => {
      await work()
      await cancel(id)
    },
  ],
  [
    'is delivered, with two receipts for each message',
    { 'message.sent': 3, 'message.delivered': 3, 'broadcast.completed': 1 },
    async ({ work, reportOutcome }) => {
      await work()
      await reportOutcome(null)
      await reportOutcome(null)
    },
  ],
  [
    'is not delivered',
    { 'message.sent': 3, 'message.failed': 3, 'broadcast.completed': 1 },
    async ({ work, reportOutcome }) => {
      await work()
      await reportOutcome(FAILED)
      await reportOutcome(null)
    },
  ],
]

test.each(WAYS)('a broadcast that %s emits %j', async (_, expected, way) => {
  const fixture = await open()
  const { broadcast } = await fixture.start()
  await way(fixture, broadcast.id)
  expect(await fixture.emitted()).toEqual(expected)
})

test('a broadcast whose recipients all got the message before is completed at once, and emits one event', async () => {
  const { start, phones, work, emitted } = await open()
  const recipients = { phones, keys: phones.map(() => 'k1'), bodies: null, mediaUrls: null }
  await start({ recipients })
  await work()
  expect((await start({ recipients })).broadcast).toMatchObject({ totalRecipients: 0 })
  expect(await emitted()).toEqual({ 'message.sent': 3, 'broadcast.completed': 2 })
})

test.each([
  ['message.delivered', null],
  ['message.failed', FAILED],
] as const)(
  '%s follows message.sent, even if the receipt arrives before the response to the submission',
  async (type, failure) => {
    const { start, work, provider, reportOutcomeOf, events } = await open()
    const quicker = async () => {
      await reportOutcomeOf(provider.submitted[provider.submitted.length - 1]!.reference, failure)
      return { kind: 'accepted', providerId: 'provider-1' } as const
    }
    provider.script.push(quicker)
    await start()
    await work()
    const all = await events()
    const [end] = all.filter((event) => event.type === type)
    const { message } = end!.data as { message: { id: string; deliveredAt?: string } }
    const sent = all.find(
      ({ type, data }) => type === 'message.sent' && 'message' in data && data.message.id === message.id,
    )
    expect(sent!.at).toEqual(NOW)
    expect(end!.at).toEqual(new Date(NOW.getTime() + 1))
    expect(message.deliveredAt).toBe(failure === null ? end!.at.toISOString() : undefined)
  },
)

describe('messages with an unknown outcome', () => {
  test('are counted as sent and delivered after a receipt; the broadcast keeps its status and end time', async () => {
    const { start, work, read, provider, reportOutcome, emitted, credits } = await open({
      provider: scriptedProvider(NEITHER),
    })
    provider.script.push(UNKNOWN, UNKNOWN, UNKNOWN)
    const { broadcast } = await start()
    await work()
    const before = await read(broadcast.id)
    expect(before).toMatchObject({ status: 'failed', counts: { sent: 0, failed: 3, delivered: 0 } })
    const balance = await credits()
    await reportOutcome(null)
    await reportOutcome(FAILED)
    expect(await read(broadcast.id)).toMatchObject({
      ...before,
      counts: { queued: 0, sent: 3, failed: 0, delivered: 3 },
    })
    expect(await credits()).toEqual(balance)
    expect(await emitted()).toEqual({ 'message.failed': 3, 'broadcast.completed': 1, 'message.delivered': 3 })
  })

  test('are also counted as sent if the receipt arrived before the outcome was settled as unknown', async () => {
    const { start, work, read, provider, reportOutcomeOf } = await open({ provider: scriptedProvider(NEITHER) })
    provider.script.push(async () => {
      await reportOutcomeOf(provider.submitted[0]!.reference, null)
      return UNKNOWN
    })
    const { broadcast } = await start()
    await work()
    expect((await read(broadcast.id)).counts).toEqual({ queued: 0, sent: 3, failed: 0, delivered: 1 })
  })
})
