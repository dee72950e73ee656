import {
  usesExpireAt,
  wasNeverTaken,
  withoutMessage,
  type AccountId,
  type FrequencyStore,
  type FrequencyUse,
  type Message,
  type PhoneNumber,
  type SingleSent,
  type UnusedMessage,
  type UsesByPhone,
} from '@carillon/core'
import { NEWEST_FIRST } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryFrequencyStore implements FrequencyStore {
  constructor(private readonly tables: Pick<Tables, 'frequencies' | 'messages'>) {}

  lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<UsesByPhone> {
    return this.find(account, phones)
  }

  async find(account: AccountId, phones: readonly PhoneNumber[]) {
    const found = phones.map((phone) => [phone, this.usesOf(account, phone)] as const)
    return new Map(found.filter(([, uses]) => uses.length > 0))
  }

  async save(account: AccountId, uses: UsesByPhone) {
    for (const [phone, some] of uses) this.tables.frequencies.put({ account, phone, uses: some })
  }

  async giveBack(account: AccountId, unused: readonly UnusedMessage[]) {
    for (const { phone, message } of unused) {
      const before = this.tables.frequencies.get(account, phone)
      if (before !== undefined) this.tables.frequencies.put({ ...before, uses: withoutMessage(before.uses, message) })
    }
  }

  async singles(
    account: AccountId,
    phones: readonly PhoneNumber[],
    { since, limit }: { readonly since: Date; readonly limit: number },
  ) {
    const asked = new Set<string>(phones)
    const found = this.tables.messages
      .of(account)
      .filter((message) => asked.has(message.to) && dispatchedAt(message) > since && isSubmittedSingle(message))
      .sort(NEWEST_FIRST)
    const singles = new Map<PhoneNumber, SingleSent[]>()
    for (const one of found) {
      const to = one.to as PhoneNumber
      const some = singles.get(to) ?? []
      const sent = { message: one.id, atMs: dispatchedAt(one).getTime() }
      if (some.length < limit) singles.set(to, [...some, sent])
    }
    return singles
  }

  async trim(account: AccountId, until: Date, limit: number) {
    const trimmed = this.tables.frequencies
      .of(account)
      .filter(({ uses }) => usesExpireAt(uses) <= until)
      .slice(0, limit)
    for (const { phone } of trimmed) this.tables.frequencies.remove(account, phone)
    return trimmed.length
  }

  private usesOf(account: AccountId, phone: PhoneNumber): readonly FrequencyUse[] {
    return this.tables.frequencies.get(account, phone)?.uses ?? []
  }
}

/** A message that waits for its sending window counts when the window opens. */
function dispatchedAt({ createdAt, heldUntil }: Message): Date {
  return heldUntil !== null && heldUntil > createdAt ? heldUntil : createdAt
}

function isSubmittedSingle({ broadcast, direction, purpose, failure }: Message): boolean {
  const isSingle = broadcast === null && direction === 'outbound' && purpose === 'message'
  return isSingle && (failure === null || !wasNeverTaken(failure))
}
