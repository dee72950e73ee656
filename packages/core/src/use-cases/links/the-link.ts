import type { Account } from '../../model/accounts/account.js'
import { isTrackingLink, type TrackingLink } from '../../model/links/tracking-link.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'

/** A link of an account, as a client names it. */
export type LinkName = {
  readonly account: Account
  /** Any text. */
  readonly link: string
}

/** As it is registered, or null for one that is not any more and of which there are counts. Any other is not found. */
export async function theLink(
  { trackingLinks, clicks }: Pick<Stores, 'trackingLinks' | 'clicks'>,
  { account, link }: LinkName,
): Promise<TrackingLink | null> {
  if (isTrackingLink(link)) {
    const registered = (await trackingLinks.findAll([link])).get(link)
    if (registered?.account === account.id) return registered
    if (await clicks.knows(account.id, link)) return null
  }
  throw new DomainError('tracking-link-not-found', 'This account has no such tracking link')
}
