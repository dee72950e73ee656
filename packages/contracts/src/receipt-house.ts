import { Once, ReceiveReceipt, SendMessage, type MessageFailure, type MessageId, type Receipt } from '@carillon/core'
import { ANN } from './builders.js'
import { houseOf } from './house.js'
import { scriptedProvider } from './scripted-provider.js'
import { aLedgerEntry, aSender } from './sending-builders.js'

type Adapters = Omit<ConstructorParameters<typeof SendMessage>[0], 'provider' | 'once'> &
  ConstructorParameters<typeof Once>[0] & { readonly clock: { advance(ms: number): void } }

const FROM = '+12025550100'

/** An account that sends to Ann, and receipts of it: five seconds pass before each. */
export async function receiptHouseOf<A extends Adapters>(adapters: A, provider = scriptedProvider()) {
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
    ...adapters,
    ...house,
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
