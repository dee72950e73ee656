import type { AccountId, Message, RetentionStore, TrimSpan, Trimmed } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { aMessage, aMessageLink } from '../fixtures/sending-builders.js'
import { deliveryStoreFixture } from '../webhooks/delivery-store-fixture.js'

/** The end of the trimmed span, unless a test sets another end. */
export const UNTIL = after(100)

export const DONE = { taken: 0, next: null }

/** An account with shortcuts to add messages and events, and to trim all data up to `UNTIL`. */
export async function retentionStoreFixture(open: OpenTestAdapters) {
  const fixture = await deliveryStoreFixture(open)
  const account = fixture.account.id
  const { run } = fixture
  const trim =
    (what: keyof RetentionStore) =>
    (limit = 1_000, span: Partial<TrimSpan> = {}, of: AccountId = account): Promise<Trimmed> =>
      run(({ retention }) => retention[what](of, { from: null, until: UNTIL, ...span }, limit))
  const put = async (...some: readonly Message[]) => {
    await run(({ messages }) => messages.add(some))
    return some
  }
  return {
    ...fixture,
    trimMessages: trim('trimMessages'),
    trimRecipients: trim('trimRecipients'),
    trimEvents: trim('trimEvents'),
    trimClicks: trim('trimClicks'),
    put,
    /** Sent messages that were created this many seconds after NOW. */
    sent: (...seconds: readonly number[]) => put(...seconds.map((at) => aSentMessage(account, at))),
    has: async ({ account, id }: Pick<Message, 'account' | 'id'>) =>
      (await run(({ messages }) => messages.find(account, id))) !== null,
    /** Adds a message link to the message. */
    annotated: async ({ id: message }: Message) => {
      const messageLink = aMessageLink({ account, message })
      await run(({ clicks }) => clicks.add(account, [messageLink]))
      return messageLink
    },
    clicksOf: ({ id }: Message) => run(({ clicks }) => clicks.of(account, id)),
  }
}

export function aSentMessage(account: AccountId, seconds: number, given: Partial<Message> = {}): Message {
  const createdAt = after(seconds)
  return aMessage({ account, status: 'sent', phase: null, createdAt, sentAt: createdAt, ...given })
}
