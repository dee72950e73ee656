import type { FailureType } from '@carillon/core'
import type { Behaviour, SimOutcome } from './behaviour.js'
import type { Bindings } from './statements.js'
import type { StoredSubmission } from './stored-submission.js'

/** Reads rows from one JSON array for each column, which is faster than Postgres arrays. */
export const SUBMITTED = `
  select id, reference, copy, sender, phone, body, media_url, failure_type, failure_message, submitted_at::timestamptz
    from rows from (
      json_array_elements_text(:ids), json_array_elements_text(:references), json_array_elements_text(:copies),
      json_array_elements_text(:senders), json_array_elements_text(:phones), json_array_elements_text(:bodies),
      json_array_elements_text(:mediaUrls), json_array_elements_text(:failureTypes),
      json_array_elements_text(:failureMessages), json_array_elements_text(:instants)
    ) as read (id, reference, copy, sender, phone, body, media_url, failure_type, failure_message, submitted_at)`

export const COLUMNS =
  'id, reference, copy, sender, phone, body, media_url, failure_type, failure_message, submitted_at'

/** The bindings for `SUBMITTED`. */
export function columnsOf(rows: readonly CopiedSubmission[]): Bindings {
  const column = (value: (row: CopiedSubmission) => string | null) => JSON.stringify(rows.map(value))
  return {
    ids: column(({ id }) => id),
    references: column(({ reference }) => reference),
    copies: column(({ copy }) => copy),
    senders: column(({ from }) => from),
    phones: column(({ to }) => to),
    bodies: column(({ body }) => body),
    mediaUrls: column(({ mediaUrl }) => mediaUrl),
    failureTypes: column(({ failure }) => failure?.type ?? null),
    failureMessages: column(({ failure }) => failure?.message ?? null),
    instants: column(({ submittedAt }) => submittedAt.toISOString()),
  }
}

/** `copy` is empty for the first submission under its reference. */
export type CopiedSubmission = StoredSubmission & { readonly copy: string }

export type StoredSubmissionRow = {
  readonly id: string
  readonly reference: string
  readonly sender: string
  readonly phone: string
  readonly body: string
  readonly media_url: string | null
  readonly failure_type: FailureType | null
  readonly failure_message: string | null
  readonly submitted_at: Date
}

export function fromStoredSubmissionRow(row: StoredSubmissionRow): StoredSubmission {
  const { id, reference, sender: from, phone: to, body, media_url: mediaUrl, submitted_at: submittedAt } = row
  const { failure_type: type, failure_message: message } = row
  return {
    id,
    reference,
    from,
    to,
    body,
    mediaUrl,
    submittedAt,
    failure: type === null ? null : { type, message: message! },
  }
}

export type BehaviourRow = {
  /** Empty if the behaviour applies to all numbers. */
  readonly phone: string
  readonly outcome: SimOutcome
  /** The driver returns a bigint as text. */
  readonly times: string | number | null
  readonly latency_ms: number | null
  readonly deduplicates: boolean | null
  readonly can_be_asked: boolean | null
  readonly messages_per_second: number | null
}

export function toBehaviourRow(behaviour: Behaviour): BehaviourRow {
  const { to, outcome, times, latencyMs, deduplicates, canBeAsked, messagesPerSecond } = behaviour
  return {
    phone: to ?? ALL,
    outcome,
    times,
    latency_ms: latencyMs,
    deduplicates,
    can_be_asked: canBeAsked,
    messages_per_second: messagesPerSecond,
  }
}

/** The value of `phone` that stands for all numbers. */
export const ALL = ''

export function byNumber(rows: readonly BehaviourRow[]): ReadonlyMap<string | null, Behaviour> {
  return new Map(rows.map(fromBehaviourRow).map((behaviour) => [behaviour.to, behaviour]))
}

function fromBehaviourRow(row: BehaviourRow): Behaviour {
  return {
    to: row.phone === ALL ? null : row.phone,
    outcome: row.outcome,
    times: row.times === null ? null : Number(row.times),
    latencyMs: row.latency_ms,
    deduplicates: row.deduplicates,
    canBeAsked: row.can_be_asked,
    messagesPerSecond: row.messages_per_second,
  }
}
