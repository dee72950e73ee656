import { messageIdAt, type BroadcastMessagesQuery, type Message, type Receipt } from '@carillon/core'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { NOW } from '../fixtures/builders.js'
import { aMessage } from '../fixtures/sending-builders.js'

export const SENT = { status: 'sent', phase: null, sentAt: NOW } as const
export const FAILED = { status: 'failed', sentAt: null, failure: { type: 'carrier_rejected', message: 'No' } } as const
const EVERYBODY = { from: 0, until: 50_000, status: null, offset: 0, limit: 100 } as const

/** A broadcast of the account, and its messages by position. */
export async function broadcastMessagesFixture(openFixture: () => Promise<AccountFixture>) {
  const fixture = await openFixture()
  const account = fixture.account.id
  const broadcast = aBroadcast({ account })
  const messageAt = (position: number, given?: Partial<Message>) =>
    aMessage({ account, id: messageIdAt(broadcast.id, position), broadcast: broadcast.id, ...SENT, ...given })
  return {
    ...fixture,
    broadcast,
    messageAt,
    messagesAt: (first: number, count: number) => Array.from({ length: count }, (_, i) => messageAt(first + i)),
    add: (many: readonly Message[]) => fixture.run(({ messages }) => messages.add(many)),
    of: (query: Partial<BroadcastMessagesQuery>, of = account) =>
      fixture.run(({ messages }) => messages.ofBroadcast(of, broadcast.id, { ...EVERYBODY, ...query })),
    keep: (...receipts: readonly Receipt[]) =>
      fixture.run(async ({ messages }) => {
        for (const receipt of receipts) await messages.keepReceipt(receipt)
      }),
    take: (from: number, until: number, of = account) =>
      fixture.run(async ({ messages }) => {
        const received = await messages.withReceiptKept(of, broadcast.id, { from, until })
        const taken = await messages.takeReceipts(of, received)
        return taken.toSorted((a, b) => (a.message < b.message ? -1 : 1))
      }),
  }
}
