import { CHUNK_LENGTH_MAX } from '../../model/broadcasts/chunk.js'
import type { MessageAnswer } from '../../model/messages/message-view.js'
import type { MessageStatus } from '../../model/messages/message.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { messagesAt } from './broadcast-messages.js'
import { theBroadcast, type BroadcastName } from './read-broadcast.js'

/** All messages of a broadcast by position, in steps, so that no more than one step is ever in memory. */
export class ExportBroadcastMessages {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async *execute({ status, ...name }: ExportInput): AsyncGenerator<readonly MessageAnswer[]> {
    const { total } = await this.deps.unitOfWork.run((stores) => theBroadcast(stores, name))
    for (let from = 0; from < total; from += CHUNK_LENGTH_MAX) {
      const until = Math.min(total, from + CHUNK_LENGTH_MAX)
      const step = await this.deps.unitOfWork.run(async (stores) =>
        messagesAt(stores, await theBroadcast(stores, name), { from, until }),
      )
      yield status === null ? step : step.filter((message) => message.status === status)
    }
  }
}

type ExportInput = BroadcastName & { readonly status: MessageStatus | null }
