import type { OneTimeLink, OneTimeLinkStore, UserId } from '@carillon/core'
import { by } from '../tables/order.js'
import { linkOwner } from '../tables/keys.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryOneTimeLinkStore implements OneTimeLinkStore {
  constructor(private readonly tables: Pick<Tables, 'oneTimeLinks'>) {}

  async put(link: OneTimeLink) {
    this.tables.oneTimeLinks.put(link)
  }

  async find(tokenHash: string) {
    return this.all().find((link) => link.tokenHash === tokenHash) ?? null
  }

  async take(tokenHash: string) {
    const found = await this.find(tokenHash)
    if (found !== null) this.tables.oneTimeLinks.remove(SERVICE, linkOwner(found))
    return found
  }

  async end(user: UserId) {
    this.tables.oneTimeLinks.remove(SERVICE, linkOwner({ user }))
  }

  async trim(until: Date, limit: number) {
    const old = this.all()
      .filter(({ expiresAt }) => expiresAt <= until)
      .toSorted(by(({ expiresAt }) => expiresAt))
      .slice(0, limit)
    for (const link of old) this.tables.oneTimeLinks.remove(SERVICE, linkOwner(link))
    return old.length
  }

  private all(): readonly OneTimeLink[] {
    return this.tables.oneTimeLinks.of(SERVICE)
  }
}
