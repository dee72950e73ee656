import { meaningOf } from '../../outside/texts.js'
import { membershipsOf } from './consent.js'

/** Invariants on inbound texts. */
export const PHONES = [
  {
    name: 'a text is stored once',
    watch: ({ records, acknowledgedInbound }) => ({
      *atCommit({ messages }) {
        for (const { before, after } of messages) {
          if (before !== null || after.direction === 'outbound') continue
          const same = [...records.indexes.singles.values()].filter(({ providerId }) => providerId === after.providerId)
          if (same.length !== 1) yield `${after.providerId} is stored ${same.length} times`
        }
      },
      *atEnd() {
        const stored = new Set(records.all('messages').map(({ providerId }) => providerId))
        for (const id of acknowledgedInbound) if (!stored.has(id)) yield `${id} was acknowledged and is not stored`
      },
    }),
  },
  {
    name: 'a keyword has its effect, and gets one reply',
    watch: ({ records }) => ({
      *atCommit({ messages, consents }) {
        const replies = messages.filter(({ before, after }) => before === null && after.purpose === 'answer')
        let expected = 0
        for (const { before, after } of messages) {
          if (before !== null || after.direction === 'outbound') continue
          const { account, from: phone, body } = after
          const meaning = meaningOf(body)
          const states = statesOf(records, { account, phone })
          if (meaning === 'yes' && states.includes('pending')) yield `${phone} said yes and is still pending`
          if (meaning === 'stop' && states.some((state) => state !== 'removed'))
            yield `${phone} said stop and is still in a group`
          if (meaning === 'stop' && optedOutAt(records, { account, phone }) === null)
            yield `the stop of ${phone} is lost`
          if (meaning === 'stop') expected += consents.some((one) => isOptOut(one, { account, phone })) ? 1 : 0
          if (meaning === 'help') expected += 1
        }
        if (replies.length !== expected) yield `${replies.length} replies instead of ${expected}`
      },
    }),
  },
]

function statesOf(records, { account, phone }) {
  return membershipsOf(records, { account, phone }).map(({ state }) => state)
}

function optedOutAt(records, { account, phone }) {
  return records.tables.consents.get(account, phone)?.optedOutAt ?? null
}

function isOptOut({ before, after }, { account, phone }) {
  const isTheirs = after.account === account && after.phone === phone
  return isTheirs && (before?.optedOutAt ?? null) === null && after.optedOutAt !== null
}
