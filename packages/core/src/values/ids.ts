import { DomainError } from './errors.js'

/** The prefix of an id, which names the kind of the object. */
export type Prefix =
  | 'acc'
  | 'con'
  | 'grp'
  | 'tag'
  | 'evt'
  | 'log'
  | 'led'
  | 'whk'
  | 'msg'
  | 'job'
  | 'brc'
  | 'bat'
  | 'lst'
  | 'sch'
  | 'snd'
  | 'ent'
  | 'cnv'
  | 'nte'
  | 'drf'
  | 'seg'
  | 'tpl'
  | 'pool'
  | 'usr'
  | 'ses'
  | 'aud'
  | 'imp'
  | 'wrk'
export type Id<P extends Prefix> = `${P}_${string}`

export type AccountId = Id<'acc'>
export type ContactId = Id<'con'>
export type GroupId = Id<'grp'>
export type TagId = Id<'tag'>
export type EventId = Id<'evt'>
export type ConsentLogId = Id<'log'>
export type LedgerEntryId = Id<'led'>
export type WebhookEndpointId = Id<'whk'>
export type MessageId = Id<'msg'>
export type JobId = Id<'job'>
export type ContactListId = Id<'lst'>
export type SegmentId = Id<'seg'>
export type BroadcastId = Id<'brc'> | Id<'bat'>
export type ScheduleId = Id<'sch'>
export type SendId = Id<'snd'>
export type FormEntryId = Id<'ent'>
export type ConversationId = Id<'cnv'>
export type ImportId = Id<'imp'>
export type NoteId = Id<'nte'>
export type DraftId = Id<'drf'>
export type TemplateId = Id<'tpl'>
export type PoolId = Id<'pool'>
export type UserId = Id<'usr'>
export type SessionId = Id<'ses'>
export type AuditEntryId = Id<'aud'>
export type ServiceProcessId = Id<'wrk'>

export function isId<P extends Prefix>(prefix: P, text: string): text is Id<P> {
  return text.startsWith(`${prefix}_`) && BODY.test(text.slice(prefix.length + 1))
}

const BODY = /^[0-9a-z]{26}$/

export function isAccountId(text: string): text is AccountId {
  return isId('acc', text)
}

export function isGroupId(text: string): text is GroupId {
  return isId('grp', text)
}

export function parseGroupId(text: string): GroupId {
  if (isGroupId(text)) return text
  throw new DomainError('invalid-group-id', 'A group id must be grp_ followed by 26 digits or lowercase letters')
}

export function isSegmentId(text: string): text is SegmentId {
  return isId('seg', text)
}

export function isPoolId(text: string): text is PoolId {
  return isId('pool', text)
}

export function isContactListId(text: string): text is ContactListId {
  return isId('lst', text)
}

export function isFormEntryId(text: string): text is FormEntryId {
  return isId('ent', text)
}

/** Only dead jobs are addressed by id, so an invalid id is reported as a dead job that was not found. */
export function parseJobId(text: string): JobId {
  if (isId('job', text)) return text
  throw new DomainError('dead-job-not-found', 'No job can have this id')
}

/**
 * The id of the one job that completes a message, runs the next step of a schedule, a send or an import, or delivers to a
 * webhook endpoint.
 */
export function jobIdOf(id: MessageId | BroadcastId | ScheduleId | SendId | ImportId | WebhookEndpointId): JobId {
  return `job_${id.slice(id.indexOf('_') + 1)}`
}
