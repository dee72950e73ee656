/** Events, which every account here subscribes to, are committed with what they tell of. */
export const EVENTS = [
  {
    name: 'every change is committed with its event',
    watch: () => ({
      *atCommit({ messages, membershipsByContact, events }) {
        const told = events.map(({ after }) => after)
        const isTold = (type, matches) =>
          told.filter((event) => event.type === type && matches(event.data)).length === 1
        for (const { before, after } of messages) {
          const type = messageEventOf(before, after)
          if (type !== null && !isTold(type, ({ message }) => message?.id === after.id)) yield `${type} of ${after.id}`
        }
        for (const { before, after } of membershipsByContact) {
          const type = membershipEventOf(before?.state, after.state)
          const isIt = ({ contact, group }) => contact?.id === after.contact && group?.id === after.group
          if (type !== null && !isTold(type, isIt)) yield `${type} of ${after.contact}`
        }
      },
    }),
  },
]

function messageEventOf(before, { direction, status, deliveredAt }) {
  if (direction === 'inbound') return before === null ? 'message.received' : null
  if (before?.status !== status && status !== 'queued') return `message.${status}`
  return deliveredAt !== null && before?.deliveredAt === null ? 'message.delivered' : null
}

function membershipEventOf(before, after) {
  if (after === 'active' && before !== 'active') return 'contacts.group.opted_in'
  return after !== 'active' && before === 'active' ? 'contacts.group.opted_out' : null
}
