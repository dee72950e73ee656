import {
  Once,
  ReceiveInbound,
  SendMessage,
  type Message,
  type MessageId,
  type PhoneNumber,
  type SendMessageInput,
} from '@carillon/core'
import { broadcastingFixture, memberNumber, type BroadcastingGiven } from '../broadcasts/broadcasting-fixture.js'
import { aMessageQuery } from '../fixtures/sending-builders.js'

type Adapters = Parameters<typeof broadcastingFixture>[0]

const FROM = '+12025550100'

/** An account whose only sender has a rate, with every way to send from it. */
export async function throttlingFixture<A extends Adapters>(
  adapters: A,
  { messagesPerSecond, ...given }: BroadcastingGiven & { readonly messagesPerSecond: number | null },
) {
  const fixture = await broadcastingFixture(adapters, { ...given, sender: { messagesPerSecond } })
  const { account, provider, run } = fixture
  const deps = { ...adapters, provider }
  const sendMessage = new SendMessage({ ...deps, once: new Once(adapters) })
  const receiveInbound = new ReceiveInbound(deps)
  const input = { account, to: memberNumber(0), from: FROM, body: 'Hi', mediaUrl: null, idempotencyKey: null }
  let received = 0
  return {
    ...fixture,
    send: (one: Partial<SendMessageInput> = {}) => sendMessage.execute({ ...input, ...one }),
    /** Texts HELP, so that the account sends a reply. */
    askForHelp: (from: PhoneNumber = memberNumber(0)) =>
      receiveInbound.execute({ from, to: FROM, body: 'HELP', mediaUrl: null, providerId: `text-${++received}` }),
    stored: async (id: string): Promise<Message> =>
      (await run(({ messages }) => messages.find(account.id, id as MessageId)))!,
    queued: async () => {
      const query = aMessageQuery({ direction: 'outbound', status: 'queued' })
      return (await run(({ messages }) => messages.list(account.id, query))).totalCount
    },
  }
}

/** The largest number of instants within any window of this length. */
export function busiestWindow(instantsMs: readonly number[], windowMs: number): number {
  const sorted = instantsMs.toSorted((one, other) => one - other)
  const within = (fromMs: number) => sorted.filter((ms) => ms >= fromMs && ms < fromMs + windowMs).length
  return Math.max(0, ...sorted.map(within))
}
