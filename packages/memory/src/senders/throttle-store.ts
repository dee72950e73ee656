import {
  endSlots,
  takeSlots,
  type AccountId,
  type ThrottleStore,
  type SlotGrant,
  type SenderSlotRequest,
} from '@carillon/core'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryThrottleStore implements ThrottleStore {
  constructor(private readonly tables: Pick<Tables, 'throttles' | 'senders'>) {}

  async take({ account, sender, ...request }: SenderSlotRequest): Promise<SlotGrant> {
    const rate = this.rateOf(account, sender)
    if (rate === null) return { taken: request.wanted, nextAt: request.now, isThrottled: false }
    const { entries, taken, nextAt } = takeSlots(this.entriesOf(account, sender), rate, request)
    this.tables.throttles.put({ account, sender, entries })
    return { taken, nextAt, isThrottled: true }
  }

  async end({ account, sender, id, at }: Parameters<ThrottleStore['end']>[0]) {
    const rate = this.rateOf(account, sender)
    if (rate === null) return
    this.tables.throttles.put({ account, sender, entries: endSlots(this.entriesOf(account, sender), rate, { id, at }) })
  }

  private entriesOf(account: AccountId, sender: string) {
    return this.tables.throttles.get(account, sender)?.entries ?? []
  }

  private rateOf(account: AccountId, number: string): number | null {
    const sender = this.tables.senders.get(SERVICE, number)
    return sender?.account === account ? sender.messagesPerSecond : null
  }
}
