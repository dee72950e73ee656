import { queuedOf } from '@carillon/core'
import { FAILED_LATER } from '../../outside/provider.js'

/** Invariants on the states, counts and views of a broadcast. */
export const BROADCASTS = [
  {
    name: 'the counts of a broadcast match its messages',
    watch: ({ records }) => {
      const tallies = new Map()
      return {
        *atCommit({ broadcasts, messages }) {
          for (const { after } of broadcasts) if (!tallies.has(after.id)) tallies.set(after.id, newTally())
          const touched = new Map(broadcasts.map(({ after }) => [after.id, after.account]))
          for (const { before, after } of messages.filter(({ after }) => after.broadcast !== null)) {
            touched.set(after.broadcast, after.account)
            add(tallies.get(after.broadcast), before, -1)
            add(tallies.get(after.broadcast), after, 1)
          }
          for (const [id, account] of touched) {
            const { total, counts } = records.tables.broadcasts.get(account, id)
            for (const [what, count] of Object.entries(tallies.get(id))) {
              if (counts[what] !== count) yield `${id} counts ${counts[what]} ${what}, and has ${count}`
            }
            if (queuedOf({ total, counts }) < 0) yield `${id} has more outcomes than recipients`
          }
        },
      }
    },
  },
  {
    name: 'broadcasts make only allowed transitions, and end with their last message',
    watch: () => ({
      *atCommit({ broadcasts, messages }) {
        for (const { before, after } of broadcasts) {
          yield* wrongEnd(before, after, messages)
          if (before !== null) yield* wrongMove(before, after)
        }
      },
    }),
  },
  {
    name: 'every broadcast drains',
    watch: ({ records }) => ({
      *atEnd() {
        for (const { id, status, completedAt } of records.all('broadcasts')) {
          if (completedAt === null) yield `${id} is still ${status}`
        }
      },
    }),
  },
  {
    name: 'one request creates one broadcast, and one broadcast has one retry',
    watch: ({ records }) => {
      const acceptedIds = new Map()
      return {
        *atBulkResponse({ request, broadcast: { id, totalRecipients, kind } }) {
          const { account, idempotencyKey: key, retryOf } = request
          const stored = records.tables.broadcasts.get(account.id, id)
          if (stored?.total !== totalRecipients)
            yield `the response for ${id} has ${totalRecipients} recipients, and ${stored?.total} are stored`
          if (kind !== request.kind) yield `${id} is a ${kind}`
          if ((key ?? retryOf) == null) return
          const what = `${account.id} ${kind} ${retryOf ?? `of the key ${key}`}`
          if ((acceptedIds.get(what) ?? id) !== id) yield `${what} is both ${acceptedIds.get(what)} and ${id}`
          acceptedIds.set(what, id)
        },
      }
    },
  },
  {
    name: 'a view of a broadcast is consistent',
    watch: () => ({
      *atRead({ id, broadcast, inFlight, page, status, exported }) {
        if (broadcast !== undefined) yield* wrongView(broadcast)
        if (inFlight !== undefined) yield* wrongCancel(broadcast, inFlight)
        if (page !== undefined) yield* wrongPage(page, { id, status })
        if (exported === undefined) return
        const isInOrder = exported.every((one, i) => i === 0 || exported[i - 1].id < one.id)
        if (!isInOrder) yield `the exported messages of ${id} are not in order`
      },
    }),
  },
  {
    name: 'finally every message of a broadcast is shown as stored',
    watch: ({ records }) => ({
      *atLastRead({ id, exported }) {
        const stored = records.indexes.messagesOf(id)
        if (exported.length !== stored.size) yield `${id} shows ${exported.length} messages, and has ${stored.size}`
        for (const { id: message, status, to } of exported) {
          const is = stored.get(message)
          if (is?.status !== status || is.to !== to)
            yield `${message} to ${to} is shown as ${status}, and is ${is?.status}`
        }
      },
    }),
  },
]

function newTally() {
  return { sent: 0, failed: 0, delivered: 0 }
}

function add(tally, message, one) {
  if (message === null || message.status === 'queued') return
  tally[message.status] += one
  if (message.deliveredAt !== null) tally.delivered += one
}

/** A message of the commit that ends the broadcast counts as sent even if a receipt already reported its failure. */
function* wrongEnd(before, after, messages) {
  const { id, status, total, counts, completedAt } = after
  if ((completedAt !== null) !== (queuedOf(after) === 0))
    yield `${id} ended ${completedAt} with ${queuedOf(after)} queued`
  if (completedAt === null || (before?.completedAt ?? null) !== null) return
  const isFailedLater = ({ after: message }) =>
    message.broadcast === id && message.failure?.message === FAILED_LATER.message
  const sent = counts.sent + messages.filter(isFailedLater).length
  const end = before?.status === 'canceled' ? 'canceled' : sent === 0 && total > 0 ? 'failed' : 'completed'
  if (status !== end && status !== 'canceled') yield `${id} ended as ${status}, expected ${end}`
}

const MOVES = { queued: ['sending', 'canceled'], sending: ['completed', 'failed', 'canceled'] }

function* wrongMove(before, after) {
  const { id } = after
  // A broadcast that expires before its first attempt fails without having been sent.
  const hasExpired = after.status === 'failed' && after.completedAt >= after.expiresAt
  if (before.status !== after.status && !hasExpired && !MOVES[before.status]?.includes(after.status)) {
    yield `${id} was ${before.status} and is ${after.status}`
  }
  for (const field of ['from', 'body', 'mediaUrl', 'total', 'createdAt']) {
    if (before[field] !== after[field]) yield `${field} of ${id} was changed`
  }
  for (const field of ['startedAt', 'completedAt', 'retriedAs']) {
    if (before[field] !== null && before[field] !== after[field]) yield `${field} of ${id} was changed`
  }
  if (before.counts.canceled > after.counts.canceled) yield `${id} has skipped fewer than before`
}

function* wrongView({ id, totalRecipients, status, counts, completedAt }) {
  const { queued, sent, failed, delivered } = counts
  if (Math.min(queued, sent, failed, delivered) < 0 || delivered > sent) yield `${id} shows ${JSON.stringify(counts)}`
  const isShort = queued + sent + failed < totalRecipients
  if (queued + sent + failed > totalRecipients || (isShort && status !== 'canceled')) {
    yield `${id} shows ${JSON.stringify(counts)} of ${totalRecipients}`
  }
  if ((completedAt !== null) !== (queued === 0)) yield `${id} shows ${queued} queued, and ended ${completedAt}`
}

function* wrongCancel({ id, status, completedAt, counts }, inFlight) {
  if (status !== 'canceled' && completedAt === null) yield `${id} was canceled and is ${status}`
  if (inFlight !== counts.queued) yield `${id} has ${inFlight} in flight, and ${counts.queued} queued`
}

function* wrongPage({ page, limit, totalCount, results }, { id, status }) {
  const due = Math.min(limit, Math.max(0, totalCount - (page - 1) * limit))
  if (results.length !== due)
    yield `${id} shows ${results.length} ${status} of ${totalCount} on page ${page} of ${limit}`
  if (new Set(results.map(({ to }) => to)).size < results.length) yield `${id} shows a recipient twice`
  for (const one of results)
    if (status !== null && one.status !== status) yield `${one.id} is shown among the ${status}`
}
