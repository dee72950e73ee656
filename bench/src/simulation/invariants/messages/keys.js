const WINDOW_MS = 48 * 3_600_000

/** Idempotency keys: what they stand for, and that they come free. */
export const KEYS = [
  {
    name: 'a key stands for one message at a time',
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
              if (other.id !== made.id && !isFreed(other) && !isExpired) {
                yield `${made.idempotencyKey} made ${made.id} while it stood for ${other.id}, ${other.phase ?? other.status}`
              }
            }
          }
        },
      }
    },
  },
  {
    name: 'a message on its way holds its key, and one that was sent repeats its answer',
    watch: ({ records }) => ({
      *atCommit({ messages, keys }) {
        const ofRequests = messages.filter(({ after }) => after.broadcast === null)
        const names = new Set(ofRequests.flatMap(({ after }) => after.idempotencyKey ?? []))
        for (const { before, after } of keys.filter(isOfMessage)) names.add((after ?? before).key)
        if (names.size === 0) return
        for (const record of records.all('keys').filter(({ scope, key }) => scope === 'message' && names.has(key))) {
          const target = records.tables.messages.get(record.account, record.target)
          if (target?.idempotencyKey !== record.key)
            yield `${record.key} stands for ${record.target}, which is not its own`
          else if (isFreed(target)) yield `${record.key} is held by ${target.id}, which failed`
          else if (record.answer !== null && record.answer.id !== target.id)
            yield `${record.key} answers ${record.answer.id}`
        }
        for (const message of records.indexes.singles.values()) {
          if (!names.has(message.idempotencyKey) || (message.phase === null && message.status === 'failed')) continue
          const { account, id, idempotencyKey: key, phase } = message
          const record = records.tables.keys.get(account, `message ${key}`)
          if (record === undefined && phase === null && isTrimmed(keys, key)) continue
          if (record?.target !== id) yield `${key} is not held by ${id}`
          if (phase === null && record?.answer === null) yield `${key} has no answer, though ${id} is sent`
        }
      },
    }),
  },
  {
    name: 'an answer is what is stored',
    watch: ({ records }) => ({
      *atAnswer({ request: { account, idempotencyKey: key }, answer: { message } }) {
        const stored = records.tables.messages.get(account.id, message.id)
        if (stored === undefined) yield `${message.id} was told and is not there`
        else if (stored.idempotencyKey !== key) yield `${message.id} was told for the key ${key}`
        else if (message.status === 'sent' && stored.status !== 'sent' && stored.providerId === null)
          yield `${message.id} was told to be sent`
        else if (message.status === 'failed' && stored.status !== 'failed' && stored.deliveredAt === null)
          yield `${message.id} was told to have failed`
      },
    }),
  },
  {
    name: 'no key is stuck',
    watch: ({ records }) => ({
      *atEnd() {
        for (const { scope, key, answer, expiresAt } of records.all('keys')) {
          if (answer === null) yield `${key} of a ${scope} has no answer`
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

/** Failed before it was handed over, so that the key may be used again. */
function isFreed({ phase, status, failure, providerId }) {
  return phase === null && status === 'failed' && failure.type !== 'unknown_outcome' && providerId === null
}

function isTrimmed(changes, key) {
  const gone = changes.filter(({ after }) => after === null)
  return gone.some((change) => isOfMessage(change) && change.before.key === key && change.before.expiresAt !== null)
}

function isOfMessage({ before, after }) {
  return (after ?? before).scope === 'message'
}
