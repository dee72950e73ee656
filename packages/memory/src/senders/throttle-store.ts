import {
  countedBy,
  endSlots,
  takeSlots,
  type AccountId,
  type SenderRate,
  type ThrottleStore,
  type SlotGrant,
  type SenderSlotRequest,
} from '@carillon/core'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryThrottleStore implements ThrottleStore {
  constructor(private readonly tables: Pick<Tables, 'throttles' | 'senders' | 'accounts'>) {}

  async rateOf(account: AccountId, number: string): Promise<SenderRate | null> {
    const sender = this.tables.senders.get(SERVICE, number)
    if (sender?.account !== account || sender.messagesPerSecond === null) return null
    return { perSecond: sender.messagesPerSecond, counts: this.tables.accounts.get(SERVICE, account)!.rateCounts }
  }

  async take({ account, sender, rate: known, ...request }: SenderSlotRequest): Promise<SlotGrant> {
    const rate = known ?? (await this.rateOf(account, sender))
    if (rate === null) return { taken: request.wanted, nextAt: request.now, isThrottled: false }
    const { entries, taken, nextAt } = takeSlots(
      this.entriesOf(account, sender),
      rate.perSecond,
      countedBy(rate.counts, request),
    )
    this.tables.throttles.put({ account, sender, entries })
    return { taken, nextAt, isThrottled: true }
  }

  async end({ account, sender, id, at }: Parameters<ThrottleStore['end']>[0]) {
    const rate = await this.rateOf(account, sender)
    if (rate === null) return
    const entries = endSlots(this.entriesOf(account, sender), rate.perSecond, { id, at })
    this.tables.throttles.put({ account, sender, entries })
  }

  private entriesOf(account: AccountId, sender: string) {
    return this.tables.throttles.get(account, sender)?.entries ?? []
  }
}
