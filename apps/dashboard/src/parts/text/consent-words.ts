import type { components } from '../../api/schema.js'

type Reason =
  | 'DIRECT'
  | 'SILENT'
  | 'IMPORT'
  | 'CONFIRMED'
  | 'FORM'
  | 'CONFIRM'
  | 'START'
  | 'STOP'
  | 'USER_REMOVED'
  | 'PENDING_REMOVED'
  | 'REFUSED_BY_PROVIDER'

const HOW: Readonly<Record<Reason, string>> = {
  DIRECT: 'Added, based on consent already given',
  SILENT: 'Added without a message',
  IMPORT: 'Imported from a file',
  CONFIRMED: 'Replied YES',
  FORM: 'Opt-in form',
  CONFIRM: 'Asked to reply YES',
  START: 'Texted START, and was asked to reply YES',
  STOP: 'Texted STOP',
  USER_REMOVED: 'Removed by hand',
  PENDING_REMOVED: 'Removed before replying YES',
  REFUSED_BY_PROVIDER: 'The carrier refused a text, because of its own record of an opt-out',
}

const BY: Readonly<Record<string, string>> = {
  API: 'by the API or the dashboard',
  OPERATOR: 'by an operator',
  CONTACT: 'by the person',
  PROVIDER: 'by the carrier',
}

/** The reason of an opt-in or another change of consent: "Imported from a file". */
export function reasonWords(reason: string): string {
  return HOW[reason as Reason] ?? reason
}

/** How a change of consent came about: "Imported from a file, by an operator". */
export function howOf({ reason, by }: { readonly reason: string; readonly by: string }): string {
  const how = reasonWords(reason)
  const actor = BY[by]
  return actor === undefined || by === 'CONTACT' || by === 'PROVIDER' ? how : `${how}, ${actor}`
}

const ACTIONS: Readonly<Record<string, string>> = {
  OPT_IN: 'Joined',
  OPT_IN_REQUESTED: 'Was asked to join',
  OPT_OUT: 'Opted out of all texts',
  PENDING_REMOVED: 'Did not join',
  MANUAL_REMOVAL: 'Left',
  PROVIDER_OPT_OUT: 'Opted out at the carrier',
}

/** What changed: "Joined VIP". */
export function changeOf({ action, group }: { readonly action: string; readonly group?: { readonly name: string } }) {
  if (action === 'OPT_OUT' && group !== undefined) return `Left ${group.name} by opting out`
  const what = ACTIONS[action] ?? action
  return group === undefined ? what : `${what} ${group.name}`
}

const OPT_OUTS: Readonly<Record<string, string>> = {
  OTHER_WORDS: 'In other words, such as “please stop”',
  REMOVED: 'Removed from a group',
  PROVIDER: 'Reported by the carrier',
}

/** How people opted out, in statistics. A keyword is shown as it is counted. */
export function optOutWords(way: string): string {
  return OPT_OUTS[way] ?? way
}

type State = components['schemas']['ConsentState']

export const CONSENT_LABELS: Readonly<Record<State, string>> = {
  opted_in: 'Opted in',
  pending: 'Waiting for YES',
  none: 'Not opted in',
  opted_out: 'Opted out',
}

/** What each state means for sending. */
export const CONSENT_MEANING: Readonly<Record<State, string>> = {
  opted_in: 'Can be texted.',
  pending: 'Was asked to reply YES. Until then, this contact cannot be texted.',
  none: 'In no group, so this contact cannot be texted.',
  opted_out: 'Only this contact can opt in again, by texting START and replying YES, or by the opt-in form.',
}
