const UNITS = ['sms', 'mms']

/** The ledger and what it pays for. */
export const CREDITS = [
  {
    name: 'the balances are the sums of the ledger, and none is below zero',
    watch: ({ records }) => ({
      *atCommit({ ledger, balances }) {
        if (ledger.length + balances.length === 0) return
        for (const { before } of ledger) if (before !== null) yield `entry ${before.id} was changed`
        for (const { account, balance } of records.all('balances')) {
          const entries = records.all('ledger').filter((entry) => entry.account === account)
          for (const unit of UNITS) {
            const sumOf = (place) =>
              entries
                .filter((entry) => entry.unit === unit)
                .reduce((sum, { from, to, amount }) => sum + (to === place) * amount - (from === place) * amount, 0)
            const told = { available: balance[unit], reserved: balance.reserved[unit] }
            for (const place of ['available', 'reserved']) {
              if (told[place] !== sumOf(place)) yield `${place} ${unit}: ${told[place]}, by the ledger ${sumOf(place)}`
              if (told[place] < 0) yield `${place} ${unit}: ${told[place]}`
            }
          }
        }
      },
    }),
  },
  {
    name: 'what a message costs is reserved once, and captured or released once, as it ends',
    watch: ({ records }) => ({
      *atCommit({ messages, ledger }) {
        const changed = messages.map(({ after, before }) => (after ?? before).id)
        const moved = ledger.map(({ after, before }) => (after ?? before).reference)
        const touched = new Set([...changed, ...moved].filter((id) => id !== 'grant'))
        if (touched.size === 0) return
        const entries = records.all('ledger')
        for (const message of records.all('messages').filter(({ id }) => touched.has(id))) {
          const mine = entries.filter(({ reference }) => reference === message.id)
          const wanted = movesOf(message)
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
    name: 'a day takes no more messages than its quota',
    watch: ({ records }) => ({
      *atCommit({ messages }) {
        if (messages.every(({ before }) => before !== null)) return
        for (const { id, dailyMessageQuota } of records.all('accounts'))
          yield* overQuota(records, id, dailyMessageQuota)
      },
    }),
  },
]

/** Once handed over it is paid for, whatever a receipt says later. */
function movesOf({ direction, phase, status, providerId, cost }) {
  if (direction === 'inbound' || cost.sms + cost.mms === 0) return []
  if (phase !== null) return ['available->reserved']
  const isPaid = status === 'sent' || providerId !== null
  return ['available->reserved', isPaid ? 'reserved->spent' : 'reserved->available']
}

function* overQuota(records, account, quota) {
  if (quota === null) return
  const days = new Map()
  for (const message of records.all('messages')) {
    if (message.account !== account || message.direction === 'inbound' || message.purpose !== 'message') continue
    const day = message.createdAt.toISOString().slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  for (const [day, count] of days) if (count > quota) yield `${count} on ${day}, of ${quota}`
}
