import type { Schema } from '@carillon/client'
import { clockOf } from '../../terminal/clock.js'
import { tableOf } from '../../terminal/table.js'
import { plain, quoted } from './quoted.js'

export type Proof = Schema<'ConsentProof'>
type Change = Proof['log'][number]

/** A summary for the terminal; the page and the JSON have all details. */
export function proofSummary(proof: Proof): string {
  const clock = (instant: string) => clockOf(instant, proof.account.timezone)
  const parts = [verdictOf(proof, clock), logOf(proof, clock), formsOf(proof, clock), messagesOf(proof, clock)]
  return [...parts, sentOf(proof, clock)].filter((part) => part !== '').join('\n')
}

type Clock = (instant: string) => string

const STATES = {
  opted_in: 'it has opted in',
  pending: 'it was asked to confirm, and has not done so',
  none: 'it has not opted in',
  opted_out: 'it has opted out, and only its owner can opt in again',
}

function verdictOf({ account, phoneNumber, mayBeTexted, state, optedOutAt, groups }: Proof, clock: Clock): string {
  const since = optedOutAt === undefined ? '' : ` (${clock(optedOutAt)})`
  const verdict = `${phoneNumber} ${mayBeTexted ? 'may' : 'may not'} be texted by ${plain(account.name)}: ${STATES[state]}${since}\n`
  if (groups.length === 0) return verdict
  return verdict + tableOf(groups.map(({ name, optInAt }) => [`  ${plain(name)}`, `since ${clock(optInAt)}`]))
}

function logOf({ log, logCount }: Proof, clock: Clock): string {
  if (log.length === 0) return 'No change of its consent is recorded\n'
  const rows = log.map((change) => [
    clock(change.at),
    change.action,
    change.reason,
    change.by,
    change.group === undefined ? '-' : plain(change.group.name),
    evidenceOf(change),
  ])
  return omitted(log.length, logCount) + tableOf([['WHEN', 'CHANGE', 'REASON', 'BY', 'GROUP', 'EVIDENCE'], ...rows])
}

function evidenceOf({ text, form }: Change): string {
  if (text !== undefined) return quoted(text, QUOTED_MAX)
  if (form === undefined) return '-'
  return `form text ${form.version}${form.address === undefined ? '' : ` from ${plain(form.address)}`}`
}

function formsOf({ formTexts }: Proof, clock: Clock): string {
  if (formTexts.length === 0) return ''
  const rows = formTexts.map(({ version, text, since }) => [String(version), clock(since), quoted(text, QUOTED_MAX)])
  return tableOf([['FORM TEXT', 'SINCE', ''], ...rows])
}

function messagesOf({ messages, messageCount }: Proof, clock: Clock): string {
  if (messages.length === 0) return 'No message about its consent and no message from it is stored\n'
  const rows = messages.map(({ createdAt, direction, purpose, status, body }) => [
    clock(createdAt),
    direction === 'inbound' ? 'inbound' : purpose,
    status,
    quoted(body, QUOTED_MAX),
  ])
  return omitted(messages.length, messageCount) + tableOf([['WHEN', 'MESSAGE', 'STATUS', 'TEXT'], ...rows])
}

function sentOf({ messagesSent: { count, firstAt, lastAt } }: Proof, clock: Clock): string {
  if (firstAt === undefined || lastAt === undefined) return 'No other message was sent to it\n'
  const many = count === 1 ? '1 other message was' : `${count} other messages were`
  return `${many} sent to it, the first ${clock(firstAt)}, the last ${clock(lastAt)}\n`
}

function omitted(shown: number, count: number): string {
  return shown < count ? `The newest ${shown} of ${count}:\n` : ''
}

const QUOTED_MAX = 60
