import type { AccountId, Sender, SenderStore } from '@carillon/core'
import { by } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemorySenderStore implements SenderStore {
  constructor(private readonly tables: Pick<Tables, 'senders'>) {}

  async of(account: AccountId) {
    const senders = this.tables.senders.of(SERVICE).filter((sender) => sender.account === account)
    return senders.sort(
      by(
        ({ createdAt }) => createdAt,
        ({ number }) => number,
      ),
    )
  }

  async put(sender: Sender) {
    const owner = this.tables.senders.get(SERVICE, sender.number)?.account ?? sender.account
    if (owner !== sender.account) return false
    this.tables.senders.put(sender)
    return true
  }

  async find(account: AccountId, number: string) {
    const sender = await this.owner(number)
    return sender?.account === account ? sender : null
  }

  async owner(number: string) {
    return this.tables.senders.get(SERVICE, number) ?? null
  }

  async ofCarrier(carrier: string | null, limit: number) {
    const senders = this.tables.senders.of(SERVICE).filter((one) => one.carrier === carrier && one.status === 'active')
    return senders
      .map(({ number }) => number)
      .sort()
      .slice(0, limit)
  }

  async carriers(limit: number) {
    const counts = new Map<string, number>()
    for (const { carrier, status } of this.tables.senders.of(SERVICE))
      if (carrier !== null && status === 'active') counts.set(carrier, (counts.get(carrier) ?? 0) + 1)
    return [...counts]
      .map(([carrier, senders]) => ({ carrier, senders }))
      .sort(by(({ carrier }) => carrier))
      .slice(0, limit)
  }

  async remove(account: AccountId, number: string) {
    if (this.tables.senders.get(SERVICE, number)?.account === account) this.tables.senders.remove(SERVICE, number)
  }
}
