import { describe, expect, test } from '@jest/globals'
import {
  ANN,
  NOW,
  aBroadcast,
  aLedgerEntry,
  aMessage,
  aSender,
  after,
  finishingHouseOf,
  houseOf,
  scriptedProvider,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { NO_OUTCOMES, messageIdAt } from '../broadcasts/broadcast.js'
import { Once } from '../idempotency/once.js'
import type { MessageId } from '../values/ids.js'
import { parseReference, type MessageFailure } from './message.js'
import type { Receipt } from './receipt.js'
import { ReceiveReceipt } from './receive-receipt.js'
import { SendMessage } from './send-message.js'

const FROM = '+12025550100'
const REJECTED: MessageFailure = { type: 'carrier_rejected', message: 'Handset off' }
const NEITHER = { deduplicates: false, canBeAsked: false }

/** Five seconds pass before each receipt. */
async function openAccount(provider = scriptedProvider()) {
  const adapters = inMemory({ now: NOW })
  const { clock } = adapters
  const house = await houseOf(adapters)
  const { account, run } = house
  await house.member(await house.contact({ phone: ANN }), await house.group())
  const grant = aLedgerEntry({ account: account.id, amount: 10 })
  await run(({ credits }) => credits.post(account.id, [grant]))
  await run(({ senders }) => senders.put(aSender({ account: account.id, number: FROM })))
  const sendMessage = new SendMessage({ ...adapters, provider, once: new Once(adapters) })
  const receiveReceipt = new ReceiveReceipt(adapters)
  const key = { account: account.id, scope: 'message', key: 'order-1' } as const
  const receive = (id: string, failure: MessageFailure | null = null, given: Partial<Receipt> = {}) => {
    clock.advance(5_000)
    const receipt = { account: account.id, message: id as MessageId, at: clock.now(), failure }
    return receiveReceipt.execute({ ...receipt, ...given })
  }
  return {
    ...house,
    clock,
    unitOfWork: adapters.unitOfWork,
    provider,
    receive,
    send: async () => {
      const input = { account, to: ANN, from: FROM, body: 'Hi', mediaUrl: null, idempotencyKey: key.key }
      return (await sendMessage.execute(input)).message
    },
    stored: (id: string) => run(({ messages }) => messages.find(account.id, id as MessageId)),
    kept: (id: string) => run(({ messages }) => messages.takeReceipts(account.id, [id as MessageId])),
    credits: () => run(({ credits }) => credits.balance(account.id)),
    usedKey: () => run(({ keys }) => keys.find(key)),
    listenToAll: () => house.listenTo('message.sent', 'message.delivered', 'message.failed'),
    told: async () => (await house.events()).map(({ type, at }) => [type, at]),
  }
}

test('a delivery sets deliveredAt and is told', async () => {
  const { send, receive, stored, listenTo, events } = await openAccount()
  await listenTo('message.delivered')
  const { id } = await send()
  await receive(id)
  expect(await stored(id)).toMatchObject({ status: 'sent', sentAt: NOW, deliveredAt: after(5) })
  expect(await events()).toMatchObject([
    { type: 'message.delivered', at: after(5), data: { message: { id, deliveredAt: after(5).toISOString() } } },
  ])
})

test('a failure makes the message failed without sentAt; the credits stay spent and the key stays used', async () => {
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
])('the first receipt has the say, and is told once, %s', (_, { isEarly }) => {
  test.each([
    ['delivered', [null, null]],
    ['delivered', [null, REJECTED]],
    ['delivered', [null, REJECTED, null]],
    ['failed', [REJECTED, REJECTED]],
    ['failed', [REJECTED, null]],
    ['failed', [REJECTED, null, REJECTED]],
  ] as const)('%s: %j', async (word, receipts) => {
    const { send, receive, stored, provider, listenToAll, told, kept } = await openAccount()
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
    const answer = await send()
    expect(answer).toMatchObject({ status: 'sent', deliveredAt: null })
    if (isEarly) await receive(answer.id, receipts[1])
    else await receiveAll(answer.id)
    const end = word === 'delivered' ? { status: 'sent', failure: null } : { status: 'failed', failure: REJECTED }
    expect(await stored(answer.id)).toMatchObject(end)
    const sentAt = isEarly ? after(5 * receipts.length) : NOW
    const at = isEarly ? sentAt : after(5)
    expect(await told()).toEqual([
      ['message.sent', sentAt],
      [`message.${word}`, at],
    ])
    expect(await send()).toEqual(answer)
    expect(await kept(answer.id)).toEqual([])
  })
})

describe('the clock of a carrier may be wrong', () => {
  test.each([
    ['in the future is as of now', after(1e9), after(5)],
    ['before the message was sent is as of then', after(-1e9), NOW],
    ['in between is taken as it is', after(2), after(2)],
  ])('a time %s', async (_, at, expected) => {
    for (const failure of [null, REJECTED]) {
      const { send, receive, stored, listenToAll, told } = await openAccount()
      await listenToAll()
      const { id } = await send()
      await receive(id, failure, { at })
      expect((await stored(id))!.deliveredAt).toEqual(failure === null ? expected : null)
      expect((await told())[1]).toEqual([failure === null ? 'message.delivered' : 'message.failed', after(5)])
    }
  })

  test.each([after(1e9), after(-1e9)])('one that is kept grows old from when it came: %p', async (at) => {
    const { send, receive, provider, kept, clock } = await openAccount()
    provider.script.push({ kind: 'try-later', afterMs: null })
    const { id, status } = await send()
    expect(status).toBe('queued')
    await receive(id, null, { at })
    expect(await kept(id)).toMatchObject([{ at: clock.now() }])
  })

  test('nothing is delivered before it was sent, also where the receipt was quicker than the answer', async () => {
    const { send, receive, stored, provider, clock } = await openAccount()
    provider.script.push(async () => {
      await receive(parseReference(provider.submitted[0]!.reference)!.id)
      clock.advance(1_000)
      return { kind: 'accepted', providerId: 'provider-1' }
    })
    const { id } = await send()
    expect(await stored(id)).toMatchObject({ sentAt: after(6), deliveredAt: after(6) })
  })
})

describe('a message of which nobody knew whether the provider has it', () => {
  async function openUnknown() {
    const house = await openAccount(scriptedProvider(NEITHER))
    await house.listenToAll()
    house.provider.script.push({ kind: 'unknown' })
    const message = await house.send()
    expect(message).toMatchObject({ status: 'failed', errorType: 'unknown_outcome' })
    return { ...house, message }
  }

  test('was sent after all when it was delivered; its credits and its key are as they were', async () => {
    const { message, receive, stored, told, events, credits, usedKey } = await openUnknown()
    const [balance, key] = [await credits(), await usedKey()]
    await receive(message.id)
    const end = { status: 'sent', failure: null, sentAt: after(5), deliveredAt: after(5), phase: null }
    expect(await stored(message.id)).toMatchObject(end)
    expect(await told()).toEqual([
      ['message.failed', NOW],
      ['message.delivered', after(5)],
    ])
    const [, { data }] = (await events()) as unknown as readonly [unknown, { data: { message: object } }]
    expect(data.message).toMatchObject({ id: message.id, status: 'sent', deliveredAt: after(5).toISOString() })
    expect([await credits(), await usedKey()]).toEqual([balance, key])
    expect(balance).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(key).toMatchObject({ target: message.id })
  })

  test('stays delivered, whatever comes after that', async () => {
    const { message, receive, stored, told } = await openUnknown()
    await receive(message.id)
    const before = await stored(message.id)
    for (const failure of [null, REJECTED]) await receive(message.id, failure)
    expect(await stored(message.id)).toEqual(before)
    expect(await told()).toHaveLength(2)
  })

  test('stays as it is when it failed: that was told', async () => {
    const { message, receive, stored, told } = await openUnknown()
    const before = await stored(message.id)
    await receive(message.id, REJECTED)
    expect(await stored(message.id)).toEqual(before)
    expect(await told()).toEqual([['message.failed', NOW]])
  })

  test('was sent also where the receipt came before anybody gave up', async () => {
    const { send, receive, stored, provider, listenToAll, told } = await openAccount(scriptedProvider(NEITHER))
    await listenToAll()
    provider.script.push(async () => {
      await receive(parseReference(provider.submitted[0]!.reference)!.id)
      return { kind: 'unknown' }
    })
    const { id } = await send()
    expect(await stored(id)).toMatchObject({ status: 'sent', failure: null, sentAt: after(5), deliveredAt: after(5) })
    expect((await told()).map(([type]) => type)).toEqual(['message.failed', 'message.delivered'])
  })

  test('was sent also where a crash has left it, and its receipt is there when it is given up', async () => {
    const adapters = inMemory({ now: NOW })
    const house = await finishingHouseOf(adapters, scriptedProvider(NEITHER))
    await house.listenTo('message.failed', 'message.delivered')
    await house.crashInSubmission()
    const { id, account } = await house.stored()
    await new ReceiveReceipt(adapters).execute({ account, message: id, at: NOW, failure: null })
    await house.pass(60_000)
    expect(await house.stored()).toMatchObject({ status: 'sent', failure: null, deliveredAt: NOW })
    const now = adapters.clock.now()
    expect(await house.events()).toMatchObject([
      { type: 'message.failed', at: now },
      { type: 'message.delivered', at: now },
    ])
  })
})

describe('one that changes nothing', () => {
  test.each<MessageFailure['type']>([
    'opted_out',
    'invalid_destination',
    'carrier_rejected',
    'provider_unavailable',
    'expired',
    'opted_out_before_send',
    'insufficient_credits',
  ])('is for a message that failed, of which everybody knew why: %s', async (type) => {
    const { account, run, receive, stored, listenToAll, told } = await openAccount()
    await listenToAll()
    const failure = { type, message: 'No' }
    const message = aMessage({ account: account.id, status: 'failed', phase: null, failure })
    await run(({ messages }) => messages.add([message]))
    for (const one of [null, REJECTED]) await receive(message.id, one)
    expect(await stored(message.id)).toEqual(message)
    expect(await told()).toEqual([])
  })

  test('is for a message that came in', async () => {
    const { account, run, receive, stored, listenToAll, told } = await openAccount()
    await listenToAll()
    const message = aMessage({ account: account.id, direction: 'inbound', ...SENT })
    await run(({ messages }) => messages.add([message]))
    for (const one of [null, REJECTED]) await receive(message.id, one)
    expect(await stored(message.id)).toEqual(message)
    expect(await told()).toEqual([])
  })

  test("is for another account's message, or for nobody's", async () => {
    const { neighbour, run, receive, send, stored, kept, listenToAll, told } = await openAccount()
    await listenToAll()
    const other = await neighbour()
    const { id } = await send()
    const before = await stored(id)
    await receive(id, null, { account: other.id })
    await receive('msg_00000000000000000000000000')
    expect(await stored(id)).toEqual(before)
    expect(await run(({ messages }) => messages.takeReceipts(other.id, [before!.id]))).toEqual([])
    expect(await kept('msg_00000000000000000000000000')).toEqual([])
    expect(await told()).toEqual([['message.sent', NOW]])
  })
})

test('one is kept only where a broadcast that has not ended may still store its message', async () => {
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

test('one whose message is stored while it is kept is applied, and nothing of it stays', async () => {
  const { account, receive, run, stored, unitOfWork } = await openAccount()
  const broadcast = aBroadcast({ account: account.id, total: 1, counts: { ...NO_OUTCOMES, sent: 1 } })
  const message = aMessage({ account: account.id, broadcast: broadcast.id, id: messageIdAt(broadcast.id, 0), ...SENT })
  await run(({ broadcasts }) => broadcasts.add(broadcast, []))
  const work = unitOfWork.run.bind(unitOfWork)
  unitOfWork.run = async (first) => {
    unitOfWork.run = work
    const answer = await work(first)
    await work(({ messages }) => messages.add([message]))
    return answer
  }
  await receive(message.id)
  expect(await stored(message.id)).toMatchObject({ status: 'sent', deliveredAt: after(5) })
  expect(await run(({ messages }) => messages.takeReceipts(account.id, [message.id]))).toEqual([])
})

const SENT = { status: 'sent', phase: null, sentAt: after(1) } as const
