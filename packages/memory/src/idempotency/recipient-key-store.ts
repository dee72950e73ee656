import type { AccountId, PhoneNumber, RecipientKeyStore, RecipientKeys } from '@carillon/core'
import { recipientKeyKey } from '../tables/keys.js'
import type { StoredRecipientKey } from '../tables/stored-rows.js'
import type { Tables } from '../tables/tables.js'

type Keys = Omit<RecipientKeys, 'broadcast'>

export class MemoryRecipientKeyStore implements RecipientKeyStore {
  constructor(private readonly tables: Pick<Tables, 'recipientKeys'>) {}

  async bind({ now, ...keys }: RecipientKeys & { readonly now: Date }) {
    const { account, broadcast } = keys
    return positionsOf(keys, (phone, key) => {
      const before = this.find(account, phone, key)
      if (isUsed(before, now)) return before.broadcast !== broadcast
      this.tables.recipientKeys.put({ account, phone, key, broadcast, expiresAt: null })
      return false
    })
  }

  async used({ now, ...keys }: Keys & { readonly now: Date }) {
    return positionsOf(keys, (phone, key) => isUsed(this.find(keys.account, phone, key), now))
  }

  async expire({ at, ...keys }: RecipientKeys & { readonly at: Date }) {
    for (const bound of this.boundTo(keys)) this.tables.recipientKeys.put({ ...bound, expiresAt: at })
  }

  async free(keys: RecipientKeys) {
    for (const bound of this.boundTo(keys)) this.tables.recipientKeys.remove(bound.account, recipientKeyKey(bound))
  }

  async trim(account: AccountId, now: Date, limit: number) {
    const expired = this.tables.recipientKeys.of(account).filter((stored) => !isUsed(stored, now))
    const trimmed = expired.slice(0, limit)
    for (const stored of trimmed) this.tables.recipientKeys.remove(account, recipientKeyKey(stored))
    return trimmed.length
  }

  private boundTo({ account, broadcast, phones, keys }: RecipientKeys): readonly StoredRecipientKey[] {
    const stored = phones.map((phone, i) => this.find(account, phone, keys[i]!))
    return stored.filter((one) => one !== undefined).filter((one) => one.broadcast === broadcast)
  }

  private find(account: AccountId, phone: PhoneNumber, key: string) {
    return this.tables.recipientKeys.get(account, recipientKeyKey({ phone, key }))
  }
}

function isUsed(stored: StoredRecipientKey | undefined, now: Date): stored is StoredRecipientKey {
  return stored !== undefined && (stored.expiresAt === null || stored.expiresAt > now)
}

function positionsOf({ phones, keys }: Keys, holds: (phone: PhoneNumber, key: string) => boolean): ReadonlySet<number> {
  return new Set([...phones.keys()].filter((i) => holds(phones[i]!, keys[i]!)))
}
