import { parseGroupId, type AccountId, type BroadcastId, type ContactListId, type GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { Refusal } from '../consent/consent.js'

/** Whom a schedule is sent to, evaluated anew at every send. Only those who may be texted at that time are in it. */
export type Audience =
  /** Active members of any of the groups: what clients call a filter. */
  | { readonly kind: 'groups'; readonly groups: readonly GroupId[] }
  /** A list that an operator has saved, which no filter can tell. */
  | { readonly kind: 'list'; readonly list: ContactListId }

/** So many groups a filter may name. */
export const AUDIENCE_GROUPS_MAX = 100

/** As it was asked for: whether its ids can be any is a question for when no earlier answer is to be repeated. */
export type AskedAudience =
  { readonly kind: 'groups'; readonly groups: readonly string[] } | Extract<Audience, { kind: 'list' }>

/** A group that is named twice counts once. */
export function parseAudience(asked: AskedAudience): Audience {
  return asked.kind === 'groups' ? { kind: 'groups', groups: [...new Set(asked.groups.map(parseGroupId))] } : asked
}

/** Evaluates audiences where the contacts are: however many there are, only counts and the first of them come out. */
export interface AudienceStore {
  /**
   * Fixes who is in the audience now and may be texted, zone by zone: adds the chunks of each zone's broadcast, as
   * `chunksOf` makes them, with the numbers in their order. Answers how many each zone has, also where its broadcast is
   * null and nothing is added; zones with nobody are left out. A contact is in it once, whatever it is a member of.
   */
  fix(request: FixAudience): Promise<ReadonlyMap<TimeZone, number>>
  /** Takes away the chunks that were fixed for a broadcast which was then not accepted. */
  discard(account: AccountId, broadcast: BroadcastId): Promise<void>
  /** How many are in the audience, and how many of them may not be texted. */
  survey(account: AccountId, audience: Audience): Promise<AudienceSurvey>
  /** Those in it who may be texted, by number: the first so many. */
  first(account: AccountId, audience: Audience, limit: number): Promise<readonly PhoneNumber[]>
}

export type FixAudience = {
  readonly account: AccountId
  readonly audience: Audience
  /** Whether each belongs to its own zone, and those without one to `zone`; else all of them belong to that. */
  readonly byZone: boolean
  readonly zone: TimeZone
  /** Zones that are named here once each; contacts of no such zone are left out. */
  readonly broadcasts: ReadonlyMap<TimeZone, BroadcastId | null>
}

export type AudienceSurvey = { readonly submitted: number; readonly refused: Readonly<Record<Refusal, number>> }
