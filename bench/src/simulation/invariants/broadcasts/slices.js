import { messageIdAt, positionOf } from '@carillon/core'
import { queuedIn, submittedTo } from '../messages/begun.js'
import { refusalOf } from '../consent/consent.js'

const HOUR_MS = 3_600_000

/** Invariants on the slices of a broadcast and their outcomes. */
export const SLICES = [
  {
    name: 'every recipient of a broadcast is either queued, has a message, or was skipped by a cancel',
    watch: ({ records }) => {
      const skipped = new Map()
      return {
        *atCommit({ chunks, broadcasts }) {
          for (const { after: chunk } of chunks) {
            const queued = queuedIn(chunk)
            if (new Set(queued).size < queued.length) yield `${placeOf(chunk)} has a recipient queued twice`
            const left = skippedIn(records, chunk)
            skipped.set(placeOf(chunk), left.length)
          }
          for (const [id, account] of touchedBy({ chunks, broadcasts })) {
            const { total, counts, status } = records.tables.broadcasts.get(account, id)
            const all = records.tables.chunks.of(`${account} ${id}`)
            const sum = all.reduce((count, chunk) => count + skipped.get(placeOf(chunk)), 0)
            if (sum !== counts.canceled)
              yield `${id} counts ${counts.canceled} skipped, and ${sum} are neither queued nor have a message`
            if (sum > 0 && status !== 'canceled') yield `${id} is ${status} and has lost ${sum}`
            if (lengthOf(all) !== total) yield `${id} has ${total} recipients, and its chunks ${lengthOf(all)}`
          }
        },
      }
    },
  },
  {
    name: 'every slice is committed while its recipients consent, and stops only recipients who do not',
    watch: ({ records }) => ({
      *atCommit({ chunks }) {
        for (const { chunk, attempt } of slicesBegun(chunks)) {
          const isRefused = (index) => refusalOf(records, recipientAt(chunk, index)) !== null
          for (const index of attempt.indices.filter(isRefused)) {
            yield `${chunk.recipients.phones[index]} of ${placeOf(chunk)} is sent to, although ${refusalOf(records, recipientAt(chunk, index))}`
          }
          for (const [i, index] of attempt.stopped.entries()) {
            if (!CONSENT_STOPS.includes(attempt.stoppedBy[i])) continue
            const [phone, refusal] = [chunk.recipients.phones[index], refusalOf(records, recipientAt(chunk, index))]
            if (refusal === null) yield `${phone} of ${placeOf(chunk)} consents and is stopped`
            else if (refusal !== attempt.stoppedBy[i])
              yield `${phone} is stopped as ${attempt.stoppedBy[i]}, expected ${refusal}`
          }
        }
      },
    }),
  },
  {
    name: 'no recipient is begun after a cancel, or given up within an hour',
    watch: ({ records }) => ({
      *atCommit({ chunks }) {
        for (const { before, chunk, attempt } of slicesBegun(chunks)) {
          const { status } = records.tables.broadcasts.get(chunk.account, chunk.broadcast)
          const isOnlyExpiring = attempt.indices.length === 0 && attempt.stoppedBy?.every((by) => by === 'expired')
          if (status !== 'sending' && !isOnlyExpiring)
            yield `a slice of ${placeOf(chunk)} begins although the broadcast is ${status}`
          const early = before.progress.waiting.filter(({ sinceMs }) => attempt.at.getTime() < sinceMs + HOUR_MS)
          for (const { index } of early)
            if (attempt.overdue.includes(index)) yield `${index} of ${placeOf(chunk)} is given up`
        }
      },
    }),
  },
  {
    name: 'unknown carriers are looked up, and only successful look-ups are paid for',
    watch: ({ records, directory }) => ({
      *atCommit({ chunks, messages }) {
        const { carriers } = records.tables
        for (const { chunk, attempt } of slicesBegun(chunks)) {
          const { phones } = chunk.recipients
          const unknown = attempt.indices.filter((index) => carriers.get(chunk.account, phones[index]) === undefined)
          if (unknown.join() !== attempt.lookUps.join())
            yield `${placeOf(chunk)} looks up ${attempt.lookUps}, expected ${unknown}`
        }
        for (const { chunk, attempt } of slicesEnded(chunks)) {
          const lookedUp = lookedUpFor(attempt)
          for (const { account, id, to, cost, status } of storedOf(records, chunk, attempt.indices)) {
            if (status === 'failed' || cost.sms === 1) continue
            const index = positionOf(id) - chunk.firstPosition
            const wasResolved = lookedUp.has(index) && directory.resolved.has(to)
            if (!wasResolved || carriers.get(account, to) === undefined)
              yield `${id} costs ${cost.sms}, and the carrier of ${to} was not found`
          }
        }
        for (const { after } of messages) {
          if (after.broadcast !== null && (after.cost.sms < 1 || after.cost.sms > 2 || after.cost.mms > 0)) {
            yield `${after.id} costs ${JSON.stringify(after.cost)}`
          }
        }
      },
    }),
  },
  {
    name: 'a message of a broadcast is created by the end of its slice, with the text that was begun',
    watch: ({ records, provider }) => ({
      *atCommit({ chunks, messages }) {
        const ended = new Map()
        for (const { chunk, attempt } of slicesEnded(chunks)) {
          const broadcast = records.tables.broadcasts.get(chunk.account, chunk.broadcast)
          for (const [id, due] of dueMessages(broadcast, chunk, attempt)) ended.set(id, due)
        }
        for (const { before, after } of messages) {
          if (before !== null || after.broadcast === null) continue
          const due = ended.get(after.id)
          if (due === undefined) yield `${after.id} has no slice`
          else yield* wrongMessage(after, due, provider)
        }
      },
    }),
  },
  {
    name: 'no phone has the message of a waiting recipient',
    watch: ({ provider }) => ({
      *atCommit({ chunks }) {
        for (const { after: chunk } of chunks) {
          for (const { index } of chunk.progress.waiting) {
            const id = idAt(chunk, index)
            if (provider.delivered.has(`${chunk.account}.${id}`)) yield `${id} waits, and was delivered to a phone`
          }
        }
      },
    }),
  },
]

export function placeOf({ broadcast, number }) {
  return `${broadcast}, chunk ${number}`
}

function lengthOf(chunks) {
  return chunks.reduce((length, { recipients }) => length + recipients.phones.length, 0)
}

export function idAt({ broadcast, firstPosition }, index) {
  return messageIdAt(broadcast, firstPosition + index)
}

function recipientAt({ account, recipients }, index) {
  return { account, to: recipients.phones[index], purpose: 'message' }
}

function touchedBy({ chunks, broadcasts }) {
  const ofChunks = chunks.map(({ after }) => [after.broadcast, after.account])
  return new Map([...ofChunks, ...broadcasts.map(({ after }) => [after.id, after.account])])
}

/** The indices of the recipients who are not queued and have no message. */
export function skippedIn({ indexes }, chunk) {
  const queued = new Set(queuedIn(chunk))
  const stored = indexes.messagesOf(chunk.broadcast)
  const indices = Array.from(chunk.recipients.phones.keys())
  return indices.filter((index) => !queued.has(index) && !stored.has(idAt(chunk, index)))
}

export function* slicesBegun(chunks) {
  for (const { before, after: chunk } of chunks) {
    const { attempt } = chunk.progress
    if (attempt !== null && attempt.id !== before?.progress.attempt?.id) yield { before, chunk, attempt }
  }
}

function* slicesEnded(chunks) {
  for (const { before, after: chunk } of chunks) {
    const attempt = before?.progress.attempt ?? null
    if (attempt !== null && attempt.id !== chunk.progress.attempt?.id) yield { chunk, attempt }
  }
}

function storedOf({ indexes }, chunk, indices) {
  return indices.flatMap((index) => indexes.messagesOf(chunk.broadcast).get(idAt(chunk, index)) ?? [])
}

/** Recipients whose carrier was looked up now, or earlier for a message that the provider did not accept. */
function lookedUpFor({ lookUps, again }) {
  return new Set([...lookUps, ...again.filter(({ wasLookedUp }) => wasLookedUp).map(({ index }) => index)])
}

/** The expected messages of the recipients of the slice who must have a message now. */
function* dueMessages(broadcast, chunk, { indices, texts, numbers, stopped, stoppedBy, stoppedFrom, overdue }) {
  const dueAt = (index) => ({
    to: chunk.recipients.phones[index],
    from: broadcast.from,
    idempotencyKey: chunk.recipients.keys?.[index] ?? null,
    ...submittedTo(broadcast, chunk, index),
  })
  for (const [i, index] of indices.entries()) {
    const due = dueAt(index)
    const from = numbers?.[i] ?? due.from
    yield [idAt(chunk, index), { ...due, from, body: texts?.[i] ?? due.body, failure: null }]
  }
  for (const [i, index] of stopped.entries()) {
    const due = dueAt(index)
    yield [idAt(chunk, index), { ...due, from: stoppedFrom?.[i] ?? due.from, failure: failureBy(stoppedBy[i]) }]
  }
  for (const index of overdue) yield [idAt(chunk, index), { ...dueAt(index), failure: 'provider_unavailable' }]
}

const CONSENT_STOPS = ['hard-opted-out', 'not-opted-in']

/** No contact of a world has values that violate the content policy, so there are no other reasons. */
const STOP_FAILURES = {
  'hard-opted-out': 'opted_out_before_send',
  'not-opted-in': 'not_opted_in_before_send',
  'outside-sending-window': 'outside_sending_window',
  expired: 'expired',
}

function failureBy(stop) {
  return typeof stop === 'string' ? STOP_FAILURES[stop] : 'frequency_capped'
}

const BEFORE_SUBMISSION = [
  ...Object.values(STOP_FAILURES),
  'erased',
  'content_blocked',
  'frequency_capped',
  'provider_unavailable',
]

function* wrongMessage(message, { failure, ...due }, { deduplicates, canBeAsked }) {
  const { id, status } = message
  for (const [field, value] of Object.entries(due)) {
    if (message[field] !== value) yield `${field} of ${id} is ${message[field]}, expected ${value}`
  }
  const type = message.failure?.type ?? null
  if (failure !== null ? type !== failure : BEFORE_SUBMISSION.includes(type)) yield `${id} failed for ${type}`
  const canBeCleared = deduplicates || canBeAsked
  if (canBeCleared && type === 'unknown_outcome') yield `${id} was given up, although its outcome can be found out`
  if (!canBeCleared && status === 'queued') yield `the outcome of ${id} stays unknown forever`
}
