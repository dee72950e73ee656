import type { ConsentProof, LoggedConsent, Message } from '@carillon/core'

type Words<Name extends string> = Readonly<Record<Name, string>>

export const ACTION_WORDS: Words<LoggedConsent['action']> = {
  OPT_IN: 'Opted in',
  OPT_IN_REQUESTED: 'Was asked to confirm',
  OPT_OUT: 'Opted out',
  PENDING_REMOVED: 'No longer asked to confirm',
  MANUAL_REMOVAL: 'Was removed',
  PROVIDER_OPT_OUT: 'Was refused by the provider',
}

export const REASON_WORDS: Words<LoggedConsent['reason']> = {
  DIRECT: 'consent collected earlier',
  SILENT: 'consent collected earlier, enrolled without a text',
  IMPORT: 'consent collected earlier, enrolled by an import',
  CONFIRMED: 'the confirmation was answered',
  FORM: 'the opt-in form, with a one-time code',
  CONFIRM: 'a confirmation was requested',
  START: 'the text START',
  STOP: 'the text STOP',
  USER_REMOVED: 'removed from the group',
  PENDING_REMOVED: 'removed before it confirmed',
  REFUSED_BY_PROVIDER: 'the provider has its own opt-out',
}

export const ACTOR_WORDS: Words<LoggedConsent['by']> = {
  API: 'a client of the API',
  OPERATOR: 'the operator',
  CONTACT: 'the owner of the number',
  PROVIDER: 'the provider',
}

export const STATE_WORDS: Words<ConsentProof['state']> = {
  opted_in: 'It has opted in.',
  pending: 'It was asked to confirm, and has not done so.',
  none: 'It has not opted in.',
  opted_out: 'It has opted out, and only its owner can opt in again.',
}

export function purposeWordsOf({ direction, purpose }: Message): string {
  return direction === 'inbound' ? 'From the number' : PURPOSE_WORDS[purpose]
}

const PURPOSE_WORDS: Words<Message['purpose']> = {
  message: 'Message',
  'opt-in': 'Welcome',
  confirmation: 'Confirmation',
  answer: 'Answer to a keyword',
  code: 'One-time code (not stored)',
}
