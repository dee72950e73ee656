import { DomainError } from '../errors.js'

/** What each kind of thing is called in front of its id. */
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
export type BroadcastId = Id<'brc'> | Id<'bat'>
export type ScheduleId = Id<'sch'>
export type SendId = Id<'snd'>
export type FormEntryId = Id<'ent'>

const GROUP_ID = /^grp_[0-9a-z]{26}$/

export function parseGroupId(text: string): GroupId {
  if (isGroupId(text)) return text
  throw new DomainError('invalid-group-id', 'A group id is grp_ and 26 digits or small letters')
}

const CONTACT_LIST_ID = /^lst_[0-9a-z]{26}$/

export function isContactListId(text: string): text is ContactListId {
  return CONTACT_LIST_ID.test(text)
}

const JOB_ID = /^job_[0-9a-z]{26}$/

/** Whoever names a job means a dead one. */
export function parseJobId(text: string): JobId {
  if (JOB_ID.test(text)) return text as JobId
  throw new DomainError('dead-job-not-found', 'No job can have this id')
}

/**
 * The one job that brings a message to its end, waits for what comes next of a schedule or a send, or delivers to a
 * webhook endpoint.
 */
export function jobIdOf(id: MessageId | ScheduleId | SendId | WebhookEndpointId): JobId {
  return `job_${id.slice(id.indexOf('_') + 1)}`
}

export function isGroupId(text: string): text is GroupId {
  return GROUP_ID.test(text)
}

const FORM_ENTRY_ID = /^ent_[0-9a-z]{26}$/

export function isFormEntryId(text: string): text is FormEntryId {
  return FORM_ENTRY_ID.test(text)
}

/** Crockford's alphabet, in lower case: its order is the order of the character codes. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

/**
 * Ids that sort by time and never repeat: ten digits of milliseconds, then sixteen of randomness (80 bits),
 * counted up within a millisecond and when the clock stands still or goes back.
 */
export function createIds({ nowMs, randomBytes }: TimeAndChance) {
  let lastMs = -1
  let time = ''
  let tail: number[] = []

  function advance() {
    const now = nowMs()
    if (now <= lastMs && countUp(tail)) return
    lastMs = Math.max(now, lastMs + 1)
    time = idDigitsOf(lastMs, TIME_DIGITS)
    tail = Array.from(randomBytes(RANDOM_DIGITS), (byte) => byte & 31)
  }

  return {
    next<P extends Prefix>(prefix: P): Id<P> {
      advance()
      let id = `${prefix}_${time}`
      for (const digit of tail) id += DIGITS[digit]
      return id as Id<P>
    },
  }
}

type TimeAndChance = {
  readonly nowMs: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

/** False when all digits overflow: then the next millisecond is borrowed. */
function countUp(digits: number[]): boolean {
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i]! < 31) {
      digits[i]!++
      return true
    }
    digits[i] = 0
  }
  return false
}

/** A number in the digits of ids, the highest first. */
export function idDigitsOf(value: number, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text
  return text
}

export function fromIdDigits(digits: string): number {
  let value = 0
  for (const digit of digits) value = value * 32 + DIGITS.indexOf(digit)
  return value
}
