import { queuedOf } from '@carillon/core'

/** What each recipient is reserved at first. */
const RESERVED_EACH = 2

/** What broadcasts cost. */
export const BULK_CREDITS = [
  {
    name: 'of a broadcast is reserved what is still queued, and spent what was handed over',
    watch: ({ records }) => {
      const accounts = new Map()
      return {
        *atCommit({ broadcasts, messages, ledger }) {
          const { indexes } = records
          for (const { after } of broadcasts) if (!accounts.has(after.id)) accounts.set(after.id, newAccount())
          const touched = new Map(broadcasts.map(({ after }) => [after.id, after.account]))
          for (const { after: entry } of ledger) {
            const id = accounts.has(entry.reference) ? entry.reference : indexes.broadcastOf(entry.reference)?.id
            if (id === undefined) continue
            touched.set(id, entry.account)
            accounts.get(id).ledger[entry.from] -= entry.amount
            accounts.get(id).ledger[entry.to] += entry.amount
          }
          for (const { before, after } of messages.filter(({ after }) => after.broadcast !== null)) {
            touched.set(after.broadcast, after.account)
            add(accounts.get(after.broadcast), before, -1)
            add(accounts.get(after.broadcast), after, 1)
          }
          for (const [id, account] of touched) {
            const { ledger: made, due } = accounts.get(id)
            const queued = queuedOf(records.tables.broadcasts.get(account, id)) - due.inDoubt
            const reserved = RESERVED_EACH * queued + due.reserved
            if (made.reserved !== reserved) yield `${made.reserved} are reserved for ${id}, and ${reserved} are due`
            if (made.spent !== due.spent) yield `${made.spent} are spent for ${id}, and ${due.spent} are due`
          }
        },
      }
    },
  },
]

function newAccount() {
  return { ledger: { available: 0, reserved: 0, spent: 0 }, due: { inDoubt: 0, reserved: 0, spent: 0 } }
}

function add({ due }, message, sign) {
  if (message === null) return
  const { status, providerId, cost } = message
  if (status === 'queued') {
    due.inDoubt += sign
    due.reserved += sign * cost.sms
  } else if (providerId !== null) due.spent += sign * cost.sms
}
