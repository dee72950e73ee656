import { queuedOf } from '@carillon/core'

/** The credits that a broadcast reserves for each recipient at first. */
const RESERVED_EACH = 2

/** Invariants on the cost of broadcasts. */
export const BULK_CREDITS = [
  {
    name: 'a broadcast has credits reserved for queued recipients, and spent for submitted ones',
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
            const isUnpaid = indexes.unknown.has(after.id)
            add(accounts.get(after.broadcast), before, { sign: -1, isUnpaid })
            add(accounts.get(after.broadcast), after, { sign: 1, isUnpaid })
          }
          for (const [id, account] of touched) {
            const { ledger: made, due } = accounts.get(id)
            const queued = queuedOf(records.tables.broadcasts.get(account, id)) - due.inDoubt
            const reserved = RESERVED_EACH * queued + due.reserved
            if (made.reserved !== reserved) yield `${made.reserved} are reserved for ${id}, expected ${reserved}`
            if (made.spent !== due.spent) yield `${made.spent} are spent for ${id}, expected ${due.spent}`
          }
        },
      }
    },
  },
]

function newAccount() {
  return { ledger: { available: 0, reserved: 0, spent: 0 }, due: { inDoubt: 0, reserved: 0, spent: 0 } }
}

function add({ due }, message, { sign, isUnpaid }) {
  if (message === null) return
  const { status, providerId, cost } = message
  if (status === 'queued') {
    due.inDoubt += sign
    due.reserved += sign * cost.sms
  } else if (providerId !== null && !isUnpaid) due.spent += sign * cost.sms
}
