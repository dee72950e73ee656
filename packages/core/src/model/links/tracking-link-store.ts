import type { AccountId } from '../../values/ids.js'
import type { TrackingLink } from './tracking-link.js'

export interface TrackingLinkStore {
  /** By link. */
  of(account: AccountId): Promise<readonly TrackingLink[]>
  /** Which of these the account has. */
  registered(account: AccountId, links: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of these that there are, whoever has them: for whoever comes with a URL and no account. */
  findAll(links: readonly string[]): Promise<ReadonlyMap<string, TrackingLink>>
  /** Adds or changes the account's link. False, and nothing is changed, when another account has it. */
  put(link: TrackingLink): Promise<boolean>
  remove(account: AccountId, link: string): Promise<void>
}
