import { parseGroupId, type AccountId, type BroadcastId, type ContactListId, type GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { AllowedNumbers } from '../accounts/destinations.js'
import { isOfGroups, type Condition } from '../filters/condition.js'
import type { ContactTest } from '../contacts/contact-test.js'
import type { Refusal } from '../consent/consent.js'

/** The recipients of a schedule, evaluated anew for every send: only contacts that may be texted at that time. */
export type Audience =
  /** Active members of any of the groups: the simplest filter, and the fastest. */
  | { readonly kind: 'groups'; readonly groups: readonly GroupId[] }
  | { readonly kind: 'filter'; readonly condition: Condition }
  /** A contact list saved by an operator. A filter cannot refer to it. */
  | { readonly kind: 'list'; readonly list: ContactListId }

/** The maximum number of groups in a filter. */
export const AUDIENCE_GROUPS_MAX = 100

/** The audience as requested. Its ids are parsed only if there is no stored response to return. */
export type AskedAudience =
  { readonly kind: 'groups'; readonly groups: readonly string[] } | Exclude<Audience, { kind: 'groups' }>

/** A group that appears twice counts once. */
export function parseAudience(requested: AskedAudience): Audience {
  return requested.kind === 'groups'
    ? { kind: 'groups', groups: [...new Set(requested.groups.map(parseGroupId))] }
    : requested
}

/** The audience that a filter means. */
export function audienceOfFilter(condition: Condition): Exclude<AskedAudience, { kind: 'list' }> {
  return isOfGroups(condition) ? { kind: 'groups', groups: condition.groups.ids.in } : { kind: 'filter', condition }
}

/** An audience whose members are stored, so that few of them are found in little time. */
export type ListedAudience = Exclude<Audience, { kind: 'filter' }>

/** An audience whose filter is resolved for one time. */
export type ResolvedAudience = ListedAudience | { readonly kind: 'filter'; readonly test: ContactTest }

/** Evaluates audiences inside the store: only counts and the first contacts leave it, however large the audience is. */
export interface AudienceStore {
  /**
   * Stores the contacts that are in the audience now, may be texted and have an allowed number, zone by zone: adds the
   * chunks of each zone's broadcast, as `chunksOf` makes them, with the numbers sorted. Returns the count of each zone
   * that has contacts, even if its broadcast is null and nothing is added. Each contact counts once, however many
   * groups it is in.
   */
  fix(request: FixAudience): Promise<ReadonlyMap<TimeZone, number>>
  /** Deletes the chunks that `fix` added for a broadcast that was not accepted afterwards. */
  discard(account: AccountId, broadcast: BroadcastId): Promise<void>
  /** How many contacts are in the audience, and how many of them may not be texted. */
  survey(account: AccountId, audience: ResolvedAudience, allowed: AllowedNumbers): Promise<AudienceSurvey>
  /** How many contacts pass the test, and how many of these may be texted and have an allowed number. */
  count(account: AccountId, test: ContactTest, allowed: AllowedNumbers): Promise<AudienceCount>
  /** The first `limit` contacts of the audience that may be texted and have an allowed number, by number. */
  first(
    account: AccountId,
    audience: ResolvedAudience,
    given: { readonly allowed: AllowedNumbers; readonly limit: number },
  ): Promise<readonly PhoneNumber[]>
}

export type FixAudience = {
  readonly account: AccountId
  readonly audience: ResolvedAudience
  readonly allowed: AllowedNumbers
  /** True: each contact belongs to its own zone, or to `zone` if it has none. False: all contacts belong to `zone`. */
  readonly byZone: boolean
  readonly zone: TimeZone
  /** The broadcast of each zone, or null to count only; contacts of other zones are left out. */
  readonly broadcasts: ReadonlyMap<TimeZone, BroadcastId | null>
}

/** A contact that is counted in `elsewhere`, because its number is not allowed, is not counted in `refused`. */
export type AudienceSurvey = {
  readonly submitted: number
  readonly elsewhere: number
  readonly refused: Readonly<Record<Refusal, number>>
}

export type AudienceCount = { readonly contacts: number; readonly messageable: number }
