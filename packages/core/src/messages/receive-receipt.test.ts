import { expect, test } from '@jest/globals'
import { ANN, aBroadcast, aLedgerEntry, aMessage, aSender, after, houseOf, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { NO_OUTCOMES, messageIdAt } from '../broadcasts/broadcast.js'
import { Once } from '../idempotency/once.js'
import type { MessageFailure } from './message.js'
import { ReceiveReceipt } from './receive-receipt.js'
import { SendMessage } from './send-message.js'

const FROM = '+12025550100'
const REJECTED: MessageFailure = { type: 'carrier_rejected', message: 'Handset off' }

async function openAccount() {
  const adapters = inMemory()
  const provider = scriptedProvider()
  const house = await houseOf(adapters)
  const { account, run } = house
  await house.member(await house.contact({ phone: ANN }), await house.group())
  const grant = aLedgerEntry({ account: account.id, amount: 10 })
  await run(({ credits }) => credits.post(account.id, [grant]))
  await run(({ senders }) => senders.put(aSender({ account: account.id, number: FROM })))
  const sendMessage = new SendMessage({ ...adapters, provider, once: new Once(adapters) })
  const receiveReceipt = new ReceiveReceipt(adapters)
  const key = { account: account.id, scope: 'message', key: 'order-1' } as const
  const receive = (id: string, failure: MessageFailure | null = null) =>
    receiveReceipt.execute({ account: account.id, message: id as `msg_${string}`, at: after(5), failure })
  return {
    ...house,
    unitOfWork: adapters.unitOfWork,
    provider,
    receive,
    send: async () => {
      const input = { account, to: ANN, from: FROM, body: 'Hi', mediaUrl: null, idempotencyKey: key.key }
      return (await sendMessage.execute(input)).message
    },
    stored: (id: string) => run(({ messages }) => messages.find(account.id, id as `msg_${string}`)),
    credits: () => run(({ credits }) => credits.balance(account.id)),
    usedKey: () => run(({ keys }) => keys.find(key)),
  }
}

test('a delivery sets deliveredAt and is told', async () => {
  const { send, receive, stored, listenTo, events } = await openAccount()
  await listenTo('message.delivered')
  const { id } = await send()
  await receive(id)
  expect(await stored(id)).toMatchObject({ status: 'sent', deliveredAt: after(5) })
  expect(await events()).toMatchObject([
    { type: 'message.delivered', data: { message: { id, deliveredAt: after(5).toISOString() } } },
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
  expect(await events()).toMatchObject([{ type: 'message.failed', data: { message: { id } } }])
})

test('the first receipt has the say: a second one changes nothing and is not told', async () => {
  const { send, receive, stored, listenTo, events } = await openAccount()
  await listenTo('message.delivered', 'message.failed')
  const { id } = await send()
  await receive(id)
  await receive(id)
  await receive(id, REJECTED)
  expect(await stored(id)).toMatchObject({ status: 'sent', deliveredAt: after(5) })
  expect(await events()).toHaveLength(1)
})

test.each([[null], [REJECTED]])(
  'one that comes before the message is settled counts with the settlement: %j',
  async (failure) => {
    const { send, receive, stored, provider, account } = await openAccount()
    provider.script.push(async () => {
      const { id } = parse(provider.submitted[0]!.reference, account.id)
      await receive(id, failure)
      return { kind: 'accepted', providerId: 'provider-1' }
    })
    const answer = await send()
    expect(answer).toMatchObject({ status: 'sent', deliveredAt: null })
    const status = failure === null ? 'sent' : 'failed'
    expect(await stored(answer.id)).toMatchObject({ status, deliveredAt: failure === null ? after(5) : null, failure })
    expect(await send()).toEqual(answer)
  },
)

test('one for a message that nobody knows, or that failed, changes nothing', async () => {
  const { send, receive, stored, provider } = await openAccount()
  provider.script.push({ kind: 'refused', ...REJECTED })
  const { id } = await send()
  await receive(id)
  await receive('msg_00000000000000000000000000')
  expect(await stored(id)).toMatchObject({ status: 'failed', deliveredAt: null })
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

function parse(reference: string, account: string): { id: string } {
  return { id: reference.slice(account.length + 1) }
}
