import { countOutcomes } from '../broadcasts/count-outcomes.js'
import { NO_OUTCOMES } from '../broadcasts/broadcast.js'
import { messageEvent } from '../events/event.js'
import type { Ids } from '../ports/ids.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { Message } from './message.js'
import type { Receipt } from './receipt.js'

/** Receipts come before their message is settled, or even stored, late, twice, or for nothing at all. */
export class ReceiveReceipt {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; ids: Ids }) {}

  /** One that is kept for want of a message is looked at again: the message may have been stored meanwhile. */
  async execute(receipt: Receipt): Promise<void> {
    if ((await this.receive(receipt)) === 'no-message') await this.receive(receipt)
  }

  private receive(receipt: Receipt): Promise<'applied' | 'kept' | 'no-message'> {
    return this.deps.unitOfWork.run(async (stores) => {
      const message = (await stores.messages.lock(receipt.account, [receipt.message])).get(receipt.message)
      if (message?.direction === 'inbound') return 'applied'
      if (message?.phase === null) {
        await withReceipt(stores, message, receipt, this.deps.ids)
        return 'applied'
      }
      await stores.messages.keepReceipt(receipt)
      return message === undefined ? 'no-message' : 'kept'
    })
  }
}

/**
 * The first receipt of a message that was sent has the say. The credits stay spent and the key stays used, whatever
 * it says: the message was handed over.
 */
export async function withReceipt(
  stores: Pick<Stores, 'messages' | 'events' | 'broadcasts'>,
  message: Message,
  receipt: Receipt,
  ids: Ids,
): Promise<void> {
  if (message.status !== 'sent' || message.deliveredAt !== null) return
  const { failure, at } = receipt
  const { account, broadcast } = message
  const after: Message =
    failure === null ? { ...message, deliveredAt: at } : { ...message, status: 'failed', failure, sentAt: null }
  await stores.messages.save([after])
  const type = failure === null ? 'message.delivered' : 'message.failed'
  await stores.events.append(account, [messageEvent(type, after, { id: ids.next('evt'), at })])
  if (broadcast === null) return
  const counts = { ...NO_OUTCOMES, ...(failure === null ? { delivered: 1 } : { sent: -1, failed: 1 }) }
  await countOutcomes(stores, ids, { account, broadcast, counts, now: at })
}
