import { removeConversation } from '../conversations/remove-conversation.js'
import {
  groupBy,
  utcDayOf,
  type AccountId,
  type Delivery,
  type RetentionStore,
  type TrimSpan,
  type Trimmed,
} from '@carillon/core'
import { removeNetworks } from '../links/remove-networks.js'
import { NO_CLICK_DAY, clickDayKey } from '../tables/click-day.js'
import { by } from '../tables/order.js'
import { messageLinkPart, broadcastPart, linkKey } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'
import { deliveriesOf, removeDelivery } from '../webhooks/deliveries.js'

export class MemoryRetentionStore implements RetentionStore {
  constructor(private readonly tables: Tables) {}

  async trimMessages(account: AccountId, span: TrimSpan, limit: number) {
    const { messages, messageLinks, clicks, receipts, inboundTexts, possibleOptOuts, conversations } = this.tables
    const ended = messages.of(account).filter(({ status }) => status !== 'queued')
    return trim(
      ended,
      { span, limit, at: ({ createdAt }) => createdAt },
      ({ id, providerId, direction, createdAt }) => {
        const part = messageLinkPart({ account, message: id })
        for (const { link, code } of messageLinks.of(part)) {
          clicks.remove(account, linkKey({ link, code }))
          removeNetworks(this.tables, { account, link, code })
          this.countSent(account, link, utcDayOf(createdAt))
          messageLinks.remove(part, link)
        }
        receipts.remove(account, id)
        possibleOptOuts.remove(account, id)
        if (direction === 'inbound' && providerId !== null) inboundTexts.remove(account, providerId)
        for (const talk of conversations.of(account))
          if (talk.lastMessage === id) removeConversation(this.tables, account, talk.id)
        messages.remove(account, id)
      },
    )
  }

  async trimRecipients(account: AccountId, span: TrimSpan, limit: number) {
    const { broadcasts, chunks } = this.tables
    const ended = broadcasts.of(account).flatMap(({ id: broadcast, completedAt: at }) => {
      const kept = at === null ? [] : chunks.of(broadcastPart({ account, broadcast }))
      return kept.map(({ number }) => ({ broadcast, number, at: at! }))
    })
    return trim(ended, { span, limit, at: ({ at }) => at }, ({ broadcast, number }) =>
      chunks.remove(broadcastPart({ account, broadcast }), String(number)),
    )
  }

  async trimEvents(account: AccountId, span: TrimSpan, limit: number) {
    const deliveries = groupBy(deliveriesOf(this.tables, account), ({ event }) => event)
    const isOnItsWay = ({ status }: Delivery) => status === 'pending'
    const idle = this.tables.keptEvents.of(account).filter(({ id }) => !deliveries.get(id)?.some(isOnItsWay))
    return trim(idle, { span, limit, at: ({ at }) => at }, ({ id }) => {
      for (const delivery of deliveries.get(id) ?? []) removeDelivery(this.tables, delivery)
      this.tables.keptEvents.remove(account, id)
    })
  }

  async trimClicks(account: AccountId, span: TrimSpan, limit: number) {
    const { clicks } = this.tables
    const kept = clicks
      .of(account)
      .flatMap(({ link, code, clicks }) => clicks.map((click) => ({ key: linkKey({ link, code }), click })))
    return trim(kept, { span, limit, at: ({ click }) => click.at }, ({ key, click }) => {
      const before = clicks.get(account, key)!
      clicks.put({ ...before, clicks: before.clicks.filter((one) => one !== click) })
    })
  }

  private countSent(account: AccountId, link: string, day: string) {
    const { clickDays } = this.tables
    const before = clickDays.get(account, clickDayKey({ link, day })) ?? { ...NO_CLICK_DAY, account, link, day }
    clickDays.put({ ...before, sent: before.sent + 1 })
  }
}

type Trimming<Row> = { readonly span: TrimSpan; readonly limit: number; readonly at: (row: Row) => Date }

function trim<Row>(rows: readonly Row[], { span, limit, at }: Trimming<Row>, remove: (row: Row) => void): Trimmed {
  const { from, until } = span
  const old = rows
    .filter((row) => at(row) <= until && (from === null || at(row) >= from))
    .sort(by(at))
    .slice(0, limit)
  old.forEach(remove)
  return { taken: old.length, next: old.length === limit ? at(old.at(-1)!) : null }
}
