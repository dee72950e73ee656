import { ReadConsent, ReceiveReceipt, type MessageFailure, type MessageId, type Receipt } from '@carillon/core'
import { ANN } from '../fixtures/builders.js'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import { sendingFixture } from './sending-fixture.js'

type Adapters = Parameters<typeof sendingFixture>[0] & { readonly clock: { advance(ms: number): void } }

/** An account that sends to Ann and receives receipts. `receive` advances the clock by five seconds. */
export async function receiptFixture<A extends Adapters>(adapters: A, provider = scriptedProvider()) {
  const { clock } = adapters
  const fixture = await sendingFixture(adapters, { provider, credits: { sms: 10, mms: 0 } })
  const { account, run } = fixture
  const receiveReceipt = new ReceiveReceipt(adapters)
  const key = { account: account.id, scope: 'message', key: 'order-1' } as const
  const receive = (id: string, failure: MessageFailure | null = null, given: Partial<Receipt> = {}) => {
    clock.advance(5_000)
    const receipt = { account: account.id, message: id as MessageId, at: clock.now(), failure }
    return receiveReceipt.execute({ ...receipt, ...given })
  }
  return {
    ...fixture,
    receive,
    send: async () => (await fixture.send({ idempotencyKey: key.key })).message,
    consentOf: () => new ReadConsent(adapters).execute({ account, phone: ANN }),
    kept: (id: string) => run(({ messages }) => messages.takeReceipts(account.id, [id as MessageId])),
    credits: () => run(({ credits }) => credits.balance(account.id)),
    usedKey: () => run(({ idempotencyKeys }) => idempotencyKeys.find(key)),
    listenToAll: () => fixture.listenTo('message.sent', 'message.delivered', 'message.failed'),
    emitted: async () => (await fixture.events()).map(({ type, at }) => [type, at]),
  }
}
