import { describe, expect, test } from '@jest/globals'
import { ANN, NOW, aBroadcast, aMessage, after, receiptFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { NO_OUTCOMES } from '../../model/broadcasts/broadcast.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { parseReference, type MessageFailure } from '../../model/messages/message.js'

const REJECTED: MessageFailure = { type: 'carrier_rejected', message: 'Handset off' }

const openAccount = () => receiptFixture(inMemory({ now: NOW }))

test('a delivery sets deliveredAt and emits an event', async () => {
  const { send, receive, stored, listenTo, events } = await openAccount()
  await listenTo('message.delivered')
  const { id } = await send()
  await receive(id)
  expect(await stored(id)).toMatchObject({ status: 'sent', sentAt: NOW, deliveredAt: after(5) })
  expect(await events()).toMatchObject([
    { type: 'message.delivered', at: after(5), data: { message: { id, deliveredAt: after(5).toISOString() } } },
  ])
})

test('a failure marks the message as failed, without sentAt; credits stay spent and the key stays used', async () => {
  const { send, receive, stored, credits, usedKey, listenTo, events } = await openAccount()
  await listenTo('message.failed')
  const { id } = await send()
  await receive(id, REJECTED)
  expect(await stored(id)).toMatchObject({ status: 'failed', failure: REJECTED, sentAt: null, deliveredAt: null })
  expect(await credits()).toMatchObject({ sms: 8 })
  expect(await usedKey()).toMatchObject({ target: id })
  expect(await events()).toMatchObject([{ type: 'message.failed', at: after(5), data: { message: { id } } }])
})

describe.each([
  ['after the message is settled', { isEarly: false }],
  ['before the message is settled', { isEarly: true }],
])('if receipts arrive %s, the first one decides the result, which is emitted once:', (_, { isEarly }) => {
  test.each([
    ['delivered', [null, null]],
    ['delivered', [null, REJECTED]],
    ['delivered', [null, REJECTED, null]],
    ['failed', [REJECTED, REJECTED]],
    ['failed', [REJECTED, null]],
    ['failed', [REJECTED, null, REJECTED]],
  ] as const)('%s: %j', async (word, receipts) => {
    const { send, receive, stored, provider, listenToAll, emitted, kept } = await openAccount()
    await listenToAll()
    const receiveAll = async (id: string) => {
      for (const failure of receipts) await receive(id, failure)
    }
    if (isEarly) {
      provider.script.push(async () => {
        await receiveAll(parseReference(provider.submitted[0]!.reference)!.id)
        return { kind: 'accepted', providerId: 'provider-1' }
      })
    }
    const sent = await send()
    expect(sent).toMatchObject({ status: 'sent', deliveredAt: null })
    if (isEarly) await receive(sent.id, receipts[1])
    else await receiveAll(sent.id)
    const end = word === 'delivered' ? { status: 'sent', failure: null } : { status: 'failed', failure: REJECTED }
    expect(await stored(sent.id)).toMatchObject(end)
    const sentAt = isEarly ? after(5 * receipts.length) : NOW
    const at = isEarly ? after(5 * receipts.length + 0.001) : after(5)
    expect(await emitted()).toEqual([
      ['message.sent', sentAt],
      [`message.${word}`, at],
    ])
    expect(await send()).toEqual(sent)
    expect(await kept(sent.id)).toEqual([])
  })
})

describe('the clock of a carrier may be wrong:', () => {
  test.each([
    ['in the future is replaced by the current time', after(1e9), after(5)],
    ['before the send is replaced by the instant just after the send', after(-1e9), after(0.001)],
    ['between the send and the current time is kept', after(2), after(2)],
  ])('a time %s', async (_, at, expected) => {
    for (const failure of [null, REJECTED]) {
      const { send, receive, stored, listenToAll, emitted } = await openAccount()
      await listenToAll()
      const { id } = await send()
      await receive(id, failure, { at })
      expect((await stored(id))!.deliveredAt).toEqual(failure === null ? expected : null)
      expect((await emitted())[1]).toEqual([failure === null ? 'message.delivered' : 'message.failed', after(5)])
    }
  })

  test.each([after(1e9), after(-1e9)])(
    'a receipt is stored with the time of its arrival, not with its own time: %p',
    async (at) => {
      const { send, receive, provider, kept, clock } = await openAccount()
      provider.script.push({ kind: 'try-later', afterMs: null })
      const { id, status } = await send()
      expect(status).toBe('queued')
      await receive(id, null, { at })
      expect(await kept(id)).toMatchObject([{ at: clock.now() }])
    },
  )

  test('deliveredAt is later than sentAt, even if the receipt arrives before the response', async () => {
    const { send, receive, stored, provider, clock } = await openAccount()
    provider.script.push(async () => {
      await receive(parseReference(provider.submitted[0]!.reference)!.id)
      clock.advance(1_000)
      return { kind: 'accepted', providerId: 'provider-1' }
    })
    const { id } = await send()
    expect(await stored(id)).toMatchObject({ sentAt: after(6), deliveredAt: after(6.001) })
  })
})

describe('a receipt is ignored', () => {
  test.each<MessageFailure['type']>([
    'opted_out',
    'invalid_destination',
    'carrier_rejected',
    'provider_unavailable',
    'expired',
    'opted_out_before_send',
    'not_opted_in_before_send',
    'erased',
    'insufficient_credits',
  ])('for a message that failed with a known outcome: %s', async (type) => {
    const { account, run, receive, stored, listenToAll, emitted } = await openAccount()
    await listenToAll()
    const failure = { type, message: 'No' }
    const message = aMessage({ account: account.id, status: 'failed', phase: null, failure })
    await run(({ messages }) => messages.add([message]))
    for (const one of [null, REJECTED]) await receive(message.id, one)
    expect(await stored(message.id)).toEqual(message)
    expect(await emitted()).toEqual([])
  })

  test('for an inbound message', async () => {
    const { account, run, receive, stored, listenToAll, emitted } = await openAccount()
    await listenToAll()
    const message = aMessage({ account: account.id, direction: 'inbound', ...SENT })
    await run(({ messages }) => messages.add([message]))
    for (const one of [null, REJECTED]) await receive(message.id, one)
    expect(await stored(message.id)).toEqual(message)
    expect(await emitted()).toEqual([])
  })

  test('for another account’s message, or an unknown message', async () => {
    const { neighbour, run, receive, send, stored, kept, listenToAll, emitted } = await openAccount()
    await listenToAll()
    const other = await neighbour()
    const { id } = await send()
    const before = await stored(id)
    await receive(id, null, { account: other.id })
    await receive('msg_00000000000000000000000000')
    expect(await stored(id)).toEqual(before)
    expect(await run(({ messages }) => messages.takeReceipts(other.id, [before!.id]))).toEqual([])
    expect(await kept('msg_00000000000000000000000000')).toEqual([])
    expect(await emitted()).toEqual([['message.sent', NOW]])
  })
})

test('a receipt without a message is stored only if a running broadcast may still store the message', async () => {
  const { account, receive, run } = await openAccount()
  const running = aBroadcast({ account: account.id, total: 2 })
  const ended = aBroadcast({ account: account.id, status: 'completed', completedAt: after(1) })
  await run(async ({ broadcasts }) => {
    for (const broadcast of [running, ended]) await broadcasts.add(broadcast, [])
  })
  const [expected, beyond, late] = [messageIdAt(running.id, 1), messageIdAt(running.id, 2), messageIdAt(ended.id, 0)]
  const ids = [expected, beyond, late, 'msg_00000000000000000000000000'] as const
  for (const id of ids) await receive(id)
  const kept = await run(({ messages }) => messages.takeReceipts(account.id, ids))
  expect(kept.map(({ message }) => message)).toEqual([expected])
})

test('a receipt whose message is stored at the same time is applied and then deleted', async () => {
  const { account, receive, run, stored, unitOfWork } = await openAccount()
  const broadcast = aBroadcast({ account: account.id, total: 1, counts: { ...NO_OUTCOMES, sent: 1 } })
  const message = aMessage({ account: account.id, broadcast: broadcast.id, id: messageIdAt(broadcast.id, 0), ...SENT })
  await run(({ broadcasts }) => broadcasts.add(broadcast, []))
  const work = unitOfWork.run.bind(unitOfWork)
  unitOfWork.run = async (first) => {
    unitOfWork.run = work
    const result = await work(first)
    await work(({ messages }) => messages.add([message]))
    return result
  }
  await receive(message.id)
  expect(await stored(message.id)).toMatchObject({ status: 'sent', deliveredAt: after(5) })
  expect(await run(({ messages }) => messages.takeReceipts(account.id, [message.id]))).toEqual([])
})

const SENT = { status: 'sent', phase: null, sentAt: after(1) } as const

test('a receipt that reports an opt-out at the carrier is remembered like a refusal for it', async () => {
  const { send, receive, run, account, consentOf } = await openAccount()
  const { id } = await send()
  await receive(id, { type: 'opted_out', message: 'Stopped', carrierCode: '40300' })
  await receive(id, { type: 'opted_out', message: 'Stopped', carrierCode: '40300' })
  const optOuts = await run(({ consents }) => consents.providerOptOuts(account.id, ANN))
  expect(optOuts).toMatchObject([{ phone: ANN, sender: '+12025550100' }])
  expect((await consentOf()).log).toMatchObject([{ action: 'PROVIDER_OPT_OUT' }])
})

describe('a receipt that names a carrier', () => {
  test('has no effect if the message was never given to that carrier, before or after it is sent', async () => {
    const { provider, receive, send, stored, kept } = await openAccount()
    provider.script.push(async () => {
      await receive(parseReference(provider.submitted[0]!.reference)!.id, null, { carrier: 'backup' })
      return { kind: 'accepted', providerId: 'SM1', tries: [{ carrier: 'main', at: NOW, outcome: 'accepted' }] }
    })
    const { id } = await send()
    expect(await stored(id)).toMatchObject({ status: 'sent', deliveredAt: null })
    await receive(id, { type: 'opted_out', message: 'Stopped' }, { carrier: 'backup' })
    expect(await stored(id)).toMatchObject({ status: 'sent', failure: null, deliveredAt: null })
    expect(await kept(id)).toEqual([])
    await receive(id, null, { carrier: 'main' })
    expect((await stored(id))!.deliveredAt).not.toBeNull()
  })
})

test('receipts that come at the same time have the effects that they would have alone', async () => {
  const { account, receive, run, events, listenToAll } = await openAccount()
  await listenToAll()
  const broadcasts = [0, 1].map(() =>
    aBroadcast({ account: account.id, total: 20, counts: { ...NO_OUTCOMES, sent: 20 } }),
  )
  const messages = broadcasts.flatMap((broadcast) =>
    Array.from({ length: 20 }, (_, i) =>
      aMessage({ account: account.id, broadcast: broadcast.id, id: messageIdAt(broadcast.id, i), ...SENT }),
    ),
  )
  await run(async (stores) => {
    for (const broadcast of broadcasts) await stores.broadcasts.add(broadcast, [])
    await stores.messages.add(messages)
  })
  const isRejected = (i: number) => i % 4 === 0
  const twice = [...messages, ...messages]
  await Promise.all(twice.map(({ id }, i) => receive(id, isRejected(i % 40) ? REJECTED : null)))
  for (const { id } of broadcasts) {
    const stored = await run((stores) => stores.broadcasts.find(account.id, id))
    expect(stored!.counts).toMatchObject({ sent: 15, failed: 5, delivered: 15 })
  }
  expect(await events()).toHaveLength(40)
})
