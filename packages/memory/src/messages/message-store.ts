import {
  groupBy,
  messageIdAt,
  type AccountId,
  type BroadcastId,
  type BroadcastMessagesQuery,
  type FailuresQuery,
  type Message,
  type MessageId,
  type MessageQuery,
  type MessageStore,
  type NumberMessagesQuery,
  type PhoneNumber,
  type PositionRange,
  type Receipt,
} from '@carillon/core'
import { by, firstOf, NEWEST_FIRST, pageOf } from '../tables/order.js'
import type { Table } from '../tables/table.js'
import type { Tables } from '../tables/tables.js'

export class MemoryMessageStore implements MessageStore {
  constructor(private readonly tables: Pick<Tables, 'messages' | 'inboundTexts' | 'receipts' | 'consents'>) {}

  async add(messages: readonly Message[]) {
    const added = new Set<MessageId>()
    for (const message of messages) {
      if (this.tables.messages.has(message) || !this.takesProviderId(message)) continue
      this.tables.messages.put(message)
      added.add(message.id)
    }
    return added
  }

  async find(account: AccountId, id: MessageId) {
    return this.tables.messages.get(account, id) ?? null
  }

  async lock(account: AccountId, ids: readonly MessageId[]) {
    const found = ids.flatMap((id) => this.tables.messages.get(account, id) ?? [])
    return new Map(found.map((message) => [message.id, message]))
  }

  async save(messages: readonly Message[]) {
    for (const message of messages) {
      const { account, id, status, failure, sentAt, deliveredAt, heldUntil, phase, attempt, providerId, tries } =
        message
      const before = this.tables.messages.get(account, id)
      const changed = { status, failure, sentAt, deliveredAt, heldUntil, phase, attempt, providerId, tries }
      if (before !== undefined) this.tables.messages.put({ ...before, ...changed })
    }
  }

  async list(account: AccountId, query: MessageQuery) {
    const found = this.tables.messages.of(account).filter((message) => matches(message, query))
    return pageOf(found.sort(NEWEST_FIRST), query)
  }

  async ofConsent(account: AccountId, phone: PhoneNumber, limit: number) {
    const found = this.tables.messages.of(account).filter((message) => isOfConsent(message, phone))
    return { count: found.length, newest: found.sort(NEWEST_FIRST).slice(0, limit) }
  }

  async ofNumber(account: AccountId, phone: PhoneNumber, { after, limit }: NumberMessagesQuery) {
    const found = this.tables.messages
      .of(account)
      .filter(({ direction, from, to }) => (direction === 'inbound' ? from : to) === phone)
      .filter((message) => after === null || NEWEST_FIRST({ createdAt: after.at, id: after.id }, message) < 0)
    return firstOf(found, NEWEST_FIRST, limit)
  }

  async sentTo(account: AccountId, phone: PhoneNumber) {
    const sent = this.tables.messages.of(account).filter((message) => isSentTo(message, phone))
    const instants = sent.map(({ sentAt }) => sentAt!.getTime())
    if (instants.length === 0) return { count: 0, firstAt: null, lastAt: null }
    return { count: sent.length, firstAt: new Date(Math.min(...instants)), lastAt: new Date(Math.max(...instants)) }
  }

  async keepReceipt(receipt: Receipt) {
    if (!this.tables.receipts.has(receipt)) this.tables.receipts.put(receipt)
  }

  async withReceiptKept(account: AccountId, broadcast: BroadcastId, positions: PositionRange) {
    return this.at(this.tables.receipts, account, broadcast, positions).map(({ message }) => message)
  }

  async keptReceipts(account: AccountId, ids: readonly MessageId[]) {
    return ids.flatMap((id) => this.tables.receipts.get(account, id) ?? [])
  }

  async takeReceipts(account: AccountId, ids: readonly MessageId[]) {
    return this.remove(await this.keptReceipts(account, ids))
  }

  async trimReceipts(account: AccountId, until: Date, limit: number) {
    const old = this.tables.receipts.of(account).filter(({ at }) => at <= until)
    return this.remove(old.slice(0, limit)).length
  }

  async ofBroadcast(account: AccountId, broadcast: BroadcastId, query: BroadcastMessagesQuery) {
    const { status, failureType, offset, limit } = query
    if (limit < 0) throw new Error(`The limit is ${limit}: expected 0 or more`)
    const found = this.at(this.tables.messages, account, broadcast, query)
    return found
      .filter((message) => status === null || message.status === status)
      .filter(({ failure }) => failureType === undefined || failure?.type === failureType)
      .slice(offset, offset + limit)
  }

  async optedOutOf(account: AccountId, broadcast: BroadcastId, positions: PositionRange) {
    return this.at(this.tables.messages, account, broadcast, positions).filter(({ status, sentAt, to }) => {
      const optedOutAt = this.tables.consents.get(account, to)?.optedOutAt
      return status === 'sent' && sentAt !== null && optedOutAt != null && optedOutAt >= sentAt
    }).length
  }

  async failuresOf(account: AccountId, broadcast: BroadcastId, { except, ...positions }: FailuresQuery) {
    const all = this.at(this.tables.messages, account, broadcast, positions)
    const counted = all.filter(({ failure }) => failure?.type !== except?.type || failure?.message !== except?.message)
    const types = groupBy(
      counted.flatMap(({ failure }) => failure?.type ?? []),
      (type) => type,
    )
    const counts = [...types].map(([type, some]) => ({ type, count: some.length }))
    return counts.sort(
      by(
        ({ count }) => -count,
        ({ type }) => type,
      ),
    )
  }

  private remove(receipts: readonly Receipt[]): readonly Receipt[] {
    for (const { account, message } of receipts) this.tables.receipts.remove(account, message)
    return receipts
  }

  /** The rows stored under the message ids of a broadcast, by position. */
  private at<Row extends object>(
    table: Table<Row>,
    account: AccountId,
    broadcast: BroadcastId,
    { from, until }: PositionRange,
  ): readonly Row[] {
    const positions = Array.from({ length: Math.max(0, until - from) }, (_, i) => from + i)
    return positions.flatMap((position) => table.get(account, messageIdAt(broadcast, position)) ?? [])
  }

  /** Stores the provider id of an inbound text. Returns false if the id was stored before. */
  private takesProviderId({ account, direction, providerId, id }: Message): boolean {
    if (direction === 'outbound' || providerId === null) return true
    const text = { account, providerId, message: id }
    if (this.tables.inboundTexts.has(text)) return false
    this.tables.inboundTexts.put(text)
    return true
  }
}

function isOfConsent({ direction, purpose, from, to }: Message, phone: PhoneNumber): boolean {
  return direction === 'inbound' ? from === phone : to === phone && purpose !== 'message'
}

function isSentTo({ direction, purpose, status, to }: Message, phone: PhoneNumber): boolean {
  return direction === 'outbound' && purpose === 'message' && status === 'sent' && to === phone
}

function matches(message: Message, { direction, to, from, status, createdFrom, createdTo }: MessageQuery): boolean {
  return (
    (direction === null || message.direction === direction) &&
    (to === null || message.to === to) &&
    (from === null || message.from === from) &&
    (status === null || message.status === status) &&
    (createdFrom === null || message.createdAt >= createdFrom) &&
    (createdTo === null || message.createdAt <= createdTo)
  )
}
