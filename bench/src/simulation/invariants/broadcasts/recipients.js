import { positionOf } from '@carillon/core'
import { phonesOfFilter } from '../../actors/audience-actors.js'
import { chunkOf } from '../messages/begun.js'
import { refusalOf } from '../consent/consent.js'
import { skippedIn } from './slices.js'

/** Invariants on the recipients of a broadcast and their keys. */
export const RECIPIENTS = [
  {
    name: 'a broadcast is to the requested recipients who consent and whose key is free; a key in use is not free',
    watch: (world) => {
      const { records } = world
      /** The broadcast that uses each key. */
      const users = new Map()
      return {
        *atCommit({ broadcasts, chunks, messages }) {
          for (const { after } of messages) if (isFreed(after)) release(users, after)
          for (const { after: chunk } of chunks) releaseSkipped(records, users, chunk)
          for (const { before, after: broadcast } of broadcasts) {
            if (before !== null) continue
            const requested = requestedBy(world, broadcast, broadcasts)
            const accepted = recipientsOf(records, broadcast)
            if (requested !== null) yield* wrongRecipients(broadcast, accepted, accept(records, users, requested))
            for (const one of accepted) if (one.key !== null) users.set(placeOf(broadcast.account, one), broadcast.id)
          }
        },
      }
    },
  },
  {
    name: 'only an ended broadcast is retried, and never to a recipient who may have got it',
    watch: ({ records, provider }) => ({
      *atCommit({ broadcasts }) {
        for (const { before, after: original } of broadcasts) {
          if (original.retriedAs === (before?.retriedAs ?? null)) continue
          if (original.completedAt === null) yield `${original.id} still runs and was retried`
          const retry = records.tables.broadcasts.get(original.account, original.retriedAs)
          const again = new Set(recipientsOf(records, retry).map(({ phone }) => phone))
          for (const { account, id, to, status, failure, providerId } of records.indexes
            .messagesOf(original.id)
            .values()) {
            if (!again.has(to)) continue
            if (status !== 'failed' || failure.type === 'unknown_outcome') yield `${id} is ${status}, ${failure?.type}`
            if (providerId === null && provider.delivered.has(`${account}.${id}`)) yield `${id} was delivered to ${to}`
          }
        }
      },
    }),
  },
  {
    name: 'a key in use stays with its broadcast, and the key of a failed message is free',
    watch: ({ records }) => ({
      *atCommit({ messages, recipientKeys }) {
        const { tables } = records
        for (const { before, after } of recipientKeys) {
          const isRebound = before !== null && after !== null && before.broadcast !== after.broadcast
          if (isRebound && before.expiresAt === null)
            yield `${after.key} of ${after.phone} was taken from ${before.broadcast}`
        }
        for (const message of messages.map(({ after }) => after)) {
          const { account, broadcast, to, idempotencyKey: key, phase } = message
          if (broadcast === null || key === null) continue
          const bound = tables.recipientKeys.get(account, `${to} ${key}`)
          const isBound = bound?.broadcast === broadcast
          if (isBound === isFreed(message)) yield `${key} of ${message.id} is ${isBound ? 'still held' : 'not held'}`
          if (isBound && (bound.expiresAt === null) !== (phase !== null))
            yield `${key} of ${message.id} ends ${bound.expiresAt}`
        }
      },
    }),
  },
]

/** Whether the message certainly was not accepted by the provider, so that a new request with its key may send. */
function isFreed({ broadcast, status, failure, providerId }) {
  return broadcast !== null && status === 'failed' && failure.type !== 'unknown_outcome' && providerId === null
}

function release(users, { account, broadcast, to, idempotencyKey }) {
  const place = placeOf(account, { phone: to, key: idempotencyKey })
  if (users.get(place) === broadcast) users.delete(place)
}

function releaseSkipped(records, users, chunk) {
  const { phones, keys } = chunk.recipients
  if (keys === null) return
  for (const index of skippedIn(records, chunk)) {
    release(users, { ...chunk, to: phones[index], idempotencyKey: keys[index] })
  }
}

function placeOf(account, { phone, key }) {
  return `${account} ${phone} ${key}`
}

/** The account and the requested recipients of a broadcast; null if its request can no longer be determined. */
function requestedBy({ records, bulkRequests }, broadcast, changes) {
  const original = changes.find(({ after }) => after.retriedAs === broadcast.id)?.after
  if (original !== undefined) return { account: original.account, rows: failedOf(records, original) }
  const number = Number(/^#(\d+) /.exec(broadcast.body ?? chunkOf(records, broadcast, 0)?.recipients.bodies[0])?.[1])
  const request = bulkRequests.get(number)
  if (request === undefined) return null
  const { recipients = { phones: phonesOfFilter(records, request) } } = request
  return { account: request.account.id, rows: rowsOf(recipients) }
}

function failedOf(records, original) {
  const all = recipientsOf(records, original)
  const failed = [...records.indexes.messagesOf(original.id).values()].filter(({ status }) => status === 'failed')
  const again = failed.filter(({ failure }) => failure.type !== 'unknown_outcome')
  return again
    .map(({ id }) => positionOf(id))
    .sort((one, other) => one - other)
    .map((position) => all[position])
}

function recipientsOf({ tables }, { account, id }) {
  const chunks = tables.chunks.of(`${account} ${id}`).toSorted((one, other) => one.number - other.number)
  return chunks.flatMap(({ recipients }) => rowsOf(recipients))
}

function rowsOf({ phones, keys, bodies, mediaUrls }) {
  return phones.map((phone, i) => ({
    phone,
    key: keys?.[i] ?? null,
    body: bodies?.[i] ?? null,
    mediaUrl: mediaUrls?.[i] ?? null,
  }))
}

function accept(records, users, { account, rows }) {
  return rows.filter(
    (row) =>
      refusalOf(records, { account, to: row.phone, purpose: 'message' }) === null &&
      (row.key === null || !users.has(placeOf(account, row))),
  )
}

function* wrongRecipients({ id, total }, accepted, due) {
  if (total !== due.length) yield `${id} has ${total} recipients, expected ${due.length} of its request`
  else if (JSON.stringify(accepted) !== JSON.stringify(due)) yield `${id} has other recipients than its request`
}
