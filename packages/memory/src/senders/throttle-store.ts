import {
  countedBy,
  endSlots,
  takeSlots,
  type AccountId,
  type RatedSlotRequest,
  type SenderRate,
  type SenderSlotEnd,
  type SenderSlotRequest,
  type SlotEndOfEach,
  type SlotGrant,
  type ThrottleStore,
} from '@carillon/core'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryThrottleStore implements ThrottleStore {
  constructor(private readonly tables: Pick<Tables, 'throttles' | 'senders' | 'accounts'>) {}

  async ratesOf(account: AccountId, senders: readonly string[]): Promise<ReadonlyMap<string, SenderRate>> {
    const { rateCounts: counts } = this.tables.accounts.get(SERVICE, account)!
    return new Map(
      senders.flatMap((number) => {
        const sender = this.tables.senders.get(SERVICE, number)
        if (sender?.account !== account || sender.messagesPerSecond === null) return []
        return [[number, { perSecond: sender.messagesPerSecond, counts }] as const]
      }),
    )
  }

  async take({ account, ...request }: SenderSlotRequest): Promise<SlotGrant> {
    const rate = (await this.ratesOf(account, [request.sender])).get(request.sender)
    if (rate === undefined) return { taken: request.wanted, nextAt: request.now, isThrottled: false }
    return this.takeOne(account, { ...request, rate })
  }

  async takeOfEach(account: AccountId, requests: readonly RatedSlotRequest[]): Promise<readonly SlotGrant[]> {
    return requests.map((request) => this.takeOne(account, request))
  }

  end({ sender, ...end }: SenderSlotEnd): Promise<void> {
    return this.endOfEach({ ...end, senders: [sender] })
  }

  async endOfEach({ account, senders, id, at }: SlotEndOfEach): Promise<void> {
    for (const [sender, { perSecond }] of await this.ratesOf(account, senders)) {
      const entries = endSlots(this.entriesOf(account, sender), perSecond, { id, at })
      this.tables.throttles.put({ account, sender, entries })
    }
  }

  private takeOne(account: AccountId, { sender, rate, ...request }: RatedSlotRequest): SlotGrant {
    const before = this.entriesOf(account, sender)
    const { entries, taken, nextAt } = takeSlots(before, rate.perSecond, countedBy(rate.counts, request))
    this.tables.throttles.put({ account, sender, entries })
    return { taken, nextAt, isThrottled: true }
  }

  private entriesOf(account: AccountId, sender: string) {
    return this.tables.throttles.get(account, sender)?.entries ?? []
  }
}
