import { parseReference, type NeverSeen, type SubmissionOutcome } from '@carillon/core'
import type { HttpClient } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import type { Absences } from './absences.js'
import { failureTypeOf, meaningOf, type DeliveryStatus } from './failures.js'

const DAY_MS = 86_400_000
/** Sinch lists the batches of 14 days; a day less, for the difference between the clocks. */
const LISTED_MS = 13 * DAY_MS
const CLOCK_SKEW_MS = 3_600_000
/** For references whose time is not known. */
const ASKED_BACK_MS = 7 * DAY_MS
/** Sinch or the network did not take the message. With any other status it was sent, and its receipt tells the rest. */
const REFUSALS = new Set(['Aborted', 'Rejected', 'Cancelled'])
const ID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_TIME_DIGITS = 10

type Found = SubmissionOutcome | NeverSeen
const UNKNOWN: Found = { kind: 'unknown' }

export type Search = {
  readonly client: HttpClient
  /** The path of the service plan. */
  readonly path: string
  readonly absences: Absences
  readonly now: () => number
}

/** The outcome of an earlier submission, from the list of batches. */
export async function find(search: Search, reference: string, deadlineMs: number): Promise<Found> {
  const { client, path, absences, now } = search
  const endsAt = performance.now() + deadlineMs
  const createdMs = createdMsOf(reference)
  const isOld = createdMs !== null && createdMs - CLOCK_SKEW_MS < now() - LISTED_MS
  const sinceMs = isOld ? now() - LISTED_MS : createdMs === null ? now() - ASKED_BACK_MS : createdMs - CLOCK_SKEW_MS
  // Without a start date, Sinch lists only the last 24 hours.
  const query = new URLSearchParams({ client_reference: reference, start_date: new Date(sinceMs).toISOString() })
  const exchange = await client.exchange({ method: 'GET', path: `${path}/batches?${query}` }, deadlineMs)
  if (exchange.kind !== 'answered' || exchange.status !== 200) return UNKNOWN
  const batches = at(readJson(exchange.body), 'batches')
  if (!Array.isArray(batches)) return UNKNOWN
  const batch: unknown = batches.find((one) => textAt(one, 'client_reference') === reference)
  const providerId = textAt(batch, 'id')
  if (providerId !== null) return outcomeOfBatch(search, providerId, endsAt - performance.now())
  // Other batches in the answer mean that Sinch did not search for the reference.
  if (batches.length > 0) return UNKNOWN
  // An old message may have been submitted before the days that Sinch lists, unless this process has just submitted it.
  if (isOld && !absences.knows(reference)) return UNKNOWN
  return absences.isProven(reference) ? { kind: 'never-seen' } : UNKNOWN
}

async function outcomeOfBatch({ client, path }: Search, providerId: string, deadlineMs: number): Promise<Found> {
  const report = `${path}/batches/${encodeURIComponent(providerId)}/delivery_report?type=summary`
  const exchange = await client.exchange({ method: 'GET', path: report }, deadlineMs)
  const status = exchange.kind === 'answered' && exchange.status === 200 ? statusIn(readJson(exchange.body)) : null
  if (status === null || !REFUSALS.has(status.status)) return { kind: 'accepted', providerId }
  const message = `Sinch refused the message: ${meaningOf(status)}`
  return { kind: 'refused', type: failureTypeOf(status), message, carrierCode: status.code ?? status.status }
}

/** The batch has one recipient, and so one status. */
function statusIn(report: unknown): DeliveryStatus | null {
  const status = textAt(report, 'statuses', 0, 'status')
  return status === null ? null : { status, code: textAt(report, 'statuses', 0, 'code') }
}

/** When the message was created, from the first digits of its id: it was submitted then or later. */
function createdMsOf(reference: string): number | null {
  const id = parseReference(reference)?.id
  if (id === undefined) return null
  const digits = [...id.slice('msg_'.length, 'msg_'.length + ID_TIME_DIGITS)].map((digit) => ID_DIGITS.indexOf(digit))
  const createdMs = digits.reduce((ms, digit) => ms * ID_DIGITS.length + digit, 0)
  return digits.includes(-1) || Number.isNaN(new Date(createdMs).getTime()) ? null : createdMs
}
