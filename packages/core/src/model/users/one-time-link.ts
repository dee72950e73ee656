import type { UserId } from '../../values/ids.js'
import { DAY_MS } from '../../values/time/instant.js'

export const LINK_PURPOSES = ['setup', 'invite', 'reset'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** A link that an operator gives to a person, who sets a password with it. Only a hash of its token is stored. */
export type OneTimeLink = {
  readonly purpose: LinkPurpose
  /** Null for the setup, which makes the first user. */
  readonly user: UserId | null
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const LINK_LIFETIME_MS = DAY_MS

/** There is one link for each user and one for the setup; a new one replaces the previous one. */
export interface OneTimeLinkStore {
  put(link: OneTimeLink): Promise<void>
  /** Includes expired links that have not been trimmed. */
  find(tokenHash: string): Promise<OneTimeLink | null>
  /** Removes the link, so that nobody uses it twice. Null if it does not exist any more. */
  take(tokenHash: string): Promise<OneTimeLink | null>
  /** Removes the link of a user, if there is one. */
  end(user: UserId): Promise<void>
  /** Deletes at most `limit` links that expired until the instant, inclusive, the oldest first. Returns how many. */
  trim(until: Date, limit: number): Promise<number>
}
