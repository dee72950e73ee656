const WINDOW_MS = 48 * 3_600_000

/** Invariants on idempotency keys: each identifies one request, and keys become free. */
export const KEYS = [
  {
    name: 'a key identifies one message at a time',
    watch: ({ records, adapters: { clock } }) => {
      const endedAt = new Map()
      return {
        *atCommit({ messages }) {
          const now = clock.now().getTime()
          const ofRequests = messages.filter(({ after }) => after.broadcast === null)
          for (const { before, after } of ofRequests) {
            if (after.phase === null && before?.phase !== null) endedAt.set(after.id, now)
          }
          for (const { before, after: made } of ofRequests) {
            if (before !== null || made.idempotencyKey === null) continue
            for (const other of sharing(records, made)) {
              const isExpired = other.phase === null && endedAt.get(other.id) + WINDOW_MS <= now
              if (other.id !== made.id && !isFreed(other, records.indexes) && !isExpired) {
                yield `${made.idempotencyKey} created ${made.id} while it identified ${other.id}, ${other.phase ?? other.status}`
              }
            }
          }
        },
      }
    },
  },
  {
    name: 'a queued message keeps its key, and a sent one repeats its response',
    watch: ({ records }) => ({
      *atCommit({ messages, keys }) {
        const ofRequests = messages.filter(({ after }) => after.broadcast === null)
        const names = new Set(ofRequests.flatMap(({ after }) => after.idempotencyKey ?? []))
        for (const { before, after } of keys.filter(isOfMessage)) names.add((after ?? before).key)
        if (names.size === 0) return
        for (const record of records.all('keys').filter(({ scope, key }) => scope === 'message' && names.has(key))) {
          const target = records.tables.messages.get(record.account, record.target)
          if (target?.idempotencyKey !== record.key)
            yield `${record.key} identifies ${record.target}, which has another key`
          else if (isFreed(target, records.indexes)) yield `${record.key} is held by ${target.id}, which failed`
          else if (record.answer !== null && record.answer.id !== target.id)
            yield `${record.key} answers ${record.answer.id}`
        }
        for (const message of records.indexes.singles.values()) {
          if (!names.has(message.idempotencyKey) || (message.phase === null && message.status === 'failed')) continue
          const { account, id, idempotencyKey: key, phase } = message
          const record = records.tables.keys.get(account, `message ${key}`)
          if (record === undefined && phase === null && isTrimmed(keys, key)) continue
          if (record?.target !== id) yield `${key} is not held by ${id}`
          if (phase === null && record?.answer === null) yield `${key} has no response, although ${id} is sent`
        }
      },
    }),
  },
  {
    name: 'a response matches the stored message',
    watch: ({ records }) => ({
      *atResponse({ request: { account, idempotencyKey: key }, response: { message } }) {
        const stored = records.tables.messages.get(account.id, message.id)
        if (stored === undefined) yield `the response has ${message.id}, which is not stored`
        else if (stored.idempotencyKey !== key)
          yield `${message.id} is the response for the key ${key}, which it does not have`
        else if (message.status === 'sent' && stored.status !== 'sent' && stored.providerId === null)
          yield `the response says that ${message.id} was sent`
        else if (message.status === 'failed' && stored.status !== 'failed' && stored.deliveredAt === null)
          yield `the response says that ${message.id} failed`
      },
    }),
  },
  {
    name: 'no key is stuck',
    watch: ({ records }) => ({
      *atEnd() {
        for (const { scope, key, answer, expiresAt } of records.all('keys')) {
          if (answer === null) yield `${key} of a ${scope} has no response`
          if (expiresAt === null) yield `${key} of a ${scope} never expires`
        }
        for (const { phone, key, expiresAt } of records.all('recipientKeys')) {
          if (expiresAt === null) yield `${key} of ${phone} never expires`
        }
      },
      *afterKeys() {
        for (const { key } of [...records.all('keys'), ...records.all('recipientKeys')]) {
          yield `${key} is still there after its window`
        }
      },
    }),
  },
]

function sharing(records, { account, idempotencyKey }) {
  const singles = [...records.indexes.singles.values()]
  return singles.filter((one) => one.account === account && one.idempotencyKey === idempotencyKey)
}

/** Whether the message certainly was not accepted by the provider, so that its key may be used again. */
function isFreed({ id, phase, status, providerId }, { unknown }) {
  return phase === null && status === 'failed' && !unknown.has(id) && providerId === null
}

function isTrimmed(changes, key) {
  const gone = changes.filter(({ after }) => after === null)
  return gone.some((change) => isOfMessage(change) && change.before.key === key && change.before.expiresAt !== null)
}

function isOfMessage({ before, after }) {
  return (after ?? before).scope === 'message'
}
