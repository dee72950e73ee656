import { parseGroupId, type AccountId, type BroadcastId, type ContactListId, type GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { Refusal } from '../consent/consent.js'

/** The recipients of a schedule, evaluated again at every send. Only contacts that may be texted then are in it. */
export type Audience =
  /** Active members of any of the groups; the API calls this a filter. */
  | { readonly kind: 'groups'; readonly groups: readonly GroupId[] }
  /** A contact list that an operator has saved, which a filter cannot express. */
  | { readonly kind: 'list'; readonly list: ContactListId }

/** How many groups a filter may name. */
export const AUDIENCE_GROUPS_MAX = 100

/** As requested: its ids are parsed only when no stored response is repeated. */
export type AskedAudience =
  { readonly kind: 'groups'; readonly groups: readonly string[] } | Extract<Audience, { kind: 'list' }>

/** A group that is named twice counts once. */
export function parseAudience(requested: AskedAudience): Audience {
  return requested.kind === 'groups'
    ? { kind: 'groups', groups: [...new Set(requested.groups.map(parseGroupId))] }
    : requested
}

/** Evaluates audiences inside the store: only counts and the first contacts leave it, however large the audience is. */
export interface AudienceStore {
  /**
   * Fixes the contacts that are in the audience now and may be texted, zone by zone: adds the chunks of each zone's
   * broadcast, as `chunksOf` makes them, with the numbers in their order. Returns the count of each zone, also where
   * its broadcast is null and nothing is added; empty zones are left out. Each contact counts once, however many groups
   * it is in.
   */
  fix(request: FixAudience): Promise<ReadonlyMap<TimeZone, number>>
  /** Deletes the chunks that were fixed for a broadcast that was then not accepted. */
  discard(account: AccountId, broadcast: BroadcastId): Promise<void>
  /** How many contacts are in the audience, and how many of them may not be texted. */
  survey(account: AccountId, audience: Audience): Promise<AudienceSurvey>
  /** The first `limit` contacts of the audience that may be texted, by number. */
  first(account: AccountId, audience: Audience, limit: number): Promise<readonly PhoneNumber[]>
}

export type FixAudience = {
  readonly account: AccountId
  readonly audience: Audience
  /** True: each contact belongs to its own zone, or to `zone` if it has none. False: all contacts belong to `zone`. */
  readonly byZone: boolean
  readonly zone: TimeZone
  /** Each zone at most once; contacts of other zones are left out. */
  readonly broadcasts: ReadonlyMap<TimeZone, BroadcastId | null>
}

export type AudienceSurvey = { readonly submitted: number; readonly refused: Readonly<Record<Refusal, number>> }
