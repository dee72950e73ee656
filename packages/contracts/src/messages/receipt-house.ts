import { ReceiveReceipt, type MessageFailure, type MessageId, type Receipt } from '@carillon/core'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import { sendingHouseOf } from './sending-house.js'

type Adapters = Parameters<typeof sendingHouseOf>[0] & { readonly clock: { advance(ms: number): void } }

/** An account that sends to Ann, and receipts of it: five seconds pass before each. */
export async function receiptHouseOf<A extends Adapters>(adapters: A, provider = scriptedProvider()) {
  const { clock } = adapters
  const house = await sendingHouseOf(adapters, { provider, credits: { sms: 10, mms: 0 } })
  const { account, run } = house
  const receiveReceipt = new ReceiveReceipt(adapters)
  const key = { account: account.id, scope: 'message', key: 'order-1' } as const
  const receive = (id: string, failure: MessageFailure | null = null, given: Partial<Receipt> = {}) => {
    clock.advance(5_000)
    const receipt = { account: account.id, message: id as MessageId, at: clock.now(), failure }
    return receiveReceipt.execute({ ...receipt, ...given })
  }
  return {
    ...house,
    receive,
    send: async () => (await house.send({ idempotencyKey: key.key })).message,
    kept: (id: string) => run(({ messages }) => messages.takeReceipts(account.id, [id as MessageId])),
    credits: () => run(({ credits }) => credits.balance(account.id)),
    usedKey: () => run(({ keys }) => keys.find(key)),
    listenToAll: () => house.listenTo('message.sent', 'message.delivered', 'message.failed'),
    told: async () => (await house.events()).map(({ type, at }) => [type, at]),
  }
}
