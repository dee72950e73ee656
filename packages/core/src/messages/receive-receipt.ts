import { messageEvent } from '../events/event.js'
import type { Ids } from '../ports/ids.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { EventId } from '../values/ids.js'
import type { Message } from './message.js'
import type { Receipt } from './receipt.js'

/** Receipts come before their message is settled, late, twice, or for nothing at all. */
export class ReceiveReceipt {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; ids: Ids }) {}

  execute(receipt: Receipt): Promise<void> {
    const eventId = this.deps.ids.next('evt')
    return this.deps.unitOfWork.run(async (stores) => {
      const message = (await stores.messages.lock(receipt.account, [receipt.message])).get(receipt.message)
      if (message === undefined || message.direction === 'inbound') return
      if (message.phase === null) await withReceipt(stores, message, receipt, eventId)
      else await stores.messages.keepReceipt(receipt)
    })
  }
}

/**
 * The first receipt of a message that was sent has the say. The credits stay spent and the key stays used, whatever
 * it says: the message was handed over.
 */
export async function withReceipt(
  { messages, events }: Pick<Stores, 'messages' | 'events'>,
  message: Message,
  receipt: Receipt,
  eventId: EventId,
): Promise<void> {
  if (message.status !== 'sent' || message.deliveredAt !== null) return
  const { failure, at } = receipt
  const after: Message =
    failure === null ? { ...message, deliveredAt: at } : { ...message, status: 'failed', failure, sentAt: null }
  await messages.save([after])
  const type = failure === null ? 'message.delivered' : 'message.failed'
  await events.append(message.account, [messageEvent(type, after, { id: eventId, at })])
}
