/** Invariants on events, which every account here subscribes to: they are committed with the changes they report. */
export const EVENTS = [
  {
    name: 'every change is committed with its event',
    watch: ({ records }) => ({
      *atCommit({ messages, membershipsByContact, broadcasts, outbox }) {
        const counts = new Map()
        for (const event of outbox.flatMap(({ after }) => after ?? [])) {
          const what = `${event.type} ${subjectOf(event)}`
          counts.set(what, (counts.get(what) ?? 0) + 1)
        }
        for (const what of dueEvents({ messages, membershipsByContact, broadcasts }, records.indexes)) {
          if (counts.get(what) !== 1) yield `${what} has ${counts.get(what) ?? 0} events`
        }
      },
    }),
  },
]

function subjectOf({ data: { message, broadcast, contact, group } }) {
  return contact === undefined ? (message?.id ?? broadcast?.id) : `${contact.id} ${group.id}`
}

function* dueEvents({ messages, membershipsByContact, broadcasts }, indexes) {
  for (const { before, after } of messages) {
    const type = messageEventOf(before, after, indexes)
    if (type !== null) yield `${type} ${after.id}`
  }
  for (const { before, after } of membershipsByContact) {
    const type = membershipEventOf(before?.state, after.state)
    if (type !== null) yield `${type} ${after.contact} ${after.group}`
  }
  for (const { before, after } of broadcasts) {
    if ((before?.completedAt ?? null) !== after.completedAt) yield `broadcast.completed ${after.id}`
  }
}

/** A message delivered without an acknowledgement by the provider is reported as delivered, not as sent. */
function messageEventOf(before, { id, direction, status, deliveredAt }, { unknown }) {
  if (direction === 'inbound') return before === null ? 'message.received' : null
  const isClearedUp = status === 'sent' && unknown.has(id)
  if (before?.status !== status && status !== 'queued' && !isClearedUp) return `message.${status}`
  return deliveredAt !== null && before?.deliveredAt === null ? 'message.delivered' : null
}

function membershipEventOf(before, after) {
  if (after === 'active' && before !== 'active') return 'contacts.group.opted_in'
  return after !== 'active' && before === 'active' ? 'contacts.group.opted_out' : null
}
