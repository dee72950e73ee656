import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { chunkNumberAt } from '../../model/broadcasts/chunk.js'
import { positionOf } from '../../model/broadcasts/message-id-at.js'
import { messageView, withHoldAt, type MessageView } from '../../model/messages/message-view.js'
import type { MessageStatus } from '../../model/messages/message.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import type { Page, PageRequest } from '../../values/page.js'
import { countOf, messagesAt, queuedIn } from './broadcast-messages.js'
import { requireBroadcast, type BroadcastName } from './read-broadcast.js'

export type ListBroadcastMessagesInput = BroadcastName & PageRequest & { readonly status: MessageStatus | null }

/**
 * The messages of a broadcast by position. For status `queued`, and for a canceled broadcast, the stored messages come
 * first: messages with an open submission, and finished messages.
 */
export class ListBroadcastMessages {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute(input: ListBroadcastMessagesInput): Promise<Page<MessageView>> {
    const { page, limit, status } = input
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await requireBroadcast(stores, input)
      const results = await pageOf(stores, broadcast, { ...input, now: this.deps.clock.now() })
      return { page, limit, totalCount: countOf(broadcast, status), results }
    })
  }
}

type Query = PageRequest & { readonly status: MessageStatus | null; readonly now: Date }

async function pageOf(
  stores: Stores,
  broadcast: Broadcast,
  { page, limit, status, now }: Query,
): Promise<readonly MessageView[]> {
  const offset = (page - 1) * limit
  const isParted = status === 'queued' || (status === null && broadcast.status === 'canceled')
  if (isParted) return storedFirst(stores, broadcast, { status, offset, limit, now })
  if (status !== null) return stored(stores, broadcast, { status, offset, limit, now })
  // Nothing to read after the last page.
  if (offset >= broadcast.total) return []
  return messagesAt(stores, broadcast, { from: offset, until: Math.min(broadcast.total, offset + limit), now })
}

type Window = { readonly offset: number; readonly limit: number; readonly now: Date }

async function stored(
  { messages }: Stores,
  { account, id, total }: Broadcast,
  { now, ...query }: Window & { readonly status: MessageStatus | null },
): Promise<readonly MessageView[]> {
  const found = await messages.ofBroadcast(account, id, { ...query, from: 0, until: total })
  return found.map((message) => messageView(withHoldAt(message, now)))
}

/** Finds the positions on the page from the states of all chunks, then reads only the chunks that contain them. */
async function storedFirst(
  stores: Stores,
  broadcast: Broadcast,
  query: Window & { readonly status: 'queued' | null },
): Promise<readonly MessageView[]> {
  const { status, offset, limit } = query
  const chunks = await stores.broadcasts.chunkStates(broadcast.account, broadcast.id)
  const positions = chunks.flatMap((chunk) => queuedIn(chunk).map((index) => chunk.firstPosition + index))
  const first = await stored(stores, broadcast, query)
  const from = Math.max(0, offset - (countOf(broadcast, status) - positions.length))
  const wanted = positions.slice(from, from + limit - first.length)
  return [...first, ...(await messagesOf(stores, broadcast, wanted, query))]
}

/** The messages at ascending positions. Reads chunk by chunk, since the positions may be far apart. */
async function messagesOf(
  stores: Stores,
  broadcast: Broadcast,
  positions: readonly number[],
  { now }: Pick<Window, 'now'>,
): Promise<readonly MessageView[]> {
  const found: MessageView[] = []
  for (const wanted of groupBy(positions, chunkNumberAt).values()) {
    const members = new Set(wanted)
    const range = { from: wanted[0]!, until: wanted.at(-1)! + 1, now }
    const some = await messagesAt(stores, broadcast, range)
    found.push(...some.filter(({ id }) => members.has(positionOf(id))))
  }
  return found
}
