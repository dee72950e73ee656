import { countOutcomes } from '../broadcasts/count-outcomes.js'
import { NO_OUTCOMES } from '../broadcasts/broadcast.js'
import { messageEvent } from '../events/event.js'
import type { Ids } from '../ports/ids.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { Message } from './message.js'
import type { Receipt } from './receipt.js'

/**
 * Receipts come before their message is settled, or even stored, late, twice, or for nothing at all. One without a
 * message is kept only while a broadcast may still store that.
 */
export class ReceiveReceipt {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; ids: Ids }) {}

  /** For want of a message it looks again, after what it has kept is there for all: one may have been stored meanwhile. */
  async execute(receipt: Receipt): Promise<void> {
    const look = (given: Look) => this.deps.unitOfWork.run((stores) => this.receive(stores, receipt, given))
    if (!(await look({ isFirst: true }))) await look({ isFirst: false })
  }

  /** Whether its message was there. */
  private async receive(stores: Stores, receipt: Receipt, { isFirst }: Look): Promise<boolean> {
    const { account, message: id } = receipt
    const message = (await stores.messages.lock(account, [id])).get(id)
    if (message === undefined) {
      if (isFirst && (await stores.broadcasts.expects(account, id))) await stores.messages.keepReceipt(receipt)
      return false
    }
    if (message.direction === 'inbound') return true
    if (message.phase !== null) {
      await stores.messages.keepReceipt(receipt)
      return true
    }
    const [kept = receipt] = isFirst ? [] : await stores.messages.takeReceipts(account, [id])
    await withReceipt(stores, message, kept, this.deps.ids)
    return true
  }
}

type Look = { readonly isFirst: boolean }

type Told = Pick<Stores, 'messages' | 'events' | 'broadcasts' | 'schedules'>

/**
 * The first receipt of a message that was sent has the say. The credits stay spent and the key stays used, whatever
 * it says: the message was handed over.
 */
export async function withReceipt(stores: Told, message: Message, receipt: Receipt, ids: Ids): Promise<void> {
  await withReceipts(stores, [{ message, receipt }], ids)
}

type Received = { readonly message: Message; readonly receipt: Receipt }

/** The same for several messages of one account and, if they have any, one broadcast. */
export async function withReceipts(stores: Told, all: readonly Received[], ids: Ids): Promise<void> {
  const first = all.filter(({ message }) => message.status === 'sent' && message.deliveredAt === null)
  if (first.length === 0) return
  const received = first.map((one) => ({ ...one, after: afterOf(one) }))
  const { account, broadcast } = first[0]!.message
  await stores.messages.save(received.map(({ after }) => after))
  const events = received.map(({ after, receipt: { failure, at } }) =>
    messageEvent(failure === null ? 'message.delivered' : 'message.failed', after, { id: ids.next('evt'), at }),
  )
  await stores.events.append(account, events)
  if (broadcast === null) return
  const failed = received.filter(({ after }) => after.status === 'failed').length
  const counts = { ...NO_OUTCOMES, delivered: received.length - failed, sent: 0 - failed, failed }
  await countOutcomes(stores, ids, { account, broadcast, counts, now: first[0]!.receipt.at })
}

function afterOf({ message, receipt: { failure, at } }: Received): Message {
  return failure === null ? { ...message, deliveredAt: at } : { ...message, status: 'failed', failure, sentAt: null }
}
