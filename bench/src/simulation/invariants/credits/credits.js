const UNITS = ['sms', 'mms']

/** Invariants on the ledger and the costs. */
export const CREDITS = [
  {
    name: 'the balances are the sums of the ledger, and none is below zero',
    watch: ({ records }) => {
      const sums = new Map()
      const add = (pool, amount) => sums.set(pool, (sums.get(pool) ?? 0) + amount)
      return {
        *atCommit({ ledger, balances }) {
          for (const { before, after } of ledger) {
            if (before !== null) yield `entry ${before.id} was changed`
            add(`${after.account} ${after.unit} ${after.from}`, -after.amount)
            add(`${after.account} ${after.unit} ${after.to}`, after.amount)
          }
          if (ledger.length + balances.length === 0) return
          for (const { account, balance } of records.all('balances')) {
            for (const unit of UNITS) {
              const stored = { available: balance[unit], reserved: balance.reserved[unit] }
              for (const pool of ['available', 'reserved']) {
                const sum = sums.get(`${account} ${unit} ${pool}`) ?? 0
                if (stored[pool] !== sum) yield `${pool} ${unit}: ${stored[pool]}, by the ledger ${sum}`
                if (stored[pool] < 0) yield `${pool} ${unit}: ${stored[pool]}`
              }
            }
          }
        },
      }
    },
  },
  {
    name: 'the cost of a message is reserved once, and captured or released once when it ends',
    watch: ({ records }) => ({
      *atCommit({ messages, ledger }) {
        const { indexes } = records
        const touched = new Set([
          ...messages.map(({ after }) => after.id),
          ...ledger.map(({ after }) => after.reference),
        ])
        for (const id of touched) {
          const message = indexes.singles.get(id)
          if (message === undefined) continue
          const mine = indexes.entriesOf(id)
          const wanted = movesOf(message, records.indexes)
          for (const unit of UNITS) {
            const made = mine
              .filter((entry) => entry.unit === unit)
              .map(({ from, to, amount }) => `${amount} ${from}->${to}`)
            const due = message.cost[unit] === 0 ? [] : wanted.map((move) => `${message.cost[unit]} ${move}`)
            if (made.toSorted().join() !== due.toSorted().join()) {
              yield `${message.id}, ${message.phase ?? message.status}: [${made}] of ${unit}, expected [${due}]`
            }
          }
        }
      },
    }),
  },
  {
    name: 'nothing stays reserved',
    watch: ({ records }) => ({
      *atEnd() {
        for (const { account, balance } of records.all('balances')) {
          if (balance.reserved.sms + balance.reserved.mms > 0) yield `${account}: ${JSON.stringify(balance.reserved)}`
        }
      },
    }),
  },
  {
    name: 'a day takes no more messages than its quota, and counts each once',
    watch: ({ records }) => {
      const accepted = new Map()
      const lastDays = new Map()
      return {
        *atCommit({ messages, broadcasts, balances, consentLog }) {
          for (const { account, createdAt, recipients } of newlyAccepted({ messages, broadcasts, consentLog })) {
            // What has waited over midnight counts towards the day that has begun.
            const lastDay = [createdAt.toISOString().slice(0, 10), lastDays.get(account) ?? ''].toSorted().at(-1)
            lastDays.set(account, lastDay)
            const day = `${account} ${lastDay}`
            accepted.set(day, (accepted.get(day) ?? 0) + recipients)
            const quota = records.tables.accounts.get('service', account).dailyMessageQuota
            if (quota !== null && accepted.get(day) > quota) yield `${accepted.get(day)} on ${day}, of ${quota}`
          }
          for (const { account, accepted: stored } of balances.map(({ after }) => after)) {
            const count = accepted.get(`${account} ${stored?.day}`) ?? 0
            if (stored !== null && stored.count !== count)
              yield `${stored.count} are counted on ${stored.day}, but ${count} were accepted`
          }
        },
      }
    },
  },
]

/** A message is paid for as soon as it is known to be accepted, whatever a receipt reports later. */
function movesOf({ id, direction, phase, providerId, cost }, { unknown }) {
  if (direction === 'inbound' || cost.sms + cost.mms === 0) return []
  if (phase !== null) return ['available->reserved']
  return ['available->reserved', providerId !== null && !unknown.has(id) ? 'reserved->spent' : 'reserved->available']
}

function* newlyAccepted({ messages, broadcasts, consentLog }) {
  const isStarted = consentLog.some(({ after }) => after.reason === 'START')
  for (const { before, after } of messages) {
    if (before === null && countsAlone(after, isStarted)) yield { ...after, recipients: 1 }
  }
  for (const { before, after } of broadcasts) if (before === null) yield { ...after, recipients: after.total }
}

/** Whether a message counts against the quota itself, and not with its broadcast or the request of a client. */
function countsAlone({ direction, purpose, broadcast, status }, isStarted) {
  if (direction === 'inbound' || broadcast !== null) return false
  if (purpose === 'confirmation') return isStarted && status !== 'failed'
  return ['message', 'answer', 'code'].includes(purpose)
}
