import type { AccountId, TrackingLink, TrackingLinkStore } from '@carillon/core'
import { by } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryTrackingLinkStore implements TrackingLinkStore {
  constructor(private readonly tables: Pick<Tables, 'trackingLinks'>) {}

  async of(account: AccountId) {
    const links = this.tables.trackingLinks.of(SERVICE).filter((link) => link.account === account)
    return links.sort(by(({ link }) => link))
  }

  async registered(account: AccountId, links: readonly string[]) {
    const found = [...(await this.findAll(links)).values()]
    return new Set(found.filter((link) => link.account === account).map(({ link }) => link))
  }

  async findAll(links: readonly string[]) {
    const found = links.flatMap((link) => this.tables.trackingLinks.get(SERVICE, link) ?? [])
    return new Map(found.map((link) => [link.link, link]))
  }

  async put(link: TrackingLink) {
    const owner = this.tables.trackingLinks.get(SERVICE, link.link)?.account ?? link.account
    if (owner !== link.account) return false
    this.tables.trackingLinks.put(link)
    return true
  }

  async remove(account: AccountId, link: string) {
    if (this.tables.trackingLinks.get(SERVICE, link)?.account === account)
      this.tables.trackingLinks.remove(SERVICE, link)
  }
}
