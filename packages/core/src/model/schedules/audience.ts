import { parseGroupId, type ContactListId, type GroupId } from '../../values/ids.js'

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
